import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { catalog } from '../../catalog'
import { Avatar } from '../../kit/avatar'
import { toastError } from '../../kit/errors'
import { folded } from '../../kit/folded'
import { PersonState } from '../../shell/availability/state'
import { directRoom, talkTo } from './direct'
import { isMe, type Room } from './rooms'
import { words } from './texts'

const MOST = 8

/** Colleagues of a name with whom this user has no room of two yet. */
export const useWithoutRoom = (text: string) => {
  useSignals()
  const everyone = catalog('users').items.value
  const isNamed = ({ name }: { name: string }) => folded(name).includes(folded(text))
  return text ? everyone.filter(one => !isMe(one.id) && isNamed(one) && !directRoom(one)).slice(0, MOST) : []
}

type Props = { people: ReturnType<typeof useWithoutRoom>; open: (room: Pick<Room, 'uuid'>) => void }

/** With one press a conversation with one of them begins. */
export function Colleagues({ people, open }: Props) {
  useSignals()
  const [busy, setBusy] = useState(false)
  const begin = (one: (typeof people)[number]) => {
    setBusy(true)
    void talkTo(one)
      .then(open, toastError)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <h2 className="t-label muted room-found-head">{words('colleagues')}</h2>
      <ul aria-label={words('colleagues')}>
        {people.map(one => (
          <li key={one.id} className="ticket">
            <button
              type="button"
              className="ticket-hit"
              disabled={busy}
              aria-label={words('talkTo', { name: one.name })}
              onClick={() => begin(one)}
            />
            <Avatar name={one.name} />
            <div className="min-w-0">
              <span className="name clip block">{one.name}</span>
              <PersonState {...one} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
