import { partOf } from '../../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { ApiError, get } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { heldWhile, useShortcut } from '../../kit/keys'
import { phone, roomy, wide } from '../../kit/media'
import { inPlace } from '../../kit/over'
import { LoadFailed } from '../../kit/placeholder'
import { Part } from '../../kit/part'
import { onResync } from '../../kit/realtime'
import { retried, styled } from '../../kit/style'
import { toast } from '../../kit/toast'
import { useBodyAttribute } from '../../kit/body-attribute'
import { beUsable, usable } from '../../kit/usable'
import contactStyle from './contact/contact-pane.css'
import formsStyle from '../forms.css'
import ticketsStyle from './tickets.css'
import { foldDrawer } from '../../shell/shell'
import { Choose } from './conversation/choose'
import { first } from './first'
import { dialog } from './dialogs/shown'
import type { Conversation } from './conversation/conversation'
import { listInAddress, putListInAddress } from './list/address'
import { focusRow } from './list/ticket-list'
import { ListPane } from './list/list-pane'
import { beside, following } from './list/neighbours'
import { choose, focused } from './list/choosing'
import { byStatus, goesOn, LIST_WIDTH, listWidth, lists, madeView, seeView, staysPending, view, watchTickets } from './list/store'
import { user } from '../../session'
import type { Ticket } from './types'
import type { Verbs } from './verbs'

/** The list opens first; a conversation follows at once. */
const importPane = styled(() => import('./conversation/conversation-pane'), formsStyle, ticketsStyle)
/** There once it came: what it remembers is drawn without waiting. */
let memory: Awaited<ReturnType<typeof importPane>> | undefined
const loadPane = partOf(importPane, module => (memory = module))
const ConversationPane = retried(partOf(loadPane, ({ ConversationPane }) => ({ default: ConversationPane })))
const importContact = styled(() => import('./contact/contact-pane'), formsStyle, ticketsStyle, contactStyle)
const ContactPane = retried(partOf(importContact, ({ ContactPane }) => ({ default: ContactPane })))
const Dialogs = retried(styled(() => import('./dialogs/dialogs'), formsStyle, ticketsStyle))

const isUuid = (uuid = '') => /^[\da-f-]{36}$/i.test(uuid)
/** What was put aside or given away on this screen: Back does not lead there again, unless it was opened anew. */
const away = new Set<string>()
addEventListener('pushState', () => away.delete(location.pathname.split('/')[2] ?? ''))
const newTicket = () => void (dialog.value = { kind: 'new' })

