import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ApiError, get } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { onResync } from '../../kit/realtime'
import { phone } from '../../kit/screen-width'
import { toast } from '../../kit/toast'
import type { Conversation } from './conversation/conversation'
import { loadKeep, remembered } from './pane'
import type { Ticket } from './types'

export const isUuid = (uuid = '') => /^[\da-f-]{36}$/i.test(uuid)

/** What was put aside or given away on this screen: Back does not lead there again, unless it was opened anew. */
export const away = new Set<string>()
addEventListener('pushState', () => away.delete(location.pathname.split('/')[2] ?? ''))

/** Where the inbox was left for another page: its entry in the menu goes on from there. A phone begins with its list. */
let left: string | undefined

/** The conversation on screen. */
export const opened = signal<Conversation | undefined>(undefined)

const toNone = () => navigate('/tickets', { replace: true })
function gone() {
  toast.bad(t('tickets.gone'))
  toNone()
}

/** The conversation that the address names: from memory at once, or from the server. `open` leads to one, at a message of it. */
export function useOpened(uuid: string | undefined, message: string | undefined) {
  useSignals()
  const conversation = opened.value
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useLayoutEffect(() => {
    const isOpen = !uuid && left && history.state === 'entry' && !phone.peek() && remembered(left, gone)?.ticket.peek().status !== 'closed'
    if (isOpen) navigate(`/tickets/${left}`, { replace: true })
    left = undefined
  }, [])
  useLayoutEffect(() => {
    if (uuid && away.has(uuid)) return toNone()
    const known = uuid ? remembered(uuid, gone, message) : undefined
    opened.value = known
    setFailed(false)
    if (known || !isUuid(uuid)) return
    let current = true
    Promise.all([get<Ticket>(`/tickets/u/${uuid}`), loadKeep()]).then(
      ([ticket, keep]) => {
        if (current) opened.value = keep(ticket, gone, message)
      },
      error => {
        if (!current) return
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return setFailed(true)
        if (error.status === 403) toast.bad(t('common.noPermission'))
        else toastError(error)
        toNone()
      },
    )
    return () => {
      current = false
    }
  }, [uuid, attempt])

  // Before the page that comes in its place opens one, as in another language.
  useLayoutEffect(
    () => () => {
      left = opened.peek()?.ticket.peek().uuid
      opened.value = undefined
    },
    [],
  )

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

  const shown = useRef(message)
  shown.current = message
  const open = useCallback((ticket: Ticket, at = '') => {
    if (at && at === shown.current) void opened.peek()?.show(at)
    const go = ({ uuid }: Ticket) => navigate(`/tickets/${uuid}${at && `/${at}`}`)
    if (ticket.uuid) go(ticket)
    else void get<Ticket>(`/tickets/${ticket.id}`).then(go, toastError)
  }, [])
  return { conversation, failed, again, open }
}
