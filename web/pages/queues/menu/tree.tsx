import {
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { MOUSE, TOUCH } from '../../../kit/drag'
import { LoadFailed, Skeleton } from '../../../kit/placeholder'
import { words } from '../texts'
import { Level } from './branch'
import type { Menu, Option } from './editing'

const optionOf = (one: { data: { current?: unknown } }) => (one.data.current as { option: Option }).option
/** An option goes to the place of one beside it, and to no other level. */
const besideIt: CollisionDetection = args =>
  closestCenter({
    ...args,
    droppableContainers: args.droppableContainers.filter(one => optionOf(one).parentId === optionOf(args.active).parentId),
  })
/** The tree says what moved by itself, in the words of its options. */
const silent = { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined }

/** The menu of a queue as a tree that is written where it stands. */
export function Tree({ menu }: { menu: Menu }) {
  useSignals()
  const [dragged, setDragged] = useState<Option>()
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const { loaded, failed, reload } = menu.list
  if (!loaded.value)
    return failed.value ? <LoadFailed what={words('menuWhat')} retry={() => void reload()} /> : <Skeleton rows={3} avatar={false} />
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined)
    if (over) void menu.place(optionOf(active), optionOf(over).option)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={besideIt}
      accessibility={{ announcements: silent }}
      onDragStart={({ active }) => setDragged(optionOf(active))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(undefined)}
    >
      <Level menu={menu} />
      <p className="sr-only" role="status">
        {menu.said.value}
      </p>
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <div className="node is-drag">
              <span className="ord">{dragged.option}</span>
              <span className="font-medium clip">{dragged.title}</span>
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}
