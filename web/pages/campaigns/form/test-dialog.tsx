import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { campaignApi } from '../../../../src/modules/campaigns/api'
import { OFFICE_TOAST_MS } from '../../../constants'
import { post } from '../../../kit/api'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { TextField } from '../../../kit/field'
import { form } from '../../../kit/form'
import { toast } from '../../../kit/toast'
import { words } from './texts'

const KEPT = 'campaign-test-number'
const Body = v.object({ number: v.pipe(v.string(), v.trim(), v.minLength(1, 'Required'), v.minLength(8, 'Too Short!')) })

/** Sends a message of the campaign to the phone of who writes it. */
export function TestDialog({ id, message, close }: { id: number; message: number; close: () => void }) {
  useSignals()
  const [{ field, errors, busy, submit }] = useState(() =>
    form(Body, { number: localStorage.getItem(KEPT) ?? '' }, async ({ number }) => {
      await post(`${campaignApi.path}/${id}/test`, { number, message })
      localStorage.setItem(KEPT, number)
      toast.ok(words('tested'), OFFICE_TOAST_MS)
      close()
    }),
  )
  return (
    <Dialog
      title={words('test')}
      close={close}
      onSubmit={event => {
        event.stopPropagation()
        void submit(event)
      }}
      footer={<FormFoot close={close} action={words('testSend')} busy={busy.value} />}
    >
      <TextField
        label={words('testNumber')}
        help={words('testHelp', { n: message })}
        inputMode="tel"
        error={errors.value['number']}
        {...field('number')}
      />
    </Dialog>
  )
}
