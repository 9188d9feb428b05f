import { useDraggable, useDroppable } from '@dnd-kit/core'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleDashed, EllipsisVertical, MoveLeft, MoveRight, RotateCw, SearchX, Settings2 } from 'lucide-react'
import { memo, useEffect } from 'react'
import { useLocation } from 'wouter'
import { Dot } from '../../kit/chips'
import { number, t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { Menu } from '../../kit/menu'
import { Skeleton } from '../../kit/placeholder'
import { useNearEnd } from '../../kit/scroll'
import { may } from '../../session'
import type { Ticket } from '../tickets/types'
import { Card } from './card'
import { type Lane as LaneOf, laneOf, place, stages } from './lanes'
import { isFiltered, listOf } from './store'
import { words } from './texts'

const laneId = (id: number) => `lane-${id}`
/** What is dragged: a card, or a lane by its head. */
export type Dragged = { ticket: Ticket } | { lane: LaneOf }

/** One lane: its head, by which leaders drag it, and its cards. */
export function Lane({ lane }: { lane: LaneOf }) {
  useSignals()
  const list = listOf(lane.id)
  useEffect(() => void list.reload(), [list])
  const { setNodeRef, isOver, active } = useDroppable({ id: laneId(lane.id), data: { lane } })
  const dragged = active?.data.current as Dragged | undefined
  const isTarget =
    isOver && dragged && ('ticket' in dragged ? laneOf(dragged.ticket) !== lane.id : lane.id !== 0 && dragged.lane.id !== lane.id)
  const { loaded, count } = list
  return (
    <section
      ref={setNodeRef}
      className={`lane${isTarget ? ' is-target' : ''}`}
      aria-label={loaded.value ? words('lane', { name: lane.name, n: count.value }) : lane.name}
    >
      <Head lane={lane} count={loaded.value ? count.value : undefined} />
      <Cards lane={lane.id} slot={Boolean(isTarget && 'ticket' in dragged)} />
    </section>
  )
}

function Head({ lane, count }: { lane: LaneOf; count: number | undefined }) {
  useSignals()
  const [, go] = useLocation()
  const mayMove = lane.id !== 0 && may('tags:kanban')
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: `head-${lane.id}`, data: { lane }, disabled: !mayMove })
  const at = stages.value.findIndex(stage => stage.id === lane.id)
  const { onMouseDown, onTouchStart } = (listeners ?? {}) as { onMouseDown?: () => void; onTouchStart?: () => void }
  return (
    <header ref={setNodeRef} className={`${mayMove ? 'can-move' : ''}${isDragging ? ' is-lifted' : ''}`} {...{ onMouseDown, onTouchStart }}>
      <LaneName lane={lane} />
      {count !== undefined && <span className="n">{number(count)}</span>}
      {mayMove && (
        <Menu
          label={words('laneMenu', { name: lane.name })}
          end
          trigger={<IconButton icon={EllipsisVertical} label={words('laneMenu', { name: lane.name })} className="btn-sm" />}
          items={[
            at > 0 && {
              icon: <MoveLeft className="icon" aria-hidden />,
              label: words('left'),
              run: () => void place(lane.id, at - 1),
            },
            at < stages.value.length - 1 && {
              icon: <MoveRight className="icon" aria-hidden />,
              label: words('right'),
              run: () => void place(lane.id, at + 1),
            },
            { icon: <Settings2 className="icon" aria-hidden />, label: words('manage'), run: () => go('/tags') },
          ]}
        />
      )}
    </header>
  )
}

export const LaneName = ({ lane: { name, color } }: { lane: LaneOf }) => (
  <>
    {color ? <Dot color={color} /> : <CircleDashed className="icon icon-sm faint" aria-hidden />}
    <h2 className="clip">{name}</h2>
  </>
)

/** The cards of a lane, a page at a time as it is scrolled. */
const Cards = memo(function Cards({ lane, slot }: { lane: number; slot: boolean }) {
  useSignals()
  const { items, loaded, loading, failed, hasMore, nearEnd, retry } = listOf(lane)
  const box = useNearEnd<HTMLUListElement>(nearEnd)
  if (!loaded.value && !failed.value)
    return (
      <div className="cards">
        <Skeleton rows={4} height={92} avatar={false} />
      </div>
    )
  return (
    <ul className="cards" ref={box}>
      {slot && <li className="drop-slot" aria-hidden />}
      {items.value.map(ticket => (
        <Card key={ticket.id} ticket={ticket} />
      ))}
      {failed.value && (
        <li className="lane-note" role="alert">
          {t('common.loadFailed', { what: words('what') })}
          <button className="btn btn-plain btn-sm" onClick={() => void retry()}>
            <RotateCw className="icon icon-sm" aria-hidden />
            {t('common.retry')}
          </button>
        </li>
      )}
      {!failed.value && !items.value.length && !slot && (
        <li className="lane-note">
          {isFiltered() && <SearchX className="icon icon-lg" aria-hidden />}
          {isFiltered() ? words('nothingFound') : words('noneHere')}
        </li>
      )}
      {hasMore.value && loading.value && <li className="lane-note">{t('common.loadingMore')}</li>}
    </ul>
  )
})
