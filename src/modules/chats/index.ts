import { said } from './messages'
import { rooms } from './rooms'

export type { ShownChat } from './rooms'
export type { ShownChatMessage } from './messages'

/** Rooms of colleagues, and what is said in them. */
export const chats = { ...rooms, ...said, list: rooms.list, messages: said.list }
