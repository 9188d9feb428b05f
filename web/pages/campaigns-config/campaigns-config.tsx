import { useSignals } from '@preact/signals-react/runtime'
import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CampaignSettings, INTERVALS, LONGER } from '../../../src/modules/campaigns/body'
import { durationOf, perHour } from '../../../src/modules/campaigns/pacing'
import { useRight } from '../../crud/right'
import { capital } from '../../crud/words'
import { OFFICE_TOAST_MS } from '../../constants'
import { get, post } from '../../kit/api'
import { AreaField, FieldError, SelectField, TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { number, t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { Link } from '../../kit/link'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { toast } from '../../kit/toast'
import { zoneName } from '../../kit/zone'
import { companyClock } from '../../session'
import { dayName } from '../settings/hours/week'
import { words } from './texts'

type Rows = { key: keyof CampaignSettings; value: string }[]
/** As the server gives them: a row a key, lists as JSON. */
const settingsOf = (rows: Rows) =>
  Object.fromEntries(rows.map(({ key, value }) => [key, /^[[{]/.test(value) ? JSON.parse(value) : value])) as unknown as CampaignSettings

/** How fast campaigns are sent, on which days, and what their texts may name. */
export default function CampaignsConfig() {
  const [kept, keep] = useState<CampaignSettings>()
  const [hasFailed, fail] = useState(false)
  const read = () => {
    fail(false)
    get<Rows>('/campaign-settings').then(
      rows => keep(settingsOf(rows)),
      () => fail(true),
    )
  }
  useEffect(read, [])
  if (!useRight('campaigns:use', '/campaign-settings')) return null
  if (hasFailed) return <LoadFailed what={words('what')} retry={read} />
  return kept ? <Settings kept={kept} /> : <Skeleton rows={7} height={56} avatar={false} />
}

/** The words as they are typed: one field, separated by commas. */
const newForm = (kept: CampaignSettings) =>
  form(CampaignSettings, kept, async settings => {
    await post('/campaign-settings', { settings })
    toast.ok(words('saved'), OFFICE_TOAST_MS)
  })
type Edited = ReturnType<typeof newForm>

function Settings({ kept }: { kept: CampaignSettings }) {
  useSignals()
  const [edited] = useState(() => newForm(kept))
  const { values, errors, busy, dirty } = edited
  return (
    <form
      className="page campaign-form"
      noValidate
      onSubmit={event => void edited.submit(event)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <header className="page-head">
        <h1>{words('title')}</h1>
        <span className="sub only-wide">{words('sub')}</span>
      </header>
      <div className="page-body">
        <div className="campaign-cols">
          <div>
            <Pace edited={edited} />
            <Days edited={edited} />
            <Variables edited={edited} />
            <section>
              <h2>{words('optOut')}</h2>
              <p className="muted mb-3">{words('optOutHelp')}</p>
              <TextField
                id="f-optOutWords"
                label={words('words')}
                error={errors.value['optOutWords']}
                defaultValue={values.peek().optOutWords.join(', ')}
                onChange={event =>
                  edited.set(
                    'optOutWords',
                    event.currentTarget.value
                      .split(',')
                      .map(word => word.trim())
                      .filter(Boolean),
                  )
                }
              />
              <AreaField label={words('reply')} help={words('replyHelp')} rows={3} maxLength={500} {...edited.field('optOutReply')} />
              <Link href="/opt-outs" className="link-b t-meta">
                {words('seeOptOuts')}
              </Link>
            </section>
          </div>
          <aside>
            <Reckoned values={values.value as CampaignSettings} />
          </aside>
        </div>
      </div>
      <footer className="form-foot">
        {dirty.value && <span className="mr-auto faint t-meta">{t('common.unsaved')}</span>}
        <button type="submit" className="btn btn-primary" aria-busy={busy.value}>
          {busy.value && <span className="loading loading-spinner" style={{ width: 14 }} />}
          {words('save')} <kbd className="kbd">Ctrl</kbd>
          <kbd className="kbd">↵</kbd>
        </button>
      </footer>
    </form>
  )
}

const seconds = (n: number) => (n ? words('seconds', { n }) : words('noGap'))
const after = (n: number) => (n ? words('after', { n }) : words('never'))

function Pace({ edited }: { edited: Edited }) {
  useSignals()
  const fields = [
    ['messageInterval', INTERVALS, seconds],
    ['longerIntervalAfter', LONGER, after],
    ['greaterInterval', LONGER, seconds],
  ] as const
  return (
    <section>
      <h2>{words('pace')}</h2>
      <p className="muted mb-3">{words('paceHelp')}</p>
      <div className="three">
        {fields.map(([name, choices, said]) => (
          <SelectField key={name} label={words(name)} error={edited.errors.value[name]} {...edited.field(name)}>
            {choices.map(n => (
              <option key={n} value={n}>
                {said(n)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </section>
  )
}

function Days({ edited }: { edited: Edited }) {
  useSignals()
  const { days } = edited.values.value as CampaignSettings
  const change = (at: number, part: Partial<CampaignSettings['days'][number]>) =>
    edited.set('days', days.with(at, { ...days[at]!, ...part }))
  return (
    <section id="f-days" tabIndex={-1}>
      <h2>{words('days')}</h2>
      <p className="muted mb-3">{words('daysHelp', { zone: zoneName(companyClock().timeZone) })}</p>
      {days.map(({ isOn, from, to }, at) => {
        const day = dayName(at)
        return (
          <div key={at} className="day-row">
            <label>
              <input
                type="checkbox"
                role="switch"
                className="toggle"
                checked={isOn}
                onChange={event => change(at, { isOn: event.currentTarget.checked })}
              />
              {capital(day)}
            </label>
            {isOn ? (
              <>
                <input
                  type="time"
                  className="input tnum"
                  aria-label={words('start', { day })}
                  value={from}
                  onChange={event => change(at, { from: event.currentTarget.value })}
                />
                <span className="faint">{words('until')}</span>
                <input
                  type="time"
                  className="input tnum"
                  aria-label={words('end', { day })}
                  value={to}
                  onChange={event => change(at, { to: event.currentTarget.value })}
                />
              </>
            ) : (
              <span className="faint">{words('closed')}</span>
            )}
          </div>
        )
      })}
      <FieldError id="f-days" error={edited.errors.value['days']} />
    </section>
  )
}

function Variables({ edited }: { edited: Edited }) {
  useSignals()
  const { variables } = edited.values.value as CampaignSettings
  const change = (next: CampaignSettings['variables']) => edited.set('variables', next)
  return (
    <section id="f-variables" tabIndex={-1}>
      <h2>{words('variables')}</h2>
      <p className="muted mb-3">{words('variablesHelp', { slot: `{${words('key').toLowerCase()}}` })}</p>
      <div className="variables">
        {variables.map(({ key, value }, at) => {
          const isTaken = key !== '' && variables.findIndex(one => one.key === key) < at
          return (
            <div key={at}>
              <span>
                <input
                  className={`input${isTaken ? ' is-invalid' : ''}`}
                  aria-label={words('key')}
                  aria-invalid={isTaken || undefined}
                  placeholder={words('key')}
                  maxLength={30}
                  value={key}
                  onChange={event => change(variables.with(at, { key: event.currentTarget.value.replace(/[^\p{L}\p{N}_]/gu, ''), value }))}
                />
                <FieldError id={`variable-${at}`} error={isTaken ? words('taken') : undefined} />
              </span>
              <input
                className="input"
                aria-label={words('value')}
                placeholder={words('value')}
                maxLength={500}
                value={value}
                onChange={event => change(variables.with(at, { key, value: event.currentTarget.value }))}
              />
              <IconButton icon={X} label={words('removeOne', { name: key })} onClick={() => change(variables.toSpliced(at, 1))} />
            </div>
          )
        })}
      </div>
      <FieldError id="f-variables" error={edited.errors.value['variables']} />
      <button type="button" className="btn btn-plain btn-sm mt-2" onClick={() => change([...variables, { key: '', value: '' }])}>
        <Plus className="icon icon-sm" aria-hidden />
        {words('add')}
      </button>
    </section>
  )
}

/** 2 h 05, 37 min */
const lasting = (ms: number) => {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

function Reckoned({ values }: { values: CampaignSettings }) {
  const rhythm = {
    messageInterval: Number(values.messageInterval),
    longerIntervalAfter: Number(values.longerIntervalAfter),
    greaterInterval: Number(values.greaterInterval),
  } as Parameters<typeof durationOf>[0]
  return (
    <section className="pace-card">
      <h3>{words('pace')}</h3>
      <dl>
        <dt>{words('perHour')}</dt>
        <dd>{words('about', { n: number(perHour(rhythm)) })}</dd>
        <dt>{words('hundred')}</dt>
        <dd>{lasting(durationOf(rhythm, 100))}</dd>
        <dt>{words('thousand')}</dt>
        <dd>{lasting(durationOf(rhythm, 1_000))}</dd>
      </dl>
    </section>
  )
}
