import type { Heading } from '../../../../src/modules/tickets'
import { Dot } from '../../../kit/chips'
import { date } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import type { Json } from '../../../kit/rows'
import { words } from './texts'

export type TicketHeading = Json<Heading>

/** Where the words of another ticket begin: which, when, in what queue, and who ended it. */
export function Separator({ ticketId, heading, isCurrent }: { ticketId: number; heading?: TicketHeading; isCurrent: boolean }) {
  if (isCurrent) return <div className="event">{words('current', { id: ticketId })}</div>
  if (!heading) return <div className="event">{t('tickets.ticketStarts', { id: ticketId })}</div>
  const { queue, user, closedAt, createdAt } = heading
  const when = closedAt && date(closedAt)
  const end = when && (user ? words('closedBy', { name: user.name, when }) : words('closed', { when }))
  return (
    <div className="event of-ticket">
      <span>{words('began', { id: ticketId, when: date(createdAt) })}</span>
      {queue && (
        <span className="inline-flex items-center gap-1">
          <Dot color={queue.color} />
          {queue.name}
        </span>
      )}
      {end && <span>{end}</span>}
    </div>
  )
}
