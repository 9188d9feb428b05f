import { ApiError } from '../../../kit/api'
import { t } from '../../../kit/i18n'
import { isAdmin, user } from '../../../session'
import type { Ticket } from '../types'

/** The ticket that stands in the way of a new one, from the server's conflict. */
export function conflictOf(error: unknown): Ticket | undefined {
  if (!(error instanceof ApiError) || !error.body.error?.startsWith('{')) return undefined
  return JSON.parse(error.body.error) as Ticket
}

/** Whether this person sees those that wait where it is, as the server decides it. */
const isServed = ({ queueId }: Ticket) =>
  isAdmin.value || (queueId ? user.value?.queues.some(({ id }) => id === queueId) : user.value?.allTicket === 'enabled')

/** Why this person does not go on in the ticket that stands in the way: a colleague has it, or it waits out of sight. */
export function whyNot(other: Ticket): string | undefined {
  if (other.userId && other.userId !== user.value?.id)
    return t('tickets.openWith', { user: other.user?.name ?? '', queue: other.queue?.name || t('tickets.noQueue') })
  if (isServed(other)) return undefined
  return other.queueId ? t('tickets.waitsElsewhere', { queue: other.queue?.name ?? '' }) : t('tickets.waitsUnqueued')
}
