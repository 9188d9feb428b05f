import { useSignals } from '@preact/signals-react/runtime'
import { clock, dateTime } from '../../../kit/format'
import { NoteCard } from '../contact/note-card'
import type { Activity, Aside } from './asides'
import { activityWords as words } from './activity-texts'

/** Who did what, to whom; a rule, a robot and the customer have no name. */
function sentence({ kind, userName: name, about: { user, queue, tags, rating } }: Activity) {
  if (kind === 'rated') return words(`rated${rating ?? 3}`)
  const to = [user, queue].filter(Boolean).join(' · ')
  if (kind === 'transferred' && !to) return name ? words('unqueued', { name }) : words('unqueuedBy')
  if (kind === 'taken' || kind === 'accepted') return words(kind, { name: name ?? '' })
  const slots = { name: name ?? '', to, tags: (tags ?? []).join(', ') }
  return name ? words(kind, slots) : words(`${kind}By`, slots)
}

/** What stands between two messages: a quiet line, or a note, which no customer ever reads. */
export function AsideRow({ aside: { activity, note }, ticketId, gone }: { aside: Aside; ticketId: number; gone: (id: number) => void }) {
  useSignals()
  if (!activity)
    return (
      <div className="aside-note">
        <NoteCard note={note} isHere={note.ticketId === ticketId} gone={() => gone(note.id)} />
      </div>
    )
  return (
    <div className="event">
      {sentence(activity)} ·{' '}
      <time dateTime={activity.createdAt} data-tip={dateTime(activity.createdAt)}>
        {clock(activity.createdAt)}
      </time>
    </div>
  )
}
