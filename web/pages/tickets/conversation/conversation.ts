import { batch, effect, signal } from '@preact/signals-react'
import { ApiError, get, post } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { replayMissed } from '../../../kit/replay-missed'
import { join, on, onResync } from '../../../kit/realtime'
import { afterPaint, STATE_FOLLOWS_MS } from '../../../kit/throttle'
import { user } from '../../../session'
import { sawFailures } from '../../../shell/failures'
import { sawMentions } from '../../../shell/mentions'
import { reading as readTicket } from '../../../shell/unread'
import { beforeVerb } from '../before-verb'
import { isReaction, type Message, type Sending, type Ticket } from '../types'
import type { Known } from '../deferred-verbs'
import type { TicketHeading } from './separator'
import type { Line } from './talk'
import { type Activity, asidesOf, type Note, noteIdOf } from './asides'
import { look } from './colleagues-here'
import { isKnown, isLocal, keyOf, mergePage, putMessage, type Shown } from './messages'
import type { Anchor, Heights } from './virtual-rows'

/** What is kept in memory of a conversation that is not on screen; more where one was reading further up. */
const KEPT = 60
const KEPT_TO_PLACE = 300
/** Earlier tickets that are followed at once: the server has a bound for all of a window. */
const MOST_EARLIER = 50
/** Nobody has read what came so short a while ago. */
const GLANCE_MS = 700

/** A message or a note that is gone to; with the line of its day above it, where it is gone to for that. */
type Sought = { id: string; isDay?: boolean }

/**
 * The messages of one ticket, live while it is followed, with those that are on their way; `at` is the message it opens at. `left` is called
 * when it is no use any more: the ticket is gone for this user, unless it `stays` theirs and only what is known of it is no use.
 */
