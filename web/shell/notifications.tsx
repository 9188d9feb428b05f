import { retryable } from '../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { BellOff, BellRing, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Avatar } from '../kit/avatar'
import { shortTime } from '../kit/format'
import { t } from '../kit/i18n'
import { Empty } from '../kit/placeholder'
import { LastMessage } from '../pages/tickets/conversation/preview'
import { unopenedNote } from '../pages/tickets/list/unopened'
import { failures, sawFailures } from './failures'
import { handedBy } from './handed-by'
import { isUnread, markAllRead } from './mark-all'
import { mentions, pathOf } from './mentions'
import { words } from './notice-words'
import { unread, type UnreadTicket } from './unread'

const importPush = retryable(() => import('./push'))

/** Why it is to be looked at, where that is no message. */
function newsOf(ticket: UnreadTicket) {
  const note = unopenedNote(ticket)
  return note && ticket.transferred ? handedBy(ticket) : note
}

/** What of this person was not delivered, notes that name them, and tickets that are unread or were handed to them; one press opens the conversation. */
export function Notifications({ close }: { close: () => void }) {
  useSignals()
  const [, go] = useLocation()
  if (!unread.value.length && !mentions.value.length && !failures.value.length)
    return (
      <>
        <Empty icon={BellOff} title={t('notifications.none')} text={t('notifications.noneText')} />
        <Allow />
      </>
    )
  return (
    <>
      <div className="flex items-center px-4 pt-3 pb-1">
        <b className="font-semibold">{t('notifications.title')}</b>
        {isUnread.value && (
          <button className="btn btn-quiet btn-sm ml-auto" onClick={() => (close(), markAllRead())}>
            {t('notifications.read')}
          </button>
        )}
      </div>
      <div className="pop-list" style={{ paddingTop: 0 }}>
        {failures.value.map(({ id, ticketId, uuid, contact, text, createdAt }) => (
          <button
            key={`failure-${id}`}
            className="opt two"
            onClick={() => {
              close()
              sawFailures(ticketId)
              go(`/tickets/${uuid}`)
            }}
          >
            <Avatar name={contact} size={28} />
            <span className="min-w-0 flex-1">
              <span className="flex">
                <CircleAlert className="icon icon-sm mr-1" style={{ color: 'var(--color-error)' }} aria-hidden />
                <span className="font-medium clip">{words('notDelivered', { name: contact })}</span>
                <span className="ml-auto pl-2 t-micro faint">{shortTime(createdAt)}</span>
              </span>
              <span className="muted clip block">
                <LastMessage ticket={{ lastMessage: text, fromMe: true }} icon="icon icon-sm mr-1" />
              </span>
            </span>
          </button>
        ))}
        {mentions.value.map(({ id, by, contact, note, createdAt, ...mention }) => (
          <button
            key={`mention-${id}`}
            className="opt two"
            onClick={() => {
              close()
              go(pathOf(mention))
            }}
          >
            <Avatar name={by ?? contact} size={28} />
            <span className="min-w-0 flex-1">
              <span className="flex">
                <span className="font-medium clip">{t('notifications.mentioned', { name: by ?? '' })}</span>
                <span className="ml-auto pl-2 t-micro faint">{shortTime(createdAt)}</span>
              </span>
              <span className="muted clip block">
                {contact} · {note}
              </span>
            </span>
          </button>
        ))}
        {unread.value.map(ticket => (
          <button
            key={ticket.id}
            className="opt two"
            onClick={() => {
              close()
              go(`/tickets/${ticket.uuid}`)
            }}
          >
            <Avatar name={ticket.contact?.name ?? ''} src={ticket.contact?.profilePicUrl} size={28} />
            <span className="min-w-0 flex-1">
              <span className="flex">
                <span className="font-medium clip">{ticket.contact?.name}</span>
                <span className="ml-auto pl-2 t-micro faint">{shortTime(ticket.updatedAt)}</span>
              </span>
              <span className="muted clip block">{newsOf(ticket) || <LastMessage ticket={ticket} icon="icon icon-sm mr-1" />}</span>
            </span>
            {ticket.unreadMessages > 0 && <span className="badge-n">{ticket.unreadMessages}</span>}
          </button>
        ))}
      </div>
      <Allow />
    </>
  )
}

/** Asks for notices of this device; gone once the browser has an answer. */
function Allow() {
  const [answer, setAnswer] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  if (answer !== 'default') return null
  async function ask() {
    const { turnOn } = await importPush()
    // Without a push service it tells while a window is open.
    await turnOn().catch(() => {})
    setAnswer(Notification.permission)
  }
  return (
    <div className="px-4 pb-3">
      <button className="btn btn-plain btn-sm w-full" onClick={() => void ask()}>
        <BellRing className="icon icon-sm" aria-hidden />
        {t('notifications.allow')}
      </button>
    </div>
  )
}
