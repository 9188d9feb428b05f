import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, EllipsisVertical, LogOut, Pencil, Trash2, Users } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { del, post } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { useFileDrop } from '../../kit/file-drop'
import { locale, t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { Link } from '../../kit/link'
import { type Item, Menu } from '../../kit/menu'
import { useSwipeBack } from '../../kit/swipe'
import { toast } from '../../kit/toast'
import { Composer } from '../tickets/composer/composer'
import { draftOf } from '../tickets/composer/drafts'
import { cancel, retry } from '../tickets/composer/sending'
import { erase } from '../tickets/conversation/erase'
import { isLocal } from '../tickets/conversation/messages'
import type { MessageActions } from '../tickets/conversation/message-toolbar'
import { Thread } from '../tickets/conversation/thread'
import type { OpenRoom } from './open-room'
import { PersonState } from '../../shell/availability/state'
import { firstName, isOwner, othersOf, personOf, type Room, titleOf, typing } from './rooms'
import { words } from './texts'
import { copyText } from '../../kit/copy'

type Props = { room: Room; talk: OpenRoom; edit: () => void; leave: () => void }

/** One room: who is in it, what was said, and the field for more. */
export function RoomPane({ room, talk, edit, leave }: Props) {
  useSignals()
  const draft = draftOf(talk.id)
  useEffect(() => talk.follow(), [talk])
  useEffect(() => draft.enter(), [draft])
  const { listeners, hint } = useFileDrop(draft.attach, t('tickets.dropHere'))
  const swiping = useSwipeBack(leave)
  const actions = useMemo<Omit<MessageActions, 'view' | 'jump'>>(
    () => ({
      reply: draft.quote,
      edit: message => draft.edit(message, message.body),
      erase: messages => void erase(messages, talk.line.path, words('eraseText'), words('eraseManyText')),
      retry: message => void retry(talk, message),
      cancel: message => cancel(talk, message),
      copy: message => void copyText(message.body),
    }),
    [talk, draft],
  )
  const editLast = () => {
    const last = talk.messages.value.findLast(message => message.fromMe && !message.isDeleted && !isLocal(message) && !message.mediaUrl)
    if (last) draft.edit(last, last.body)
  }
  return (
    <section className="convo" aria-label={words('with', { title: titleOf(room) })} {...listeners} {...swiping}>
      <Head room={room} edit={edit} leave={leave} />
      <Thread conversation={talk} actions={actions} tools="all" />
      <Composer conversation={talk} autoFocus editLast={editLast} />
      {hint}
    </section>
  )
}

/** So many faces stand in the head; the names stand below the title. */
const FACES = 4

function Head({ room, edit, leave }: Omit<Props, 'talk'>) {
  useSignals()
  const writing = typing.value[room.id]
  const person = personOf(room)
  const others = othersOf(room)
  const names = new Intl.ListFormat(locale(), { style: 'short', type: 'unit' }).format(others.map(({ name }) => firstName(name)))
  const members = others.length ? words('and', { names }) : words('alone')
  const own = isOwner(room)
  async function quit() {
    const text = words(!others.length ? 'leaveLast' : own ? 'leaveOwner' : 'leaveText')
    if (!(await confirm({ title: words('leaveTitle', { title: titleOf(room) }), text, action: words('leave'), danger: true }))) return
    await post(`/chats/${room.id}/leave`).then(leave, toastError)
  }
  async function remove() {
    const title = words('removeTitle', { title: titleOf(room) })
    if (!(await confirm({ title, text: words('removeText'), action: words('remove'), danger: true }))) return
    await del(`/chats/${room.id}`).then(() => {
      toast.ok(words('removed'))
      leave()
    }, toastError)
  }
  const items: Item[] = [
    own && { label: words('edit'), icon: <Pencil className="icon" aria-hidden />, run: edit },
    { label: words('leave'), icon: <LogOut className="icon" aria-hidden />, run: () => void quit() },
    own && { label: words('remove'), icon: <Trash2 className="icon" aria-hidden />, danger: true, run: () => void remove() },
  ]
  return (
    <header className="convo-head">
      <Link href="/chats" className="btn btn-icon mobile-only" aria-label={words('back')}>
        <ChevronLeft className="icon" aria-hidden />
      </Link>
      <Avatar name={titleOf(room)} badge={room.users.length > 2 ? <Users className="icon" /> : undefined} />
      <div className="min-w-0">
        <h2 className="t-title clip">{titleOf(room)}</h2>
        {person && !writing ? (
          <PersonState {...person} />
        ) : (
          <div className="t-meta muted clip" title={room.users.map(({ user }) => user.name).join(', ')}>
            {writing ? <span className="typing">{words('typing', { name: firstName(writing) })}</span> : members}
          </div>
        )}
      </div>
      <div className="flex items-center gap-1 ml-auto shrink-0">
        <span className="ava-stack desktop-only hide-narrow" aria-hidden>
          {others.slice(0, FACES).map(({ id, name }) => (
            <Avatar key={id} name={name} size={28} />
          ))}
        </span>
        {own && <IconButton icon={Pencil} label={words('edit')} className="desktop-only" onClick={edit} />}
        <Menu label={t('common.more')} end items={items} trigger={<IconButton icon={EllipsisVertical} label={t('common.more')} />} />
      </div>
    </header>
  )
}
