import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useBodyAttribute } from '../../kit/body-attribute'
import { t } from '../../kit/i18n'
import { useShortcut } from '../../kit/keys'
import { phone } from '../../kit/screen-width'
import { Part } from '../../kit/part'
import { LoadFailed } from '../../kit/placeholder'
import { partOf } from '../../kit/retryable'
import { retried, styled } from '../../kit/style'
import { beUsable, usable } from '../../kit/usable'
import formsStyle from '../forms.css'
import contactStyle from './contact/contact-pane.css'
import { useContactDock } from './contact/dock'
import { Choose } from './conversation/choose'
import { dialog } from './dialogs/shown'
import { listInAddress, putListInAddress } from './list/address'
import { choose, focused } from './list/choosing'
import { ListPane } from './list/list-pane'
import { byStatus, LIST_WIDTH, listWidth, lists, shownList, staysPending, view, watchTickets } from './list/store'
import { useWalk } from './list/keyboard-walk'
import { isUuid, useOpened } from './on-screen'
import { useAcceptKey, usePageVerbs } from './page-verbs'
import { ConversationPane, loadPane, near } from './pane'
import ticketsStyle from './tickets.css'
import type { Ticket } from './types'

const importContact = styled(() => import('./contact/contact-pane'), formsStyle, ticketsStyle, contactStyle)
const ContactPane = retried(partOf(importContact, ({ ContactPane }) => ({ default: ContactPane })))
const Dialogs = retried(styled(() => import('./dialogs/dialogs'), formsStyle, ticketsStyle))

const newTicket = () => void (dialog.value = { kind: 'new' })
const leave = () => navigate('/tickets')

/** The agent's screen: the lists at the left, the conversation, and the contact at the right. */
export default function Tickets() {
  useSignals()
  const { uuid, message } = useParams<{ uuid?: string; message?: string }>()
  useState(() => (shownList.value = listInAddress()))
  const shown = shownList.value
  const viewed = view.value?.id
  useEffect(() => putListInAddress(shown), [shown, viewed, uuid, message])
  useEffect(watchTickets, [])
  useEffect(() => () => void (dialog.value = undefined), [])
  useEffect(() => void usable.then(loadPane).catch(() => {}), [])

  const list = lists[shown]
  useEffect(() => {
    if (!list.loaded.peek() && !list.loading.peek() && shown !== 'search') void list.reload()
  }, [list, shown])
  const isThere = list.loaded.value || list.failed.value
  useEffect(() => (isThere ? beUsable() : undefined), [isThere])

  const { conversation, failed, again, open } = useOpened(uuid, message)
  const walk = useWalk(uuid)
  const page = { uuid, walk }
  const verbs = usePageVerbs(page, open)
  const chosen = useAcceptKey(page, verbs)
  useListFollows(conversation?.ticket.value)
  useShortcut('newTicket', newTicket)
  useShortcut('choose', () => {
    const id = focused() ?? chosen?.id
    if (id) choose(id)
  })

  const contact = useContactDock(Boolean(conversation))
  const latest = useRef({ uuid, message })
  latest.current = { uuid, message }
  const { byKey } = walk
  const autoFocus = useCallback(() => !latest.current.message && byKey.current !== latest.current.uuid, [byKey])
  const pane = uuid ? 'chat' : 'list'
  useBodyAttribute('pane', pane)
  // The tab of a phone that has opened none yet leads to an address without one.
  const isTicket = isUuid(uuid)
  const isWidened = !phone.value && listWidth.value !== LIST_WIDTH.usual
  const columns = `min(${listWidth.value}px, 45%) minmax(0, 1fr)${contact.isDocked ? ' 300px' : ''}`
  return (
    <div
      className={contact.isDocked ? 'inbox with-contact' : 'inbox'}
      data-pane={pane}
      style={isWidened ? { gridTemplateColumns: columns } : undefined}
      onPointerOver={event => near(event.target)}
      onPointerDown={event => near(event.target, 0)}
      onFocus={event => near(event.target)}
    >
      <ListPane selected={uuid} verbs={verbs} open={open} newTicket={newTicket} />
      {conversation ? (
        <Suspense>
          <ConversationPane
            key={conversation.ticket.value.id}
            conversation={conversation}
            pane={contact.isOpen}
            togglePane={contact.toggle}
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
      {conversation && contact.isOpen && (
        <Part gone={contact.hide}>
          <ContactPane conversation={conversation} close={contact.toggle} docked={contact.isDocked} />
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

/** The list follows the ticket: what is accepted is looked for under those attended, and so on. */
function useListFollows({ uuid, status }: Partial<Ticket> = {}) {
  const before = useRef<{ uuid?: string; status?: Ticket['status'] }>({})
  useEffect(() => {
    const { current: was } = before
    before.current = { uuid, status }
    const isMoved = was.uuid === uuid && was.status && status && was.status !== status
    // Who accepts among those that wait may stay there.
    const stays = was.status === 'pending' && status === 'open' && staysPending.peek()
    if (!isMoved || status === 'closed' || stays) return
    if (['mine', 'pending', 'closed'].includes(shownList.peek())) shownList.value = byStatus[status]
  }, [uuid, status])
}
