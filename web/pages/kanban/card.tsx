import { useDraggable } from '@dnd-kit/core'
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeftRight, Bot, Users } from 'lucide-react'
import { memo } from 'react'
import { useLocation } from 'wouter'
import { Avatar } from '../../kit/avatar'
import { Chips, Count, Dot } from '../../kit/chips'
import { phone } from '../../kit/format'
import { plural } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { Link } from '../../kit/link'
import { MenuItems } from '../../kit/menu'
import { Pop } from '../../kit/popover'
import { LastMessage } from '../tickets/conversation/preview'
import { ageOf } from '../tickets/list/age'
import type { Ticket } from '../tickets/types'
import { laneOf, lanes } from './lanes'
import { move, now } from './store'
import { words } from './texts'

const cardId = (id: number) => `card-${id}`
/** A card that moved is another element, which takes the focus of the one that is gone. */
const focusCard = (id: number) => requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus())

/** A card that is dragged by mouse, by a long press, or by the keys. */
export const Card = memo(function Card({ ticket }: { ticket: Ticket }) {
  useSignals()
  const [, go] = useLocation()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id: cardId(ticket.id), data: { ticket } })
  const { contact, queue, user, unreadMessages: unread } = ticket
  const label = [
    contact.name,
    queue?.name,
    ageOf(ticket, now.value).text,
    unread ? plural(unread, 'tickets.unreadOne', 'tickets.unread') : '',
    user ? words('with', { name: user.name }) : '',
  ]
  return (
    <li className={`kcard-place${isDragging ? ' is-lifted' : ''}`} ref={setNodeRef}>
      <article
        ref={setActivatorNodeRef}
        className="kcard"
        data-card={ticket.id}
        tabIndex={0}
        aria-label={label.filter(Boolean).join(', ')}
        aria-roledescription={words('card')}
        aria-describedby={attributes['aria-describedby']}
        onDragStart={event => event.preventDefault()}
        onDoubleClick={() => go(`/tickets/${ticket.uuid}`)}
        {...listeners}
        onKeyDown={event => {
          if (event.key === 'Enter' && event.target === event.currentTarget && !isDragging) return go(`/tickets/${ticket.uuid}`)
          listeners?.['onKeyDown']?.(event)
        }}
      >
        <Face ticket={ticket} />
      </article>
    </li>
  )
})

/** What a card shows; the one under the pointer has nothing to press. */
export const Face = memo(function Face({ ticket, still }: { ticket: Ticket; still?: boolean }) {
  useSignals()
  const { contact, queue, user, unreadMessages: unread } = ticket
  const age = ageOf(ticket, now.value)
  const badge = ticket.isGroup ? <Users className="icon" /> : ticket.chatbot || ticket.useIntegration ? <Bot className="icon" /> : undefined
  return (
    <>
      <div className="kcard-head">
        <Avatar name={contact.name} src={contact.profilePicUrl} size={28} badge={badge} />
        <span className="name clip">{contact.name}</span>
        <span className={`t-micro tnum ${age.tone ? `age ${age.tone}` : 'faint'}`}>{age.text}</span>
      </div>
      <p className={`last${unread ? ' is-unread' : ''}`}>
        <LastMessage ticket={ticket} icon="icon icon-xs mr-1" />
      </p>
      <Tags ticket={ticket} />
      <div className="kcard-foot t-micro faint">
        {queue && <Dot color={queue.color} />}
        <span className="clip from">{[queue?.name, phone(contact.number)].filter(Boolean).join(' · ')}</span>
        {!still && (
          <span className="do">
            <MoveMenu ticket={ticket} />
            <Link
              className="see btn btn-xs btn-plain"
              href={`/tickets/${ticket.uuid}`}
              draggable={false}
              aria-label={words('seeOf', { name: contact.name })}
            >
              {words('see')}
            </Link>
          </span>
        )}
        <Count n={unread} />
        {user && (
          <span data-tip={user.name}>
            <Avatar name={user.name} size={18} />
          </span>
        )}
      </div>
    </>
  )
})

/** More would leave none a name that can be read. */
const MOST_TAGS = 2
/** Those that are no lane. */
function Tags({ ticket }: { ticket: Ticket }) {
  useSignals()
  const tags = ticket.tags.filter(({ id }) => !lanes.value.some(lane => lane.id === id))
  if (!tags.length) return null
  return (
    <p className="kcard-tags">
      <Chips of={tags} most={MOST_TAGS} />
    </p>
  )
}

/** The way to another lane for whoever cannot drag. */
function MoveMenu({ ticket }: { ticket: Ticket }) {
  useSignals()
  const label = words('move', { name: ticket.contact.name })
  const here = laneOf(ticket)
  return (
    <Pop label={words('moveTitle')} role="menu" end trigger={<IconButton icon={ArrowLeftRight} label={label} className="btn-xs" />}>
      {close => (
        <MenuItems
          close={close}
          items={lanes.value.map(lane => ({
            label: lane.name,
            icon: lane.color ? <Dot color={lane.color} /> : undefined,
            checked: lane.id === here,
            run: () => {
              move(ticket, lane.id)
              focusCard(ticket.id)
            },
          }))}
        />
      )}
    </Pop>
  )
}
