import { useSignals } from '@preact/signals-react/runtime'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { useRight } from '../../crud/right'
import { useBodyAttribute } from '../../kit/body-attribute'
import { phone } from '../../kit/screen-width'
import { Empty } from '../../kit/placeholder'
import { toast } from '../../kit/toast'
import { RoomList } from './list'
import { openRoom } from './open-room'
import { RoomForm } from './room-form'
import { RoomPane } from './room-pane'
import { type Room, rooms } from './rooms'
import { words } from './texts'

/** Whose plan is without it is led away. */
export default function Chats() {
  return useRight('chats:use', '/chats') ? <Rooms /> : null
}

/** The chat of the team: its rooms at the left, the one that is open at the right; on a phone, two tabs. */
function Rooms() {
  useSignals()
  const { uuid } = useParams<{ uuid?: string }>()
  const [, navigate] = useLocation()
  /** The room whose form is open; null is one that is not yet there. */
  const [form, setForm] = useState<Room | null>()
  const pane = uuid ? 'chat' : 'list'
  useBodyAttribute('pane', pane)
  const last = useRef(uuid)
  last.current = uuid ?? last.current
  const room = rooms.items.value.find(one => one.uuid === uuid)
  const isGone = Boolean(uuid && !room && rooms.loaded.value && !rooms.loading.value)
  const wasThere = useRef<string>(undefined)
  if (room) wasThere.current = room.uuid
  useEffect(() => {
    if (!isGone) return
    if (wasThere.current !== uuid) toast.bad(words('gone'))
    last.current = undefined
    navigate('/chats', { replace: true })
  }, [isGone, uuid, navigate])

  const open = (one: Pick<Room, 'uuid'>) => navigate(`/chats/${one.uuid}`)
  const close = () => navigate('/chats')
  const id = room?.id
  const talk = useMemo(() => (room ? openRoom(room) : undefined), [id])
  const message = new URLSearchParams(useSearch()).get('message')
  // The pane that shows the room begins to read it first: effects of what is drawn inside run before these.
  useEffect(() => {
    if (talk && message) void talk.show(message)
  }, [talk, message])
  return (
    <>
      {phone.value && (
        <div className="segment chat-tabs" role="tablist" aria-label={words('title')}>
          <button role="tab" aria-selected={!uuid} onClick={close}>
            {words('tabRooms')}
          </button>
          <button role="tab" aria-selected={Boolean(uuid)} disabled={!last.current} onClick={() => open({ uuid: last.current! })}>
            {words('tabMessages')}
          </button>
        </div>
      )}
      <div className="inbox" data-pane={pane}>
        <RoomList selected={uuid} create={() => setForm(null)} open={open} />
        {room && talk ? (
          <RoomPane key={room.id} room={room} talk={talk} edit={() => setForm(room)} leave={close} />
        ) : (
          <section className="convo" aria-busy={Boolean(uuid)}>
            {!uuid && <Empty icon={MessagesSquare} title={words('choose')} text={words('chooseText')} />}
          </section>
        )}
      </div>
      {form !== undefined && <RoomForm room={form} close={() => setForm(undefined)} saved={open} />}
    </>
  )
}
