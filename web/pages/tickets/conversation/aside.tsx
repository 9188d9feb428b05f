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

type Props = { aside: Aside; ticketId: number; isLit: boolean; gone: (id: number) => void }

/** What stands between two messages: a quiet line, or a note, which no customer ever reads. */
export function AsideRow({ aside: { activity, note }, ticketId, isLit, gone }: Props) {
  useSignals()
  if (!activity)
    return (
      <div className="aside-note" data-hit={isLit ? '' : undefined}>
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
