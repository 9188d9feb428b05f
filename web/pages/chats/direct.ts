import { get, post } from '../../kit/api'
import { language } from '../../kit/i18n'
import { user } from '../../session'
import { firstName, isMe, othersOf, type Room, rooms } from './rooms'

type Person = { id: number; name: string }

/** What a room is called by who is in it besides this user; nothing while nobody is. */
export const namedAfter = (others: { name: string }[]) =>
  others.length
    ? new Intl.ListFormat(language.peek()).format([user.peek()!, ...others].map(({ name }) => firstName(name))).slice(0, 120)
    : ''

/** The room of this user and one colleague alone, of several the one that was written in last. */
export const directRoom = ({ id }: Person, all = rooms.items.value) =>
  all.find(room => room.users.length === 2 && room.users.some(({ userId }) => isMe(userId)) && othersOf(room)[0]?.id === id)

/** The same; where they have none yet it begins, named after both. */
export async function talkTo(person: Person): Promise<Pick<Room, 'uuid'>> {
  const known = directRoom(person, await get<Room[]>('/chats/list'))
  if (known) return known
  const made = await post<Room>('/chats', { title: namedAfter([person]), users: [{ id: person.id }] })
  // Whoever goes there need not wait for the news of it.
  rooms.put(made)
  return made
}
