import { useSignals } from '@preact/signals-react/runtime'
import { Clock3, MessagesSquare, Plus, SearchX, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { Avatar } from '../../kit/avatar'
import { Count } from '../../kit/chips'
import { folded } from '../../kit/folded'
import { shortTime } from '../../kit/format'
import { IconButton } from '../../kit/icon-button'
import { useShortcut } from '../../kit/keys'
import { Link } from '../../kit/link'
import { phone } from '../../kit/screen-width'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { SearchBox } from '../../kit/search-box'
import { sentenceOf } from '../../shell/availability/state'
import { useSearchTarget } from '../../shell/focus-search'
import { moveByArrow } from '../../kit/scroll'
import { Colleagues, useWithoutRoom } from './colleagues'
import { FoundMessages, useFound } from './found'
import { firstName, personOf, type Room, rooms, titleOf, typing, unreadsOf } from './rooms'
import { words } from './texts'

type Props = { selected?: string; create: () => void; open: (room: Pick<Room, 'uuid'>) => void }

/** The left pane: a search by title and by person, and the rooms. */
export function RoomList({ selected, create, open }: Props) {
  useSignals()
  const [text, setText] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useSearchTarget(() => box.current?.focus())
  useShortcut('create', create)
  const named = (room: Room) => [room.title, ...room.users.map(({ user }) => user.name)].some(name => folded(name).includes(folded(text)))
  const { items, loaded, failed } = rooms
  const search = <SearchBox ref={box} label={words('search')} find={setText} />
  const shown = items.value.filter(named)
  const found = useFound(text)
  const people = useWithoutRoom(text)
  return (
    <section className="list-pane" aria-label={words('list')}>
      <div className="list-head">
        <div className="flex items-center gap-1">
          {phone.value ? <div className="flex-1">{search}</div> : <h1 className="t-title px-2">{words('title')}</h1>}
          <IconButton
            icon={Plus}
            label={words('new')}
            shortcut="create"
            className="btn-sm ml-auto"
            style={{ flex: 'none' }}
            onClick={create}
          />
        </div>
        {!phone.value && search}
      </div>
      {failed.value && !items.value.length ? (
        <LoadFailed what={words('what')} retry={() => void rooms.reload()} />
      ) : !loaded.value ? (
        <Skeleton rows={7} height={58} />
      ) : !items.value.length && !people.length ? (
        <Empty icon={MessagesSquare} title={words('empty')} text={words('emptyText')}>
          <button className="btn btn-primary" onClick={create}>
            {words('new')}
          </button>
        </Empty>
      ) : !shown.length && !people.length && !found?.records.length ? (
        <Empty icon={SearchX} title={words('noMatch')} />
      ) : (
        <div className="ticket-list" onKeyDown={event => moveByArrow(event)}>
          <ul aria-label={words('list')}>
            {shown.map(room => (
              <Row key={room.id} room={room} selected={room.uuid === selected} />
            ))}
          </ul>
          {people.length > 0 && <Colleagues people={people} open={open} />}
          {found && found.records.length > 0 && <FoundMessages found={found} text={text} />}
        </div>
      )}
    </section>
  )
}

function Row({ room, selected }: { room: Room; selected: boolean }) {
  useSignals()
  const n = unreadsOf(room)
  const writing = typing.value[room.id]
  const time = shortTime(room.updatedAt)
  const said = personOf(room)?.availability
  const isAway = said && said.state !== 'available'
  const label = [titleOf(room), isAway ? sentenceOf(said) : '', time, n ? words('unread', { n }) : ''].filter(Boolean).join(', ')
  return (
    <li className={`ticket${selected ? ' is-selected' : ''}${n ? ' is-unread' : ''}`} data-id={room.id}>
      <Link className="ticket-hit" href={`/chats/${room.uuid}`} aria-current={selected ? 'true' : undefined} aria-label={label} />
      <Avatar
        name={titleOf(room)}
        badge={isAway ? <Clock3 className="icon" /> : room.users.length > 2 ? <Users className="icon" /> : undefined}
      />
      <div className="min-w-0">
        <div className="l1">
          <span className="name clip">{titleOf(room)}</span>
          <span className="time">{time}</span>
        </div>
        <div className="l2">
          <span className={writing ? 'last clip typing' : 'last clip'}>
            {writing ? words('typingShort', { name: firstName(writing) }) : room.lastMessage || words('nothing')}
          </span>
          <Count n={n} label={words('unread', { n })} />
        </div>
      </div>
    </li>
  )
}
