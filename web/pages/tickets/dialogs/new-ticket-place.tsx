import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { catalog } from '../../../catalog'
import { post } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { SelectField } from '../../../kit/field'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { isAdmin, user } from '../../../session'
import { conflictOf, whyNot } from './conflict'
import { queues } from '../queues'
import type { Ticket } from '../types'

/** What opens a conversation, and the fields that say in which queue and over which connection. */
export function useOpening() {
  useSignals()
  const [chosen, setChosen] = useState<string>()
  const only = queues.value.length === 1 ? String(queues.value[0]!.id) : ''
  const queueId = chosen ?? only
  const [whatsappId, setWhatsappId] = useState('')
  const connections = catalog('connections').items.value
  const [missing, setMissing] = useState(false)

  /** Says what is missing. */
  function isReady() {
    const wrong = !queueId && !isAdmin.value
    setMissing(wrong)
    if (wrong) document.getElementById('opening-queue')?.focus()
    return !wrong
  }

  /** The new ticket, or the own or waiting one that is there already; nothing when a colleague has one, or it waits out of sight. */
  async function open(contactId: number): Promise<Ticket | undefined> {
    const where = { queueId: Number(queueId) || null, whatsappId: Number(whatsappId) || null }
    try {
      return await post<Ticket>('/tickets', { contactId, ...where, userId: user.value?.id, status: 'open' })
    } catch (failure) {
      const other = conflictOf(failure)
      if (!other) return void toastError(failure)
      const why = whyNot(other)
      if (!why) return other
      toast.bad(why, 6_000)
    }
  }

  const mustChoose = !isAdmin.value
  const fields = (
    <>
      <SelectField
        id="opening-queue"
        label={t('tickets.queue')}
        optional={isAdmin.value}
        value={queueId}
        error={missing && !queueId ? t('tickets.chooseQueue') : undefined}
        help={mustChoose && !queues.value.length ? t('tickets.noQueues') : undefined}
        aria-invalid={(missing && !queueId) || undefined}
        onChange={event => setChosen(event.currentTarget.value)}
      >
        <option value="" disabled={mustChoose} hidden={mustChoose}>
          {t(mustChoose ? 'tickets.chooseQueue' : 'tickets.noQueue')}
        </option>
        {queues.value.map(optionOf)}
      </SelectField>
      {connections.length > 1 && (
        <SelectField
          id="opening-connection"
          label={t('tickets.connection')}
          value={whatsappId}
          onChange={event => setWhatsappId(event.currentTarget.value)}
        >
          <option value="">{t('tickets.defaultConnection')}</option>
          {connections.map(optionOf)}
        </SelectField>
      )}
    </>
  )
  return { fields, isReady, open }
}

const optionOf = ({ id, name }: { id: number; name: string }) => (
  <option key={id} value={id}>
    {name}
  </option>
)
