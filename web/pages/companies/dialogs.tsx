import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { EntryBody, STAYS } from '../../../src/modules/companies/body'
import { OFFICE_TOAST_MS } from '../../constants'
import { del, post } from '../../kit/api'
import { Dialog, FormFoot } from '../../kit/dialog'
import { AreaField, Field, TextField } from '../../kit/field'
import { fieldError, form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import { goOn } from '../../session'
import { Entries } from './entries'
import { words } from './texts'
import type { Company } from './types'

const SPACED = { marginBottom: 16 }

type Props = { company: Company; close: () => void }

/** Asks why and for how long an operator goes into a company; the page is that of the company from then on. */
export function Enter({ company, close }: Props) {
  useSignals()
  const [entry] = useState(() =>
    form(EntryBody, { reason: '', minutes: 30 }, async body => {
      const path = `/companies/${company.id}/enter`
      goOn(await post<Parameters<typeof goOn>[0]>(path, body), '/tickets')
    }),
  )
  const { minutes = 30 } = entry.values.value
  return (
    <Dialog
      title={words('enterTitle', { name: company.name })}
      close={close}
      onSubmit={event => void entry.submit(event)}
      footer={
        <FormFoot close={close} action={words('enterFor', { minutes: words.find(`stay.${minutes}`) ?? '' })} busy={entry.busy.value} />
      }
    >
      <p className="muted t-body" style={SPACED}>
        {words('enterText')}
      </p>
      <AreaField
        label={words('reason')}
        help={words('reasonHelp')}
        rows={3}
        maxLength={500}
        error={entry.errors.value['reason']}
        data-autofocus
        {...entry.field('reason')}
      />
      <Field id="f-minutes" label={words('howLong')}>
        <div className="segment" id="f-minutes" role="tablist" aria-label={words('howLong')}>
          {STAYS.map(stay => (
            <button key={stay} type="button" role="tab" aria-selected={stay === minutes} onClick={() => entry.set('minutes', stay)}>
              {words.find(`stay.${stay}`)}
            </button>
          ))}
        </div>
      </Field>
    </Dialog>
  )
}

/** Deletes a company when its name was typed. */
export function Remove({ company, close }: Props) {
  useSignals()
  const [typed] = useState(() =>
    form(v.object({ name: v.string() }), { name: '' }, async ({ name }) => {
      if (name.trim() !== company.name) throw fieldError('name', words('otherName'))
      await del(`/companies/${company.id}`)
      toast.ok(words('removed'), OFFICE_TOAST_MS)
      close()
    }),
  )
  return (
    <Dialog
      title={words('removeTitle', { name: company.name })}
      close={close}
      onSubmit={event => void typed.submit(event)}
      footer={
        <>
          <button type="button" className="btn btn-quiet" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="btn btn-danger" aria-busy={typed.busy.value}>
            {words('removeForever')}
          </button>
        </>
      }
    >
      <p className="muted t-body" style={SPACED}>
        {words('removeText')}
      </p>
      <TextField label={words('typeName', { name: company.name })} error={typed.errors.value['name']} {...typed.field('name')} />
    </Dialog>
  )
}

/** Who of the operators was in which company, and why. */
export function EntriesDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={words('entries')} close={close} width={560}>
      <Entries path="/operator-entries/all" empty={<p className="muted t-body">{words('noEntries')}</p>} />
    </Dialog>
  )
}
