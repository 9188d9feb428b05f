import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { ApiError, get, post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { useShortcut } from '../../kit/keys'
import { Layer } from '../../kit/layer'
import { roomy, wide } from '../../kit/media'
import { LoadFailed } from '../../kit/placeholder'
import { toast } from '../../kit/toast'
import { foldDrawer } from '../../shell/shell'
import { accept } from './actions'
import { Choose } from './choose'
import { conversation, type Conversation } from './conversation'
import { ListPane } from './list-pane'
import { type ListName, lists, watchTickets } from './store'
import type { Ticket } from './types'

/** The list opens first; a conversation follows at once. */
const convo = import('./convo')
const Convo = lazy(() => convo.then(({ Convo }) => ({ default: Convo })))
const ContactPane = lazy(() => import('./contact-pane').then(({ ContactPane }) => ({ default: ContactPane })))
const NewTicket = lazy(() => import('./new-ticket'))
const byStatus: Record<Ticket['status'], ListName> = { open: 'mine', pending: 'pending', closed: 'closed' }

/** The agent's screen: the lists at the left, the conversation, and the contact at the right. */
export default function Tickets() {
  useSignals()
  const { uuid } = useParams<{ uuid?: string }>()
  const [, navigate] = useLocation()
  const [shown, show] = useState<ListName>('mine')
  const [talk, setTalk] = useState<Conversation>()
  const [failed, setFailed] = useState(false)
  const [pane, setPane] = useState(() => localStorage.getItem('contactPane') === 'open')
  const [fresh, setFresh] = useState<true | { name: string; number: string }>()
  useEffect(watchTickets, [])

  const open = useCallback(
    (ticket: Ticket) => {
      if (ticket.uuid) navigate(`/tickets/${ticket.uuid}`)
      else void get<Ticket>(`/tickets/${ticket.id}`).then(found => navigate(`/tickets/${found.uuid}`), toastError)
    },
    [navigate],
  )
  const gone = useCallback(() => {
    toast.bad(t('tickets.gone'))
    navigate('/tickets', { replace: true })
  }, [navigate])
  const load = useCallback(() => {
    setTalk(undefined)
    setFailed(false)
    if (!uuid || !/^[\da-f-]{36}$/i.test(uuid)) return () => {}
    let current = true
    get<Ticket>(`/tickets/u/${uuid}`).then(
      ticket => current && setTalk(conversation(ticket, gone)),
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
  useEffect(() => load(), [load])

  // The list follows the ticket: what is accepted is looked for under those attended, and so on.
  const status = talk?.ticket.value.status
  const before = useRef<Ticket['status']>(undefined)
  useEffect(() => {
    const moved = before.current && status && before.current !== status
    before.current = status
    if (moved && status !== 'closed') show(now => (now === 'mine' || now === 'pending' || now === 'closed' ? byStatus[status] : now))
  }, [status])
  useEffect(() => {
    before.current = undefined
  }, [uuid])

  const list = lists[shown]
  useEffect(() => {
    if (!list.loaded.peek() && shown !== 'search') void list.reload()
  }, [list, shown])
  const move = (by: 1 | -1) => {
    const rows = list.items.value
    const at = rows.findIndex(ticket => ticket.uuid === uuid)
    const next = at < 0 ? rows[0] : rows[at + by]
    if (!next) return
    navigate(`/tickets/${next.uuid}`)
    requestAnimationFrame(() => document.querySelector(`.ticket[data-id="${next.id}"]`)?.scrollIntoView({ block: 'nearest' }))
  }
  const acceptFirst = async () => {
    const first = lists.pending.items.value.at(-1)
    const taken = first && (await accept(first))
    if (taken) open(taken)
  }
  useShortcut('next', () => move(1))
  useShortcut('previous', () => move(-1))
  useShortcut('newTicket', () => setFresh(true))
  useShortcut('accept', () => void acceptFirst(), talk?.ticket.value.status !== 'pending' && shown === 'pending')

  const togglePane = () => {
    setPane(!pane)
    localStorage.setItem('contactPane', pane ? 'closed' : 'open')
  }
  const docked = wide.value && pane && Boolean(talk)
  useEffect(() => {
    foldDrawer.value = docked && !roomy.value
    return () => {
      foldDrawer.value = false
    }
  }, [docked, roomy.value])
  useEffect(() => {
    if (!wide.value) setPane(false)
  }, [wide.value])

  const card = useMemo(
    () => ({
      talk: (person: { name: string; number: string }) => setFresh(person),
      saveContact: (person: { name: string; number: string }) =>
        void post('/contacts', { name: person.name.slice(0, 50), number: person.number }).then(
          () => toast.ok(t('tickets.contactSaved')),
          toastError,
        ),
    }),
    [],
  )
  const after = () => navigate('/tickets')
  return (
    <div className={docked ? 'inbox with-contact' : 'inbox'} data-pane={uuid ? 'chat' : 'list'}>
      <ListPane shown={shown} show={show} selected={uuid} go={navigate} newTicket={() => setFresh(true)} />
      {talk ? (
        <Suspense>
          <Convo key={talk.ticket.value.id} talk={talk} pane={pane} togglePane={togglePane} after={after} card={card} />
        </Suspense>
      ) : (
        <section className="convo" aria-busy={Boolean(uuid) && !failed}>
          {failed ? (
            <LoadFailed what={t('tickets.whatMessages')} retry={load} />
          ) : uuid && /^[\da-f-]{36}$/i.test(uuid) ? null : (
            <Choose back={() => navigate('/tickets')} />
          )}
        </section>
      )}
      {talk && docked && (
        <Suspense>
          <ContactPane talk={talk} close={togglePane} />
        </Suspense>
      )}
      {talk && pane && !wide.value && (
        <Layer close={togglePane}>
          <div className="scrim soft" onMouseDown={togglePane} />
          <div className="sheet" role="dialog" aria-modal="true" aria-label={t('tickets.contactData')}>
            <Suspense>
              <ContactPane talk={talk} close={togglePane} />
            </Suspense>
          </div>
        </Layer>
      )}
      {fresh && (
        <Suspense>
          <NewTicket
            preset={fresh === true ? undefined : fresh}
            close={() => setFresh(undefined)}
            opened={ticket => {
              setFresh(undefined)
              open(ticket)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
