import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { GraduationCap, X } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { useLocation } from 'wouter'
import { claims } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { language, t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { on } from '../../kit/realtime'
import type { UnreadTicket } from '../../shell/unread'
import { simulateCustomer } from '../sandbox/first-customers'
import { words } from './texts'

type Step = 'begin' | 'open' | 'answer' | 'done'
type Guided = { id: number; uuid: string; name: string }

const step = signal<Step>()
const ticket = signal<Guided>()
let stops: (() => void)[] = []
let drawn = false

/** Ends wherever it is; what was begun stays. */
function end() {
  stops.forEach(stop => stop())
  stops = []
  step.value = undefined
  ticket.value = undefined
}

/** The first customer, from their words to the answer: each step is over when the server says so. */
export async function startTour() {
  end()
  step.value = 'begin'
  draw()
  let line: number | undefined
  const early: UnreadTicket[] = []
  const follow = ({ id, uuid, whatsappId, status, userId, contact }: UnreadTicket) => {
    if (whatsappId !== line || step.value === 'done' || (ticket.value && ticket.value.id !== id)) return
    ticket.value ??= { id, uuid, name: contact?.name ?? '' }
    if (status === 'pending') step.value = 'open'
    if (status === 'open' && userId === claims()?.id) step.value = 'answer'
  }
  stops = [
    on('ticket', event => {
      if (event.action !== 'update') return
      if (line === undefined) early.push(event.ticket)
      else follow(event.ticket)
    }),
    on('appMessage', ({ action, message }) => {
      if (action === 'create' && message.fromMe && step.value === 'answer' && message.ticketId === ticket.value?.id) step.value = 'done'
    }),
    on('session', end),
  ]
  try {
    const simulated = await simulateCustomer()
    line = simulated.line
    early.forEach(follow)
  } catch (error) {
    end()
    toastError(error)
  }
}

/** A root of its own: it stays while pages change, and weighs on none. */
function draw() {
  if (drawn) return
  drawn = true
  const host = document.createElement('div')
  document.body.append(host)
  createRoot(host).render(<Tour />)
}

function Tour() {
  useSignals()
  const [path, go] = useLocation()
  const now = step.value
  if (!now || !language.value) return null
  const { uuid = '', name = '' } = ticket.value ?? {}
  const first = name.split(' ')[0] ?? ''
  const isOpen = uuid !== '' && path.endsWith(uuid)
  const said = now === 'open' && isOpen ? 'accept' : now
  return (
    <section className="tour" aria-label={words('tour')}>
      <span className="art">
        <GraduationCap className="icon" aria-hidden />
      </span>
      <div className="min-w-0" role="status">
        <b className="font-semibold">{words(`${said}Title`, { name: first })}</b>
        <p className="muted">{words(`${said}Text`, { name: first })}</p>
      </div>
      {now === 'done' && <IconButton icon={X} label={t('common.close')} className="btn-sm" onClick={end} />}
      <div className="do">
        {uuid && now !== 'done' && !isOpen && (
          <button className="btn btn-primary btn-sm" onClick={() => go(`/tickets/${uuid}${now === 'open' ? '?list=pending' : ''}`)}>
            {words('goOpen')}
          </button>
        )}
        {now === 'done' ? (
          <>
            <button className="btn btn-plain btn-sm" onClick={() => (end(), go('/sandbox'))}>
              {words('goPhone', { name: first })}
            </button>
            <button className="btn btn-primary btn-sm" onClick={() => (end(), go('/connections'))}>
              {t('common.connectNumber')}
            </button>
          </>
        ) : (
          <button className="btn btn-quiet btn-sm" onClick={end}>
            {words('skip')}
          </button>
        )}
      </div>
    </section>
  )
}