export function openConversation(first: Ticket, left: (wasShown: boolean, stays?: boolean) => void, at?: string) {
  const ticket = signal(first)
  const messages = signal<Shown[]>([])
  const [hasMore, loading, failed, loaded] = [signal(false), signal(false), signal(false), signal(false)]
  /** Messages of others that came while this one was open; the thread counts them. */
  const arrived = signal(0)
  /** The contact's earlier tickets that the messages are of. */
  const headings = signal<ReadonlyMap<number, TicketHeading>>(new Map())
  /** The messages that are chosen, while some are. */
  const selection = signal<ReadonlySet<string> | null>(null)
  /** Whether messages stand between the last one here and the live end, and whether that end was not looked at yet. */
  const [newer, apart] = [signal(false), signal(at !== undefined)]
  /** Whether one reads further up, and whether somebody marked the ticket as unread since it came on screen: what comes then is not read by that. */
  const [above, marked] = [signal(false), signal(false)]
  /** The message to be looked at. */
  const sought = signal<Sought | undefined>(at === undefined ? undefined : { id: at })
  /** The first message that nobody had read as this was opened. */
  const fresh = signal<string>()
  let isFreshDue = false
  /** Where one was reading when one left. */
  const place: { current?: Anchor } = {}
  const heights: Heights = new Map()
  const asides = asidesOf(first.id, { messages, hasMore, newer })
  const leftOut = new Set<string>()
  const replay = replayMissed()
  /** What is on screen is brought up to date behind it. */
  const quiet = signal(false)
  let isShown = false
  /** The newest message before those that came a moment ago, and when the first of these did. */
  let [before, cameAt]: [string | undefined, number] = [undefined, -Infinity]
  let turn = 0
  let edge = ''

  const mine = () => ticket.value.status === 'open' && ticket.value.userId === user.value?.id
  const theirs = () => ticket.value.status === 'open' && ticket.value.userId !== user.value?.id

  const patchTicket = (row: Ticket) => {
    const wasMine = mine()
    ticket.value = { ...ticket.value, ...row, contact: { ...ticket.value.contact, ...row.contact } }
    // Who accepts what is on screen has read it, whichever comes first: the answer to that, or the event.
    if (!wasMine && ticket.value.unreadMessages) markRead()
  }

  type Body = { messages: Message[]; hasMore: boolean; hasNewer?: boolean; ticket?: Ticket; tickets?: TicketHeading[] } & {
    activities?: Activity[]
    notes?: Note[]
    firstUnread?: string | null
    aroundId?: string | null
  }
  type Elsewhere = { around: string } | { aroundNote: string } | { aroundTime: string }
  type Side = Elsewhere | { before: string } | { after: string } | { markRead: boolean }
  /** Reads a page, unless another was asked for meanwhile. Gives the error where there was one. */
  async function read(side: Side, where: 'newest' | 'older' | 'elsewhere'): Promise<unknown> {
    const mine = ++turn
    batch(() => {
      loading.value = true
      quiet.value = where === 'newest' && loaded.value
      failed.value = false
    })
    try {
      await replay.take(get<Body>(`/messages/${first.id}`, { history: true, ...side }), body => {
        if (mine !== turn) return
        const page = body.messages.filter(message => !isReaction(message))
        // So many came meanwhile that between them and what is known others are missing.
        const isGap = 'markRead' in side && body.hasMore && !page.some(message => isKnown(messages.value, message))
        messages.value = mergePage(messages.value, page, isGap ? 'elsewhere' : where)
        if (where !== 'newest' || isGap || !loaded.value) hasMore.value = body.hasMore
        if (where !== 'older') {
          newer.value = body.hasNewer ?? false
          edge = page.at(-1)?.id ?? edge
        }
        asides.take(body)
        if (body.ticket) patchTicket(body.ticket)
        if ('aroundTime' in side) sought.value = body.aroundId ? { id: body.aroundId, isDay: true } : undefined
        if ('markRead' in side && (isFreshDue || !isShown)) {
          fresh.value = body.firstUnread ?? undefined
          isFreshDue = false
        }
        if (body.tickets?.length) headings.value = new Map([...headings.value, ...body.tickets.map(one => [one.id, one] as const)])
        loaded.value = true
      })
    } catch (error) {
      if (mine === turn) failed.value = true
      const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404)
      if (isRefused && 'markRead' in side) left(isShown)
      return error
    } finally {
      if (mine === turn) loading.value = false
      if (isRenewalDue) renew()
    }
  }
  /** What may have been missed is read: once what is on its way is there, which may be another page, or older than the miss. */
  let isRenewalDue = false
  function renew() {
    isRenewalDue = loading.value
    if (!isRenewalDue && !newer.value) void newest()
  }
  const newest = async () => {
    if (!loading.value) await read({ markRead: isRead() }, 'newest')
  }
  async function older() {
    const oldest = messages.value.find(message => !isLocal(message))
    if (oldest && hasMore.value && !loading.value) await read({ before: oldest.id }, 'older')
  }

  /** Goes to a message, or to a note by its key. Where it is not on screen, what stands around it takes the place of what is. */
  async function show(id: string) {
    sought.value = { id }
    if (messages.value.some(message => message.id === id) || asides.shown.value.some(({ key }) => key === id)) return
    const noteId = noteIdOf(id)
    await leaveFor(noteId ? { aroundNote: noteId } : { around: id })
  }
  /**
   * Goes to a day, as YYYY-MM-DD: to what was said first from then on. Gives that message, or the last where nothing was. It begins by
   * the clock that the lines of days and the times are drawn by, whichever the company has.
   */
  async function showDay(date: string): Promise<Shown | undefined> {
    await leaveFor({ aroundTime: new Date(`${date}T00:00`).toISOString() })
    return messages.value.find(message => message.id === sought.value?.id)
  }
  async function leaveFor(side: Elsewhere) {
    const before = apart.value
    seen()
    apart.value = true
    const error = await read(side, 'elsewhere')
    if (!error) return
    if (!loaded.value && !(error instanceof ApiError && error.status === 404)) return
    batch(() => {
      sought.value = undefined
      apart.value = before && loaded.value
      failed.value = false
    })
    if (loaded.value) toastError(error)
    else await newest()
  }
  /** Back from an older place to where messages come in. */
  async function toEnd() {
    if (!apart.value) return
    const error = newer.value && (await read({ markRead: mine() }, 'elsewhere'))
    if (error) toastError(error)
    else atEnd()
  }
  /** The end of what is known here is on screen: it goes on, or all was looked at. */
  function atEnd() {
    if (newer.value) return loading.value ? undefined : void read({ after: edge }, 'newest')
    if (!apart.value || !loaded.value) return
    apart.value = false
    if (ticket.value.unreadMessages) markRead()
  }

  function put(message: Message): void {
    const known = isKnown(messages.value, message)
    // What comes while an older place is on screen is counted, and comes with its page.
    const isLeftOut = newer.value && !known && !isLocal(message)
    if (isLocal(message)) fresh.value = undefined
    else if (!message.fromMe && !known && (!isShown || document.visibilityState !== 'visible')) fresh.value ??= message.id
    if (!message.fromMe && !known && !leftOut.has(message.id)) arrived.value++
    if (isLeftOut) return void leftOut.add(message.id)
    if (!message.fromMe && !known && performance.now() - cameAt > GLANCE_MS) [before, cameAt] = [newestId(), performance.now()]
    messages.value = putMessage(messages.value, message)
    if (!isShown) trim()
    if (known || !isLocal(message)) return
    looking?.stopped()
    void toEnd()
  }
  /** Whether something that this browser wrote is not with the server yet. */
  const isSending = () => messages.peek().some(isLocal)
  const newestId = () => messages.peek().findLast(message => !isLocal(message))?.id
  const isAtEnd = () => !newer.peek() && !apart.peek() && !above.peek()
  /** As it was when the end was on screen last, or as this was opened elsewhere. */
  let saw: Known = { seenAt: first.updatedAt }
  /** What whoever looks at this can have read. */
  const seen = (): Known => {
    const newest = performance.now() - cameAt < GLANCE_MS ? before : newestId()
    if (isAtEnd() && newest) saw = { seen: newest }
    return saw
  }
  /** The thread tells whether its end is on screen: who reads further up has not read what comes below. */
  function readsAbove(isAbove: boolean) {
    if (isAbove === above.peek()) return
    seen()
    above.value = isAbove
    if (ticket.value.unreadMessages) markRead()
  }
  /** Memory is bounded: what is far above is read again by whoever scrolls there. */
  function trim() {
    const all = messages.value
    const key = place.current?.key
    const above = key === undefined ? 0 : all.length - all.findIndex(message => keyOf(message) === key) + KEPT / 3
    const isKept = above <= KEPT_TO_PLACE
    if (!isKept) place.current = undefined
    const most = isKept ? Math.max(KEPT, above) : KEPT
    if (all.length <= most) return
    batch(() => {
      messages.value = all.slice(-most)
      hasMore.value = true
    })
  }
  const patch = (key: string, change: Partial<Sending>) =>
    (messages.value = messages.value.map(message => (keyOf(message) === key ? ({ ...message, ...change } as Shown) : message)))

  /** Nothing followed: the server says whether this user sees it still. A page that was busy, or a slow line, is no reason to leave. */
  const readState = () =>
    get<Ticket>(`/tickets/${first.id}`).then(patchTicket, error => {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404)) left(isShown)
    })

  const isRead = () => isShown && mine() && !apart.value && !above.value && !marked.value && document.visibilityState === 'visible'
  const markRead = () => {
    if (!isRead()) return
    void post(`/tickets/${first.id}/read`).catch(() => {})
  }

  /** What is read as it comes stands nowhere as unread. */
  function tellRead() {
    if (isRead()) readTicket.value = first.id
    else if (readTicket.peek() === first.id) readTicket.value = undefined
  }

  const begin = () => (sought.value ? show(sought.value.id) : newest())
  let reading: Promise<void> = Promise.resolve()
  /** Reads what will be looked at presently; nothing counts as read by that. */
  const prefetch = () => (reading = newest())

  let looking: ReturnType<typeof look> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  let followers = 0
  let stopAll = () => {}
  /** What is kept of it stays true: it hears what everybody hears who has it open, for memory and for the screen, until both stopped. */
  function follow() {
    if (!followers++) stopAll = subscribe()
    return () => {
      if (!--followers) stopAll()
    }
  }
  function subscribe() {
    const stops = [
      join('joinChatBox', String(first.id)),
      on('appMessage', ({ action, message }) => {
        const isEarlier = action === 'update' && headings.value.has(message.ticketId)
        if ((message.ticketId !== first.id && !isEarlier) || isReaction(message)) return
        replay.change(() => (action === 'create' || isKnown(messages.value, message)) && put(message))
      }),
      on('ticket', event => {
        if (event.ticketId !== first.id) return
        if (event.action === 'updateUnread') ticket.value = { ...ticket.value, unreadMessages: 0 }
        // It left a list. When it is still for this user, its new state follows at once, and is drawn a little later while they write.
        else if (event.action === 'delete') {
          clearTimeout(leaving)
          // Memory lets go of it unasked, unless something was begun in it.
          const isAsked = () => event.oldStatus && (isShown || beforeVerb.isBegun?.(first.id))
          leaving = setTimeout(() => (isAsked() ? void readState() : left(isShown)), event.oldStatus ? STATE_FOLLOWS_MS : 0)
        } else {
          clearTimeout(leaving)
          // Marked as unread by hand, nothing new happened in it: it stays so until something does.
          const isNews = event.ticket.updatedAt !== ticket.value.updatedAt
          if (isNews) marked.value = false
          else if (event.ticket.unreadMessages && !ticket.value.unreadMessages) marked.value = true
          const [wasMine, wasTheirs] = [mine(), theirs()]
          replay.change(() => patchTicket(event.ticket))
          // What was said while a colleague had it may have been told to them alone.
          if (wasTheirs && !theirs()) renew()
          if (wasMine && event.ticket.unreadMessages && isNews) markRead()
        }
      }),
      on('contact', event => {
        if ('contact' in event && event.contact.id === ticket.value.contactId)
          patchTicket({ ...ticket.value, contact: { ...ticket.value.contact, ...event.contact } })
      }),
      ...asides.follow(replay.change),
      onResync(isMissed => (isMissed || (!loaded.value && !loading.value)) && renew()),
    ]
    return () => {
      clearTimeout(leaving)
      stops.forEach(stop => stop())
    }
  }
  /** Messages of the contact's earlier tickets are edited and deleted, and their files come late: that is told to who follows those tickets. */
  function followEarlier() {
    const leaves = new Map<number, () => void>()
    const stop = effect(() => {
      for (const id of headings.value.keys())
        if (!leaves.has(id) && leaves.size < MOST_EARLIER) leaves.set(id, join('joinChatBox', String(id)))
    })
    return () => {
      stop()
      leaves.forEach(leave => leave())
    }
  }
  /**
   * It is on screen from now on: what is known stands there at once, and is brought up to date. Returns how it leaves. One that is only
   * looked at lies over another, at which this window stays for colleagues.
   */
  function enter({ isLook = false } = {}) {
    isShown = true
    isFreshDue = true
    marked.value = false
    above.value = place.current !== undefined
    saw = { seenAt: ticket.peek().updatedAt }
    // What came meanwhile stands below where one goes on to read.
    if (!place.current) arrived.value = 0
    // Memory may have let go of it before it was drawn.
    const stop = follow()
    const stopTelling = effect(tellRead)
    const leaveEarlier = followEarlier()
    const sawTold = () => {
      sawMentions(first.id)
      sawFailures(first.id)
    }
    const visible = () => {
      tellRead()
      if (!document.hidden) sawTold()
      if (ticket.value.unreadMessages > 0) markRead()
    }
    document.addEventListener('visibilitychange', visible)
    if (!isLook) looking = look(first.id)
    sawTold()
    if (loaded.value && sought.value) void newest()
    // What is on its way already, because somebody pointed at it, is waited for.
    if (loading.value) void reading.then(begin)
    else if (loaded.value) afterPaint(() => isShown && void begin())
    else void begin()
    return () => {
      isShown = false
      stopTelling()
      leaveEarlier()
      tellRead()
      looking?.leave()
      looking = undefined
      document.removeEventListener('visibilitychange', visible)
      selection.value = null
      sought.value = undefined
      fresh.value = undefined
      arrived.value = 0
      trim()
      stop()
      // It would be opened at its end.
      if ((apart.value || !loaded.value) && !isSending()) left(false, true)
    }
  }
  const line: Line = {
    path: `/messages/${first.id}`,
    words: ({ body, quotedMsg, clientId, createdAt: sentAt }) => ({
      body,
      fromMe: true,
      read: 1,
      quotedMsg: quotedMsg ? { id: quotedMsg.id } : undefined,
      clientId,
      sentAt,
    }),
    fields: ({ body, clientId, voice, quotedMsg, createdAt: sentAt }) => ({
      fromMe: 'true',
      body,
      clientId,
      sentAt,
      ...(voice && { ptt: 'true' }),
      ...(quotedMsg && { quotedMsg: JSON.stringify({ id: quotedMsg.id }) }),
    }),
    edit: (id, body) => post(`/messages/edit/${id}`, { body }),
  }
  return {
    id: first.id,
    line,
    /** Who is on the other side. */
    name: () => ticket.value.contact.name,
    ticket,
    messages,
    hasMore,
    loading,
    failed,
    loaded,
    arrived,
    selection,
    headings,
    asides,
    quiet,
    follow,
    enter,
    prefetch,
    isShown: () => isShown,
    typed: () => looking?.typed(),
    isSending,
    seen,
    readsAbove,
    put,
    patch,
    patchTicket,
    reload: begin,
    older,
    newer,
    apart,
    sought,
    fresh,
    place,
    heights,
    show,
    showDay,
    toEnd,
    atEnd,
  }
}
export type Conversation = ReturnType<typeof openConversation>
