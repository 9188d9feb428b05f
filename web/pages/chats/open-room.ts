import { batch, signal } from '@preact/signals-react'
import { get, post, put as write } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { on, onResync } from '../../kit/realtime'
import { replayMissed } from '../../kit/replay-missed'
import { isKnown, isLocal, keyOf, mergePage, putMessage, type Shown } from '../tickets/conversation/messages'
import type { Line, Talk } from '../tickets/conversation/talk'
import type { Message, Sending } from '../tickets/types'
import { isMe, type Room, rooms, type Said, titleOf, unreadsOf } from './rooms'

/** Throttle of telling the others that somebody writes: sooner than they forget it. */
const TYPING_MS = 4_000

/** What was said in a room, as the thread of a conversation draws it. Rooms count below zero, beside the tickets. */
const drawn = ({ quotedMsg, ...said }: Omit<Said, 'quotedMsg'> & { quotedMsg?: Omit<Said, 'quotedMsg'> | null }): Message => ({
  id: String(said.id),
  clientId: said.clientId ?? undefined,
  ticketId: -said.chatId,
  body: said.message,
  caption: said.mediaPath ? said.message || null : null,
  fromMe: isMe(said.senderId),
  userId: said.senderId,
  contact: { id: said.senderId ?? 0, name: said.sender.name } as Message['contact'],
  status: 'received',
  mediaType: said.mediaPath ? said.mediaType : 'chat',
  mediaUrl: said.mediaPath,
  mimetype: said.mimetype ?? undefined,
  fileName: said.mediaName ?? undefined,
  fileSize: said.fileSize ?? undefined,
  seconds: said.seconds,
  waveform: said.waveform,
  width: said.width,
  height: said.height,
  isDeleted: said.isDeleted,
  isEdited: said.isEdited,
  isForwarded: false,
  createdAt: said.createdAt,
  quotedMsg: quotedMsg ? drawn(quotedMsg) : null,
  internal: true,
})

type Page = { records: Said[]; hasMore: boolean }

function lineOf({ id }: Room): Line {
  const path = `/chats/${id}/messages`
  const quoted = ({ quotedMsg }: Sending): Record<string, string> => (quotedMsg ? { quotedId: quotedMsg.id } : {})
  return {
    path,
    words: message => ({ message: message.body, clientId: message.clientId, ...quoted(message) }),
    fields: message => ({ message: message.body, clientId: message.clientId, ...(message.voice && { ptt: 'true' }), ...quoted(message) }),
    edit: (messageId, body) => write(`${path}/${messageId}`, { message: body }).catch(toastError),
  }
}

export type OpenRoom = Talk & { follow(): () => void }

/** The messages of a room, live, with those that are on their way. */
export function openRoom(first: Room): OpenRoom {
  const messages = signal<Shown[]>([])
  const [hasMore, loading, failed, loaded] = [signal(false), signal(false), signal(false), signal(false)]
  const arrived = signal(0)
  const fresh = signal<string>()
  const sought = signal<{ id: string }>()
  const replay = replayMissed()
  const room = () => rooms.items.peek().find(({ id }) => id === first.id) ?? first
  const { path } = lineOf(first)
  let unread = unreadsOf(room())
  let newestThen: string | undefined

  /** What is being read; a jump waits for it. */
  let running: Promise<void> = Promise.resolve()
  const read = (before?: string, from?: string) => (running = ask(before, from))
  async function ask(before?: string, from?: string) {
    batch(() => {
      loading.value = true
      failed.value = false
    })
    try {
      await replay.take(get<Page>(path, { before, from }), page => {
        messages.value = mergePage(messages.value, page.records.map(drawn), before ? 'older' : 'newest')
        if (before || !loaded.value) hasMore.value = page.hasMore
        loaded.value = true
        markFresh()
      })
    } catch {
      failed.value = true
    } finally {
      loading.value = false
    }
  }
  /** The line stands above the first of so many messages of others as were unread when the room was opened. */
  function markFresh() {
    if (!unread) return
    const all = messages.value.filter(({ fromMe }) => !fromMe)
    // What comes while older ones are read is not of them.
    newestThen ??= all.at(-1)?.id
    const others = all.slice(0, all.findLastIndex(({ id }) => id === newestThen) + 1)
    if (others.length < unread && hasMore.value) return
    fresh.value = (others.at(-unread) ?? others[0])?.id
    unread = 0
  }
  const newest = async () => {
    if (!loading.value) await read()
    markRead()
  }
  /** With `from`, down to that message at once. */
  async function older(from?: string) {
    const oldest = messages.value.find(message => !isLocal(message))
    if (oldest && hasMore.value && !loading.value) await read(oldest.id, from)
  }
  async function show(id: string) {
    await running
    while (!messages.peek().some(message => message.id === id) && hasMore.peek() && !failed.peek()) await older(id)
    sought.value = { id }
  }
  function put(message: Message) {
    if (!message.fromMe && !isKnown(messages.value, message)) arrived.value++
    messages.value = putMessage(messages.value, message)
  }
  const patch = (key: string, change: Partial<Sending>) =>
    (messages.value = messages.value.map(message => (keyOf(message) === key ? ({ ...message, ...change } as Shown) : message)))

  let reading: 'no' | 'once' | 'again' = 'no'
  /** Single flight: what comes meanwhile is read with one more request. That it is read, an event tells to all windows. */
  function markRead() {
    if (document.visibilityState !== 'visible' || !unreadsOf(room())) return
    if (reading !== 'no') return void (reading = 'again')
    reading = 'once'
    void post(`/chats/${first.id}/read`)
      .catch(() => {})
      .then(() => {
        const isDue = reading === 'again'
        reading = 'no'
        if (isDue) markRead()
      })
  }
  let saidAt = 0
  function typed() {
    if (Date.now() - saidAt < TYPING_MS) return
    saidAt = Date.now()
    void post(`/chats/${first.id}/typing`).catch(() => {})
  }

  function follow() {
    document.addEventListener('visibilitychange', markRead)
    const stops = [
      on('chat', event => {
        if (event.action !== 'new-message' && event.action !== 'update-message') return
        const { newMessage: said } = event
        if (said.chatId !== first.id) return
        const message = drawn(said)
        replay.change(() => (event.action === 'new-message' || isKnown(messages.value, message)) && put(message))
        if (message.fromMe) saidAt = 0
        else queueMicrotask(markRead)
      }),
      onResync(() => void newest()),
    ]
    void newest()
    return () => {
      document.removeEventListener('visibilitychange', markRead)
      stops.forEach(stop => stop())
    }
  }
  return {
    id: -first.id,
    line: lineOf(first),
    name: () => titleOf(room()),
    ...{ messages, loading, loaded, failed, arrived, sought, fresh, older: () => older(), show, put, patch, typed, follow },
    selection: signal(null),
    headings: signal(new Map()),
    // A room is always open at its live end.
    ...{ newer: signal(false), apart: signal(false), atEnd: () => undefined, toEnd: async () => {} },
    reload: newest,
  }
}
