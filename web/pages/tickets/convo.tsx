import { useSignals } from '@preact/signals-react/runtime'
import { Upload } from 'lucide-react'
import { type DragEvent, type TouchEvent, useEffect, useMemo, useRef, useState } from 'react'
import { del, post } from '../../kit/api'
import { confirm } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { useShortcut } from '../../kit/keys'
import { phone } from '../../kit/media'
import { toast } from '../../kit/toast'
import { user } from '../../session'
import { accept, giveBack, reopen, resolve } from './actions'
import { AcceptBar, OtherBar, ReopenBar } from './bars'
import { Composer } from './composer'
import { isLocal, keyOf, type Conversation } from './conversation'
import { Header } from './header'
import type { Doings } from './message-actions'
import { cancel, retry } from './sending'
import { leads } from './store'
import { Thread } from './thread'
import type { Message } from './types'

type Props = { talk: Conversation; pane: boolean; togglePane: () => void; after: () => void; card: Pick<Doings, 'talk' | 'saveContact'> }

/** One conversation: header, messages, and the composer or what stands in its place. `after` runs when the ticket left the screen. */
export function Convo({ talk, pane, togglePane, after, card }: Props) {
  useSignals()
  const ticket = talk.ticket.value
  const [files, setFiles] = useState<File[]>([])
  const [dragging, setDragging] = useState(false)
  const [quoted, setQuoted] = useState<Message | null>(null)
  const [editing, setEditing] = useState<Message | null>(null)
  useEffect(() => talk.follow(), [talk])

  const open = ticket.status === 'open'
  const mine = open && (ticket.userId === user.value?.id || !ticket.userId)
  const writes = mine || (open && leads.value)
  const close = async () => {
    if (await resolve(talk.ticket.value)) after()
  }
  const take = async () => {
    const taken = await accept(talk.ticket.value)
    if (taken) talk.ticket.value = { ...talk.ticket.value, ...taken, contact: { ...talk.ticket.value.contact, ...taken.contact } }
  }
  const remove = async () => {
    const name = ticket.contact.name
    const yes = await confirm({
      title: t('tickets.removeTitle', { name }),
      text: t('tickets.removeText'),
      action: t('tickets.remove'),
      danger: true,
    })
    if (yes) await del(`/tickets/${ticket.id}`).then(after, toastError)
  }
  useShortcut('resolve', () => void close(), open)
  useShortcut('giveBack', () => void giveBack(talk.ticket.value), open)
  useShortcut('accept', () => void take(), ticket.status === 'pending')
  useShortcut('reopen', () => void reopen(talk.ticket.value), ticket.status === 'closed')
  useShortcut('contact', togglePane)
  useShortcut('tag', () => document.querySelector<HTMLElement>('[data-tagging]')?.click())

  const doings = useMemo<Omit<Doings, 'view' | 'jump'>>(
    () => ({
      ...card,
      reply: message => (setEditing(null), setQuoted(message)),
      edit: message => (setQuoted(null), setEditing(message)),
      erase: async message => {
        const yes = await confirm({
          title: t('tickets.eraseTitle'),
          text: t('tickets.eraseText'),
          action: t('tickets.erase'),
          danger: true,
        })
        if (yes) await del(`/messages/${message.id}`).catch(toastError)
      },
      react: (message, emoji) => void post(`/messages/${message.id}/reactions`, { type: emoji }).catch(toastError),
      retry: message => void retry(talk, message),
      cancel: message => {
        cancel(message)
        talk.messages.value = talk.messages.value.filter(other => keyOf(other) !== keyOf(message))
      },
      copy: message => void navigator.clipboard.writeText(message.body).then(() => toast.ok(t('common.copied'))),
    }),
    [talk, card],
  )
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    setFiles(now => [...now, ...event.dataTransfer.files])
  }
  // On a phone a swipe to the right from the edge goes back to the list.
  const touch = useRef({ x: 0, y: 0 })
  const swiped = (event: TouchEvent) => {
    const { clientX, clientY } = event.changedTouches[0]!
    if (phone.value && touch.current.x < 48 && clientX - touch.current.x > 90 && Math.abs(clientY - touch.current.y) < 60) after()
  }
  return (
    <section
      className="convo"
      aria-label={t('tickets.conversationWith', { name: ticket.contact.name })}
      onDragOver={event => {
        if (!writes || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={event => event.currentTarget.contains(event.relatedTarget as Node) || setDragging(false)}
      onDrop={drop}
      onTouchStart={event => (touch.current = { x: event.touches[0]!.clientX, y: event.touches[0]!.clientY })}
      onTouchEnd={swiped}
    >
      <Header
        ticket={ticket}
        doings={{
          resolve: () => void close(),
          giveBack: () => void giveBack(ticket),
          reopen: () => void reopen(ticket),
          remove: () => void remove(),
          toggleContact: togglePane,
          pane,
        }}
      />
      <Thread key={ticket.id} talk={talk} doings={doings} active={writes} />
      {ticket.status === 'pending' && <AcceptBar ticket={ticket} accept={take} />}
      {ticket.status === 'closed' && <ReopenBar reopen={() => void reopen(ticket)} />}
      {open && !mine && <OtherBar ticket={ticket} takeOver={leads.value ? () => void take() : undefined} />}
      {mine && (
        <Composer
          key={ticket.id}
          talk={talk}
          files={files}
          setFiles={setFiles}
          quoted={quoted}
          editing={editing}
          done={() => {
            setQuoted(null)
            setEditing(null)
          }}
          editLast={() =>
            setEditing(talk.messages.value.findLast(message => message.fromMe && !message.isDeleted && !isLocal(message)) ?? null)
          }
        />
      )}
      {dragging && (
        <div className="drop-here">
          <Upload className="icon icon-xl" aria-hidden />
          {t('tickets.dropHere')}
        </div>
      )}
    </section>
  )
}
