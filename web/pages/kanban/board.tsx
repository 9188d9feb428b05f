import { DndContext, type DragEndEvent, type DragStartEvent, DragOverlay } from '@dnd-kit/core'
import { useSignals } from '@preact/signals-react/runtime'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '../../kit/link'
import { may } from '../../session'
import { Face } from './card'
import { announcements, laneUnder, useDragSensors } from './drag-sensors'
import { type Dragged, Lane, LaneName } from './lane'
import { lanes, place, said, stages } from './lanes'
import { move } from './store'
import { words } from './texts'

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The lanes side by side, with what is dragged above them. */
export function Board() {
  useSignals()
  const [dragged, setDragged] = useState<Dragged>()
  const sensors = useDragSensors(isStill())
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined)
    if (!over) return
    const what = active.data.current as Dragged
    const { lane } = over.data.current as { lane: { id: number } }
    if ('ticket' in what) return move(what.ticket, lane.id)
    void place(
      what.lane.id,
      stages.value.findIndex(stage => stage.id === lane.id),
    )
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={laneUnder}
      accessibility={{ announcements, screenReaderInstructions: { draggable: words('help') } }}
      onDragStart={({ active }: DragStartEvent) => setDragged(active.data.current as Dragged)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(undefined)}
    >
      <div className={`board${dragged ? ' is-dragging' : ''}`}>
        {lanes.value.map(lane => (
          <Lane key={lane.id} lane={lane} />
        ))}
        {!stages.value.length && <NoLanes />}
      </div>
      <p className="sr-only" role="status">
        {said.value}
      </p>
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {dragged &&
            ('ticket' in dragged ? (
              <div className="kcard is-drag">
                <Face ticket={dragged.ticket} still />
              </div>
            ) : (
              <div className="lane is-drag">
                <header>
                  <LaneName lane={dragged.lane} />
                </header>
              </div>
            ))}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

/** What stands beside the first lane as long as there is no other. */
const NoLanes = () => (
  <div className="no-lanes">
    <Columns3 className="icon icon-xl faint" aria-hidden />
    <h2>{words('noLanes')}</h2>
    <p>{words('noLanesText')}</p>
    {may('tags:kanban') ? (
      <Link className="btn btn-primary" href="/tags">
        {words('noLanesDo')}
      </Link>
    ) : (
      <p>{words('noLanesAgent')}</p>
    )}
  </div>
)
