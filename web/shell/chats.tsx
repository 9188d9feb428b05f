import { useSignals } from '@preact/signals-react/runtime'
import { MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { Avatar } from '../kit/avatar'
import { Count } from '../kit/chips'
import { shortTime } from '../kit/format'
import { Empty } from '../kit/placeholder'
import { Pop } from '../kit/popover'
import { titleOf, unreadRooms, unreadsOf, watchRooms } from '../pages/chats/rooms'
import { words } from '../pages/chats/texts'
import { chatUnread } from './unread'

/** What colleagues wrote and this user has not read; one press opens the room. The rooms are followed from here on every page. */
export function Chats() {
  useSignals()
  useEffect(watchRooms, [])
  const n = chatUnread.value
  return (
    <Pop
      label={words('title')}
      width={340}
      end
      trigger={
        <button className="btn btn-icon desktop-only" aria-label={n ? words('button', { n }) : words('title')} data-tip={words('title')}>
          <MessagesSquare className="icon" aria-hidden />
          <Count n={n} className="badge-pin" />
        </button>
      }
    >
      {close => <Unread close={close} />}
    </Pop>
  )
}

function Unread({ close }: { close: () => void }) {
  useSignals()
  const [, navigate] = useLocation()
  const go = (path: string) => {
    close()
    navigate(path)
  }
  return (
    <>
      {unreadRooms.value.length ? (
        <div className="pop-list">
          {unreadRooms.value.map(room => (
            <button key={room.id} className="opt two" onClick={() => go(`/chats/${room.uuid}`)}>
              <Avatar name={titleOf(room)} size={28} />
              <span className="min-w-0 flex-1">
                <span className="flex">
                  <span className="font-medium clip">{titleOf(room)}</span>
                  <span className="ml-auto pl-2 t-micro faint">{shortTime(room.updatedAt)}</span>
                </span>
                <span className="muted clip block">{room.lastMessage}</span>
              </span>
              <span className="badge-n">{unreadsOf(room)}</span>
            </button>
          ))}
        </div>
      ) : (
        <Empty icon={MessagesSquare} title={words('none')} text={words('noneText')} />
      )}
      <div className="px-4 pb-3">
        <button className="btn btn-plain btn-sm w-full" onClick={() => go('/chats')}>
          {words('all')}
        </button>
      </div>
    </>
  )
}
