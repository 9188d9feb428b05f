import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Check, EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../../kit/avatar'
import { Chips, Count, Dot } from '../../../kit/chips'
import { plural, t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { Link } from '../../../kit/link'
import { user } from '../../../session'
import { later } from '../../../shell/later-icon'
import { marked, reading } from '../../../shell/unread'
import { ageOf } from './age'
import { chosen } from './choosing'
import { isPinned } from './pins'
import { unopenedNote } from './unopened'
import { lateOfRow, unsent } from './unsent'
import { focusComposer } from '../composer/focus'
import { dialog } from '../dialogs/shown'
import { LastMessage } from '../conversation/preview'
import { compact, now } from './store'
import { presences } from './customer-typing'
import type { Ticket } from '../types'
import { once } from '../double-press'
import type { Verbs } from '../verbs'

const Bot = later('Bot')
const Pin = later('Pin')
const Users = later('Users')

type Props = {
  ticket: Ticket
  selected: boolean
  verbs: Verbs
  /** Whether Tab stops here: a list is one stop, in which arrows go on. */
  isStop?: boolean
  /** In which list it stands, where rows of several are shown. */
  state?: string
}

/** One ticket of the list: a stretched link, with its buttons beside it. */
export const Row = memo(function Row({ ticket, selected, verbs, isStop = true, state }: Props) {
  useSignals()
  const { contact, queue, whatsapp, tags, status } = ticket
  // What is opened in one draws no other anew.
  const isRead = useComputed(() => reading.value === ticket.id || marked.value.has(ticket.id)).value
  // A closed one has nothing to be read.
  const unread = isRead || status === 'closed' ? 0 : ticket.unreadMessages
  const age = ageOf(ticket, now.value)
  const isChosen = chosen.value.has(ticket.id)
  const pinned = isPinned(ticket)
  const late = lateOfRow.value
  // Of how many tags the names have room.
  const most = compact.value ? (state ? 0 : 1) : 2
  // What is written to one customer draws no other row anew.
  const begun = useComputed(() => unsent.value[ticket.id])
  const presence = useComputed(() => presences.value[ticket.id]).value
  const busy = presence === 'composing' ? t('tickets.typing') : presence === 'recording' ? t('tickets.recording') : undefined
  const badge = ticket.isGroup ? <Users className="icon" /> : ticket.chatbot || ticket.useIntegration ? <Bot className="icon" /> : undefined
  const whose = ticket.userId !== user.value?.id && ticket.user?.name
  const note = unopenedNote(ticket)
  const label = [
    contact.name,
    isChosen && t('tickets.chosen'),
    pinned && t('tickets.pinned'),
    note,
    whose,
    state,
    age.text,
    unread ? plural(unread, 'tickets.unreadOne', 'tickets.unread') : '',
  ]
    .filter(Boolean)
    .join(', ')
  const waits = useComputed(() => lateOfRow.value?.waits(ticket.id) ?? false).value
  const draft = (selected && !waits) || ticket.status !== 'open' ? undefined : begun.value
  const said = <LastMessage ticket={ticket} />
  // What the customer wrote since is not hidden by it.
  const last = busy ?? (draft !== undefined && late ? <late.Begun id={ticket.id} words={draft} said={unread ? said : undefined} /> : said)
  return (
    <li
      className={`ticket${selected ? ' is-selected' : ''}${unread || note ? ' is-unread' : ''}`}
      data-chosen={isChosen || undefined}
      data-id={ticket.id}
    >
      <Link
        className="ticket-hit"
        href={`/tickets/${ticket.uuid}`}
        aria-current={selected ? 'true' : undefined}
        tabIndex={isStop ? 0 : -1}
        aria-label={label}
        onClick={() => selected && focusComposer()}
      />
      {isChosen ? (
        <span data-pick>
          <Check className="icon" aria-hidden />
        </span>
      ) : (
        <Avatar name={contact.name} src={contact.profilePicUrl} badge={badge} />
      )}
      <div className="min-w-0">
        <div className="l1">
          <span className="name clip" dir="auto">
            {contact.name}
          </span>
          {pinned && <Pin className="icon icon-sm faint" aria-hidden />}
          {late && <late.Sign id={ticket.id} />}
          <span className={age.tone ? `time age ${age.tone}` : 'time'}>{age.text}</span>
        </div>
        {!ticket.hits?.length && (
          <div className="l2">
            <span className={busy ? 'last clip typing' : 'last clip'} dir="auto">
              {note && <b className="begun">{note} · </b>}
              {last}
            </span>
            {note && !unread ? (
              <span className="dot-new" />
            ) : (
              <Count n={unread} label={plural(unread, 'tickets.unreadOne', 'tickets.unread')} />
            )}
          </div>
        )}
        <div className="l3">
          <span className="meta">
            {queue && <Dot color={queue.color} />}
            <span className="clip">{queue?.name ?? t('tickets.noQueue')}</span>
            {whatsapp && (
              <>
                <span aria-hidden>·</span>
                <span className="clip">{whatsapp.name}</span>
              </>
            )}
          </span>
          {state && <span className="chip chip-plain">{state}</span>}
          <Chips of={tags} most={most} />
          {whose && (
            <span className="whose">
              <Avatar name={whose} size={18} />
              <span className="clip">{whose.split(' ')[0]}</span>
            </span>
          )}
        </div>
      </div>
      <span className="row-actions">
        <IconButton
          icon={EllipsisVertical}
          label={t('common.more')}
          aria-description={contact.name}
          tabIndex={isStop ? 0 : -1}
          aria-haspopup="menu"
          onClick={event => (dialog.value = { kind: 'menu', ticket, anchor: event.currentTarget })}
        />
        {status !== 'closed' && (
          <IconButton
            icon={Check}
            label={t(status === 'pending' ? 'tickets.accept' : 'tickets.resolve')}
            aria-description={contact.name}
            tabIndex={isStop ? 0 : -1}
            onClick={() => once(ticket.id, () => (status === 'pending' ? verbs.accept : verbs.resolve)(ticket))}
          />
        )}
      </span>
    </li>
  )
})
