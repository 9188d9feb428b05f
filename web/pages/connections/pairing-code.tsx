import { Copy, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { useSignals } from '@preact/signals-react/runtime'
import { post, put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import type { Connection } from '../../catalog'
import { words } from './texts'
import { copyText } from '../../kit/copy'

const NumberBody = v.object({ number: v.pipe(v.string(), v.regex(/^\d{8,15}$/, 'number')) })

/** Eight characters to type on the phone, for who cannot scan. */
export function PairingCode({ connection }: { connection: Connection }) {
  useSignals()
  const { id, pairingCode, sandbox } = connection
  const [asked] = useState(() =>
    form(NumberBody, { number: connection.number ?? '' }, async body => {
      await put(`/whatsappsession/${id}`, body)
    }),
  )
  const number = asked.values.value.number
  if (pairingCode)
    return (
      <div className="mt-4 t-body">
        <p className="mb-3">{words('typeCode')}</p>
        <div className="pair-code">
          <output>
            {pairingCode.slice(0, 4)}-{pairingCode.slice(4)}
          </output>
          <IconButton icon={Copy} label={t('common.copy')} onClick={() => void copyText(pairingCode ?? '')} />
        </div>
        {sandbox && number && (
          <button
            type="button"
            className="btn btn-plain mt-3"
            onClick={() => void post(`/sandbox/${id}/link`, { number }).catch(toastError)}
          >
            <FlaskConical className="icon" aria-hidden />
            {words('typeSimulated')}
          </button>
        )}
      </div>
    )
  return (
    <form className="mt-4" noValidate onSubmit={asked.submit}>
      <TextField
        label={words('whichNumber')}
        inputMode="tel"
        {...asked.field('number')}
        onChange={event => asked.set('number', event.currentTarget.value.replace(/\D/g, ''))}
        error={asked.errors.value['number']}
        help={t('common.numberHelp')}
      />
      <button type="submit" className="btn btn-primary mt-3" aria-busy={asked.busy.value}>
        {asked.busy.value && <span className="loading loading-spinner" style={{ width: 14 }} />}
        {words('getCode')}
      </button>
    </form>
  )
}
