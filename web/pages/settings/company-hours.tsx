import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { CompanyHoursBody } from '../../../src/modules/companies/body'
import type { Company, Hours } from '../../../src/modules/companies'
import { HoursEditor } from './hours/editor'
import { get, put } from '../../kit/api'
import { FormFoot } from '../../kit/dialog'
import { SelectField } from '../../kit/field'
import { form } from '../../kit/form'
import { locale } from '../../kit/i18n'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { settings, user } from '../../session'
import { words } from './texts'

type Kept = Pick<Json<Company>, 'schedules' | 'timeZone'>

/** The hours of the company, and the clock that they are read by. */
export function CompanyHours() {
  useSignals()
  const address = `/companies/${user.value!.companyId}`
  const [kept, keep] = useState<Kept>()
  const [hasFailed, fail] = useState(false)
  const read = () => {
    fail(false)
    get<Kept>(address).then(keep, () => fail(true))
  }
  useEffect(read, [address])
  if (hasFailed) return <LoadFailed what={words('hoursWhat')} retry={read} />
  return kept ? <HoursForm address={address} kept={kept} keep={keep} /> : <Skeleton rows={7} avatar={false} />
}

type Props = { address: string; kept: Kept; keep: (saved: Kept) => void }

function HoursForm({ address, kept: { schedules, timeZone }, keep }: Props) {
  useSignals()
  const [hours] = useState(() =>
    form(CompanyHoursBody, { schedules, timeZone }, async body => {
      const saved = await put<Kept>(`${address}/schedules`, body)
      keep(saved)
      user.value = { ...user.peek()!, company: { ...user.peek()!.company, timeZone: saved.timeZone } }
      toast.ok(words('hoursSaved'), 3_000)
    }),
  )
  const { values, errors, busy, dirty } = hours
  const zone = values.value.timeZone ?? timeZone
  return (
    <form
      className="set hours-form"
      noValidate
      onSubmit={event => void hours.submit(event)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <SelectField
        label={words('timeZone')}
        help={words('now', { time: clockIn(zone) })}
        error={errors.value.timeZone}
        {...hours.field('timeZone')}
      >
        {zonesWith(timeZone).map(name => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      {/* Each queue has its own where the company wants it so; the clock is one. */}
      {settings.value['scheduleType'] === 'company' && (
        <HoursEditor
          id="f-schedules"
          value={(values.value.schedules ?? []) as Hours[]}
          change={next => hours.set('schedules', next)}
          error={errors.value.schedules}
        />
      )}
      {dirty.value && (
        <footer>
          <FormFoot close={() => hours.reset({ schedules, timeZone })} action={words('saveHours')} busy={busy.value} dirty />
        </footer>
      )}
    </form>
  )
}

const clockIn = (timeZone: string) => new Date().toLocaleTimeString(locale(), { timeZone, hour: '2-digit', minute: '2-digit' })
/** Those that this browser knows, and the one that is chosen. */
const zonesWith = (chosen: string) => [...new Set([...Intl.supportedValuesOf('timeZone'), chosen])].toSorted()