/** The agent's screen: the lists at the left, the conversation, and the contact at the right. */
export default function Tickets() {
  useSignals()
  const { uuid, message } = useParams<{ uuid?: string; message?: string }>()
  const [, navigate] = useLocation()
  const [shown, show] = useState(listInAddress)
  const [conversation, setConversation] = useState<Conversation>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [pane, setPane] = useState(() => localStorage.getItem('contactPane') === 'open')
  useEffect(watchTickets, [])
  const viewed = view.value?.id
  useEffect(() => putListInAddress(shown), [shown, viewed, uuid, message])
  const made = madeView.value
  useEffect(() => {
    if (!made) return
    madeView.value = undefined
    seeView(made)
    show('view')
  }, [made])
  useEffect(() => () => void (dialog.value = madeView.value = undefined), [])
  useEffect(() => void usable.then(loadPane).catch(() => {}), [])

  const open = useCallback(
    (ticket: Ticket, at = '') => {
      if (at && at === latest.current.message) void latest.current.conversation?.show(at)
      if (ticket.uuid) navigate(`/tickets/${ticket.uuid}${at && `/${at}`}`)
      else void get<Ticket>(`/tickets/${ticket.id}`).then(found => navigate(`/tickets/${found.uuid}${at && `/${at}`}`), toastError)
    },
    [navigate],
  )
  const gone = useCallback(() => {
    toast.bad(t('tickets.gone'))
    navigate('/tickets', { replace: true })
  }, [navigate])
  const load = useCallback(() => {
    if (uuid && away.has(uuid)) {
      navigate('/tickets', { replace: true })
      return () => {}
    }
    const known = uuid ? memory?.remembered(uuid, gone, latest.current.message) : undefined
    setConversation(known)
    setFailed(false)
    if (known || !isUuid(uuid)) return () => {}
    let current = true
    Promise.all([get<Ticket>(`/tickets/u/${uuid}`), loadPane()]).then(
      ([ticket, { keep }]) => current && setConversation(keep(ticket, gone, latest.current.message)),
      error => {
        if (!current) return
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return setFailed(true)
        if (error.status === 403) toast.bad(t('common.noPermission'))
        else toastError(error)
        navigate('/tickets', { replace: true })
      },
    )
    return () => {
      current = false
    }
  }, [uuid, navigate, gone])
  useLayoutEffect(() => load(), [load, attempt])
  // What did not come is asked for when the line is back, and by who goes there once more.
  const again = () => setAttempt(times => times + 1)
  useEffect(() => {
    if (!failed) return
    const stop = onResync(again)
    addEventListener('pushState', again)
    return () => {
      stop()
      removeEventListener('pushState', again)
    }
  }, [failed])
  // Another message of the ticket that is on screen, or its end.
  useEffect(() => {
    if (!conversation || conversation.ticket.peek().uuid !== uuid) return
    void (message ? conversation.show(message) : conversation.toEnd())
  }, [message])

  // The list follows the ticket: what is accepted is looked for under those attended, and so on.
  const status = conversation?.ticket.value.status
  const before = useRef<Ticket['status']>(undefined)
  useEffect(() => {
    const moved = before.current && status && before.current !== status
    before.current = status
    if (!moved || status === 'closed' || (status === 'open' && staysPending.peek())) return
    show(now => (now === 'mine' || now === 'pending' || now === 'closed' ? byStatus[status] : now))
  }, [status])
  useEffect(() => {
    before.current = undefined
  }, [uuid])

  const list = lists[shown]
  useEffect(() => {
    if (!list.loaded.peek() && !list.loading.peek() && shown !== 'search') void list.reload()
  }, [list, shown])
  const isThere = list.loaded.value || list.failed.value
  useEffect(() => (isThere ? beUsable() : undefined), [isThere])
  const rows = list.items.value
  // Where the chosen row stands, or stood when it left the list.
  const place = useRef(0)
  const placedIn = useRef(list)
  if (placedIn.current !== list) [placedIn.current, place.current] = [list, 0]
  const at = rows.findIndex(ticket => ticket.uuid === uuid)
  if (at >= 0) place.current = at
  // The ticket that a key led to: the keyboard stays with the list.
  const byKey = useRef<string>(undefined)
  const move = (by: 1 | -1) => {
    const next = beside(rows, uuid, by, place.current)
    // With nobody in one's hands, whoever waits is next.
    if (!next) return void (shown === 'mine' && !rows.length && show('pending'))
    // Who writes goes on writing: only a letter leaves the keyboard with the list.
    const isWriting = Boolean(document.activeElement?.closest('.composer'))
    byKey.current = isWriting ? undefined : next.uuid
    navigate(`/tickets/${next.uuid}`)
    if (!isWriting) requestAnimationFrame(() => focusRow(next.id))
    const further = rows[rows.indexOf(next) + by]
    if (further) memory?.near(further)
  }

  const latest = useRef({ uuid, message, rows, conversation, shown })
  latest.current = { uuid, message, rows, conversation, shown }
  const verbs = useMemo<Verbs>(() => {
    const showTaken = (ticket: Ticket) => {
      const { conversation: onScreen } = latest.current
      if (onScreen?.ticket.peek().id === ticket.id) onScreen.patchTicket(ticket)
      if (!staysPending.peek()) show(now => (now === 'pending' ? 'mine' : now))
      if (latest.current.uuid !== ticket.uuid) navigate(`/tickets/${ticket.uuid}`)
    }
    const actions = () => memory ?? heldWhile(() => loadPane().catch(toastError))
    const decide = ({ uuid }: Ticket) => {
      const { rows, shown } = latest.current
      return { uuid, shown, next: following(rows, uuid, place.current) }
    }
    let decided: ReturnType<typeof decide> | undefined
    first.decides = ticket => ticket.uuid === latest.current.uuid && (decided = decide(ticket))
    const goOn = (ticket: Ticket) => {
      if (latest.current.uuid !== ticket.uuid) return false
      const { shown, next: decidedNext } = decided?.uuid === ticket.uuid ? decided : decide(ticket)
      // Of several that end at once it may have ended too.
      const left = lists[shown].items.peek()
      const next = left.find(({ uuid }) => uuid === decidedNext?.uuid) ?? following(left, ticket.uuid, place.current)
      // The list may have followed the ticket, which is left.
      if (latest.current.conversation?.ticket.peek().status === 'pending') show(shown)
      byKey.current = next?.uuid
      away.add(ticket.uuid)
      const follows = goesOn.peek() ? next?.uuid : undefined
      if (follows) away.delete(follows)
      // Back leads to where one came from, not through all that is done.
      inPlace.go(() => navigate(follows ? `/tickets/${follows}` : '/tickets', { replace: true }))
      return true
    }
    return {
      open,
      goOn,
      leave: ({ uuid }) => latest.current.uuid === uuid && navigate('/tickets'),
      async accept(ticket) {
        // An own conversation is written in: what is typed next is its answer, and Alt takes further ones.
        byKey.current = undefined
        const taken = await (await actions())?.accept(ticket)
        if (taken) showTaken(taken)
      },
      async acceptLongest() {
        byKey.current = undefined
        const taken = await (await actions())?.acceptLongest()
        if (taken) showTaken(taken)
      },
      async resolve(ticket) {
        const { conversation: onScreen } = latest.current
        const seen = onScreen?.ticket.peek().id === ticket.id ? onScreen.seen() : undefined
        const isShown = () => latest.current.uuid === ticket.uuid
        const next = () => (goesOn.peek() ? decide(ticket).next : undefined)
        await (await actions())?.resolve(ticket, { seen, isShown, open, goOn, next })
      },
    }
  }, [navigate, open])
  useShortcut('next', () => move(1))
  useShortcut('previous', () => move(-1))
  useShortcut('waiting', () => show(now => (now === 'pending' ? 'mine' : 'pending')))
  useShortcut('newTicket', newTicket)
  // The chosen ticket is known by its row before its conversation has come: until then nobody else is taken in its place.
  const chosen = conversation?.ticket.value ?? rows[at]
  const waits = chosen?.status === 'pending'
  const accept = () => void (waits ? verbs.accept(chosen) : heldWhile(() => verbs.acceptLongest()))
  const isFree = shown === 'mine' && !uuid && lists.pending.count.value > 0
  // Who looks at what a colleague has, as after a race that was lost, means nobody else.
  const isAnyones = chosen ? chosen.status !== 'open' || chosen.userId === user.value?.id : !uuid || list.loaded.value
  // Among those one attends a letter begins an answer.
  const isPlain = waits || isFree || shown === 'pending'
  useShortcut('accept', accept, waits || isAnyones, isPlain ? undefined : 'combined')

  const togglePane = useCallback(() => {
    setPane(!pane)
    localStorage.setItem('contactPane', pane ? 'closed' : 'open')
  }, [pane])
  const docked = wide.value && pane && Boolean(conversation)
  useEffect(() => {
    foldDrawer.value = docked && !roomy.value
    return () => {
      foldDrawer.value = false
    }
  }, [docked, roomy.value])
  useEffect(() => {
    if (!wide.value) setPane(false)
  }, [wide.value])

  const shownPane = uuid ? 'chat' : 'list'
  // The tab of a phone that has opened none yet leads to an address without one.
  const isTicket = isUuid(uuid)
  useBodyAttribute('pane', shownPane)
  const leave = useCallback(() => navigate('/tickets'), [navigate])
  const autoFocus = useCallback(() => !latest.current.message && byKey.current !== latest.current.uuid, [])
  useShortcut('choose', () => {
    const id = focused() ?? chosen?.id
    if (id) choose(id)
  })
  const isWidened = !phone.value && listWidth.value !== LIST_WIDTH.usual
  const columns = isWidened ? { gridTemplateColumns: `min(${listWidth.value}px, 45%) minmax(0, 1fr)${docked ? ' 300px' : ''}` } : undefined
  return (
    <div
      className={docked ? 'inbox with-contact' : 'inbox'}
      data-pane={shownPane}
      style={columns}
      onPointerOver={event => memory?.near(event.target)}
      onPointerDown={event => memory?.near(event.target, 0)}
      onFocus={event => memory?.near(event.target)}
    >
      <ListPane shown={shown} show={show} selected={uuid} verbs={verbs} open={open} newTicket={newTicket} />
      {conversation ? (
        <Suspense>
          <ConversationPane
            key={conversation.ticket.value.id}
            conversation={conversation}
            pane={pane}
            togglePane={togglePane}
            verbs={verbs}
            leave={leave}
            autoFocus={autoFocus}
          />
        </Suspense>
      ) : (
        <section className="convo" aria-busy={isTicket && !failed}>
          {failed ? <LoadFailed what={t('tickets.whatMessages')} retry={again} /> : isTicket ? null : <Choose back={leave} />}
        </section>
      )}
      {conversation && pane && (
        <Part gone={() => setPane(false)}>
          <ContactPane conversation={conversation} close={togglePane} docked={docked} />
        </Part>
      )}
      {dialog.value && (
        <Part gone={() => void (dialog.value = undefined)}>
          <Dialogs verbs={verbs} />
        </Part>
      )}
    </div>
  )
}
