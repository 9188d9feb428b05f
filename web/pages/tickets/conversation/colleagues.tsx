import { useSignals } from '@preact/signals-react/runtime'
import { Avatar } from '../../../kit/avatar'
import { t } from '../../../kit/i18n'
import type { Ticket } from '../types'
import { peopleAt } from './colleagues-here'
import { words } from './texts'

const MOST = 3
const SIZE = 28

/** Who else has the ticket on screen. */
export function Colleagues({ ticketId }: { ticketId: number }) {
  useSignals()
  const people = peopleAt(ticketId)
  if (!people.length) return null
  const said = people.map(({ name, isTyping }) => words(isTyping ? 'isTyping' : 'isLooking', { name })).join(', ')
  return (
    <span className="colleagues" role="img" aria-label={said} data-tip={said}>
      {people.slice(0, MOST).map(({ id, name, isTyping }) => (
        <span key={id} className={isTyping ? 'is-typing' : undefined} aria-hidden>
          <Avatar name={name} size={SIZE} />
        </span>
      ))}
      {people.length > MOST && <span aria-hidden>+{people.length - MOST}</span>}
    </span>
  )
}

/** A soft lock: somebody else is writing here at this moment. What one has written oneself stands. */
export function TypingHint({ ticket, takeOver }: { ticket: Ticket; takeOver?: () => void }) {
  useSignals()
  const names = peopleAt(ticket.id).flatMap(({ name, isTyping }) => (isTyping ? name : []))
  return (
    <div role="status" className={names.length ? 'typing-hint' : undefined}>
      {names.length > 0 && (
        <>
          <span className="dots" aria-hidden>
            <i />
            <i />
            <i />
          </span>
          <span className="clip">
            {names.length === 1 ? words('typesHere', { name: names[0]! }) : words('typeHere', { names: names.join(', ') })}
          </span>
          {takeOver && (
            <button type="button" className="btn btn-sm btn-plain ml-auto" onClick={takeOver}>
              {t('tickets.takeOver')}
            </button>
          )}
        </>
      )}
    </div>
  )
}
