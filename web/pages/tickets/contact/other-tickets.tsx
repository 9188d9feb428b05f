import { useEffect, useMemo } from 'react'
import { Dot, State } from '../../../kit/chips'
import { date } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { Link } from '../../../kit/link'
import { on } from '../../../kit/realtime'
import type { Ticket } from '../types'
import { Listed } from './listed'
import { keyset } from '../../../kit/keyset'
import { words } from './texts'

type Other = Ticket & { lastMessageId: string | null }

const TONE = { open: 'run', pending: 'wait', closed: 'idle' } as const

/** The other tickets of the contact that one sees: a press opens one. */
export function OtherTickets({ ticket: { id, contactId } }: { ticket: Pick<Ticket, 'id' | 'contactId'> }) {
  const pages = useMemo(() => keyset<Other>(`/tickets/${id}/others`, 'tickets'), [id])
  useEffect(() => {
    void pages.reload()
    return on('ticket', event => {
      const isKnown = pages.rows.peek().some(row => row.id === event.ticketId)
      const isTheirs = event.action === 'update' && event.ticket.contactId === contactId && event.ticketId !== id
      if ((isKnown && event.action !== 'updateUnread') || isTheirs) void pages.reload()
    })
  }, [pages, id, contactId])
  return (
    <section className="sec">
      <h3>{words('others')}</h3>
      <Listed pages={pages} what={words('whatOthers')} none={words('noOthers')}>
        {rows => (
          <ul className="shared-list" aria-label={words('others')}>
            {rows.map(ticket => (
              <li key={ticket.id}>
                <Link className="shared-row" href={`/tickets/${ticket.uuid}${ticket.lastMessageId ? `/${ticket.lastMessageId}` : ''}`}>
                  <span className="min-w-0 grow">
                    <span className="flex items-center gap-1.5 min-w-0">
                      <span className="tnum font-medium">{t('tickets.numbered', { id: ticket.id })}</span>
                      <State tone={TONE[ticket.status]}>{words(ticket.status)}</State>
                    </span>
                    <span className="flex items-center gap-1.5 min-w-0 faint t-meta">
                      {ticket.queue && <Dot color={ticket.queue.color} />}
                      <span className="clip">
                        {[ticket.queue?.name ?? words('noQueue'), ticket.user?.name, date(ticket.closedAt ?? ticket.createdAt)]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  )
}
