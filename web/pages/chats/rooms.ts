import { retryable } from '../../kit/retryable'
import { computed, effect, signal } from '@preact/signals-react'
import type { ShownChat, ShownChatMessage } from '../../../src/modules/chats'
import { catalog } from '../../catalog'
import { paged } from '../../kit/paged'
import { on, onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'
import { user } from '../../session'
import { notify } from '../../shell/desktop-notice'
import { chatUnread } from '../../shell/unread'

const importChime = retryable(() => import('../../shell/chime'))

export type Room = Json<ShownChat>
export type Said = Json<ShownChatMessage>

const TYPING_MS = 6_000

/** Every room of this user, the last that was written in first: there are tens of them, and all at once none is missed. */
export const rooms = paged<Room>({
  path: '/chats/list',
  rows: null,
  order: (a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id),
})
export const isMe = (userId: number | null) => userId !== null && userId === user.value?.id
export const isOwner = (room: Room) => isMe(room.ownerId)
/** A room of two that is called after both is, for each of them, the other. */
export function titleOf(room: Room) {
  const [other, ...more] = othersOf(room)
  if (!other || more.length) return room.title
  const both = [user.value?.name ?? '', other.name].map(firstName).toSorted().join()
  return room.title
    .split(/ (?:e|and|y) /)
    .toSorted()
    .join() === both
    ? other.name
    : room.title
}
export const unreadsOf = (room: Room) => room.users.find(({ userId }) => isMe(userId))?.unreads ?? 0
export const unreadRooms = computed(() => rooms.items.value.filter(room => unreadsOf(room) > 0))

/** Who writes in which room, now. */
export const typing = signal<Readonly<Record<number, string>>>({})
const timers = new Map<number, ReturnType<typeof setTimeout>>()
function setTyping(roomId: number, name: string | undefined) {
  clearTimeout(timers.get(roomId))
  const { [roomId]: _, ...rest } = typing.peek()
  typing.value = name === undefined ? rest : { ...rest, [roomId]: name }
  if (name !== undefined)
    timers.set(
      roomId,
      setTimeout(() => setTyping(roomId, undefined), TYPING_MS),
    )
}

/** Whoever looks at the room needs no sound. */
const isOnScreen = ({ uuid }: Room) => !document.hidden && location.pathname.endsWith(uuid)
function tellDesktop(room: Room, { sender, message, mediaName }: Said) {
  notify({ title: titleOf(room), body: `${sender.name}: ${message || (mediaName ?? '')}`, tag: room.uuid, path: `/chats/${room.uuid}` })
  if (!isOnScreen(room))
    importChime()
      .then(({ chimeFor }) => chimeFor(null))
      .catch(() => {})
}

/** Follows the rooms. Returns how to stop. */
export function watchRooms() {
  void rooms.reload()
  const stops = [
    on('chat', event => {
      if (event.action === 'delete') return rooms.remove(event.id)
      rooms.put(event.chat)
      if (event.action === 'update' || isMe(event.newMessage.senderId)) return
      if (typing.peek()[event.chat.id] === event.newMessage.sender.name) setTyping(event.chat.id, undefined)
      if (event.action === 'new-message') tellDesktop(event.chat, event.newMessage)
    }),
    on(`chat-user-${user.peek()?.id ?? 0}`, ({ record }) => rooms.put(record)),
    on('chatTyping', ({ chatId, user: { name } }) => setTyping(chatId, name)),
    onResync(() => void rooms.reload()),
    effect(() => {
      chatUnread.value = rooms.items.value.reduce((sum, room) => sum + unreadsOf(room), 0)
    }),
  ]
  return () => stops.forEach(stop => stop())
}

export const firstName = (name: string) => name.split(' ')[0]!
/** The one on the other side of a room of two, with what they say of being there. */
export function personOf(room: Room) {
  const [other, ...more] = othersOf(room)
  return more.length ? undefined : catalog('users').items.value.find(({ id }) => id === other?.id)
}
/** Who is in a room besides this user. */
export const othersOf = (room: Room) => room.users.filter(({ userId }) => !isMe(userId)).map(({ user }) => user)
