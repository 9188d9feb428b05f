import {
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { MOUSE, TOUCH } from '../../kit/drag'
import { laneOf, nameOf } from './lanes'
import type { Dragged } from './lane'
import { words } from './texts'

/** An arrow takes the card to the next lane: cards stand by time, so there is no place to choose within one. */
const toNextLane: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  if (event.code.startsWith('Arrow')) event.preventDefault()
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
  const { collisionRect, droppableContainers, droppableRects, over } = context
  if (!step || !collisionRect) return
  const across = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => ({ id, rect: droppableRects.get(id) }))
    .flatMap(({ id, rect }) => (rect ? { id, rect } : []))
    .toSorted((a, b) => a.rect.left - b.rect.left)
  const next = across[across.findIndex(({ id }) => id === over?.id) + step]?.rect
  return next && { x: next.left + (next.width - collisionRect.width) / 2, y: currentCoordinates.y }
}
const keyboard = (still: boolean) => ({
  coordinateGetter: toNextLane,
  scrollBehavior: still ? ('auto' as const) : ('smooth' as const),
  keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
})

export const useDragSensors = (still: boolean) =>
  useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH), useSensor(KeyboardSensor, keyboard(still)))

/** A pointer is in a lane or in none; a card that the keys move covers most of one. */
export const laneUnder: CollisionDetection = args => (args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args))

type Told = { data: { current?: unknown } }
const dataOf = ({ data }: Told) => data.current as Dragged
const nameIn = (active: Told) => {
  const dragged = dataOf(active)
  return 'ticket' in dragged ? dragged.ticket.contact.name : dragged.lane.name
}
/** Where it stood when it was lifted. */
const fromOf = (active: Told) => {
  const dragged = dataOf(active)
  return 'ticket' in dragged ? nameOf(laneOf(dragged.ticket)) : dragged.lane.name
}
const laneNameOf = (over: Told | null) => (over ? (over.data.current as { lane: { name: string } }).lane.name : undefined)

/** What a screen reader says of a drag. */
export const announcements: Announcements = {
  onDragStart: ({ active }) => words('lifted', { name: nameIn(active), lane: fromOf(active) }),
  onDragOver({ active, over }) {
    const lane = laneNameOf(over)
    return lane ? words('over', { name: nameIn(active), lane }) : words('overNothing', { name: nameIn(active) })
  },
  onDragEnd: ({ active, over }) => words('dropped', { name: nameIn(active), lane: laneNameOf(over) ?? fromOf(active) }),
  onDragCancel: ({ active }) => words('cancelled', { name: nameIn(active), lane: fromOf(active) }),
}
