import { useSignals } from '@preact/signals-react/runtime'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { keepTyped } from '../../../kit/ahead'
import { post } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { useFileDrop } from '../../../kit/file-drop'
import { t, withTexts } from '../../../kit/i18n'
import { useShortcut } from '../../../kit/keys'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { useSwipeBack } from '../../../kit/swipe'
import { toast } from '../../../kit/toast'
import { isLeader, may, user } from '../../../session'
import { once } from '../double-press'
import { givenBack, takeOrTakeOver } from '../take-over'
import { acceptLongest as takeLongest, reopen as open, type Verbs } from '../verbs'
import { BotBar } from '../dialogs/bot-bar'
import { PlannedBar } from '../dialogs/planned-bar'
import { SnoozeBar } from '../dialogs/snooze-bar'
import { isActedOn } from '../acted-on'
import { giveBack, transcribe, transfer } from '../ticket-verbs'
import { card } from './card'
import { erase } from './erase'
import { TagsDialog } from '../contact/tags-dialog'
import { TypingHint } from './colleagues'
import { usePutAsideKeys } from './put-aside-keys'
import { SelectionBar } from './selection'
import { AcceptBar, KeptDraft, OtherBar, ReopenBar } from './status-bars'
import { Composer } from '../composer/composer'
import { unsigned } from '../composer/signature'
import type { Conversation } from './conversation'
import { isLocal } from './messages'
import { draftOf, isEditable } from '../composer/drafts'
import { focusComposer } from '../composer/focus'
import { NoteComposer } from '../composer/note-composer'
import { answering } from '../composer/type-ahead'
import { isText, type Ticket } from '../types'
import { acknowledge, promised } from '../deferred-verbs'
import findStyle from './find-bar.css'
import { wantedWords } from './find-words'
import { Header } from './header'
import type { MessageActions } from './message-toolbar'
import { NumberDown } from './number-down'
import { offerDraft } from './offer-draft'
import { cancel, retry } from '../composer/sending'
import '../list/row-sign'
import { Thread } from './thread'
import { copyText } from '../../../kit/copy'

const importFind = styled(() => import('./find-bar'), findStyle)
const FindBar = retried(importFind)
const GoToDate = retried(withTexts(() => import('./go-to-date')))
// What is asked for without a line is asked in them.
void import('../dialogs/dialogs').catch(() => {})
void importFind().catch(() => {})

/** What opens a conversation, and what is done with a ticket, comes with what draws it, after the list. */
export { keep, near, remembered } from './memory'
export { resolve } from '../resolve'
export const accept = (ticket: Ticket) => answering(() => takeOrTakeOver(ticket), ticket)
export const acceptLongest = () => answering(takeLongest)
const reopen = (ticket: Ticket) => void answering(() => open(ticket), ticket)

type Props = {
  conversation: Conversation
  pane: boolean
  togglePane: () => void
  verbs: Verbs
  /** When the ticket left the screen. */
  leave: () => void
  /** Whether the answer gets the keyboard when it appears, which is later than the conversation where it is accepted first. */
  autoFocus: () => boolean
}

const TAKEN_MS = 1_000

/** One conversation: header, messages, and the composer or what stands in its place. */
export const ConversationPane = memo(function ConversationPane({ conversation, pane, togglePane, verbs, leave, autoFocus }: Props) {
  useSignals()
  const ticket = conversation.ticket.value
  const draft = draftOf(ticket.id)
  useEffect(() => conversation.enter(), [conversation])
  useEffect(() => draft.enter(), [draft])
  useEffect(() => acknowledge(ticket.id), [ticket.id])

  const open = ticket.status === 'open'
  const mine = open && (ticket.userId === user.value?.id || !ticket.userId)
  const writes = mine || (open && isLeader.value)
  // Of a colleague's ticket who does not lead is told no more.
  const sees = !open || writes
  useEffect(() => draft.bar(open && !writes), [draft, open, writes])
  // A colleague took it over from under the hands of this user.
  const had = useRef(mine)
  const isTaken = open && !mine && had.current
  had.current ||= mine
  useEffect(() => {
    if (mine) givenBack.delete(ticket.id)
  }, [mine, ticket.id])
  // Back from a note, the answer goes on.
  const noted = useRef(false)
  noted.current ||= draft.noting.value
  useEffect(() => {
    if (!isTaken || givenBack.has(ticket.id)) return
    // Not of what this user gave away and takes back, which is theirs again in a moment.
    const told = setTimeout(() => {
      const words = draft.text.peek().trim() ? 'tickets.takenWithDraft' : 'tickets.taken'
      toast.bad(t(words, { user: conversation.ticket.peek().user?.name ?? '', name: conversation.ticket.peek().contact.name }))
    }, TAKEN_MS)
    return () => clearTimeout(told)
  }, [isTaken, conversation, draft])
  const close = useCallback((wasShown?: boolean) => verbs.resolve(conversation.ticket.peek(), wasShown), [conversation, verbs])
  const closeAfter = useCallback(
    (leaving?: Promise<boolean>) => {
      if (!leaving) return void close(true)
      const ticket = conversation.ticket.peek()
      void promised(ticket, { verb: 'resolve', ...conversation.seen() }, leaving, () => close(true))
      verbs.goOn(ticket)
    },
    [close, conversation, verbs],
  )
  const take = () => verbs.accept(conversation.ticket.value)
  /** Who leaves it does not come back to it. */
  const losesDraft = () => {
    const now = conversation.ticket.peek()
    if (now.status === 'open' && now.userId && now.userId !== user.peek()?.id) offerDraft(now)
  }
  const chosen = conversation.selection.value
  const waits = ticket.status === 'pending'
  useShortcut('resolve', () => void close(), writes || waits)
  useShortcut('transfer', () => transfer(conversation.ticket.value), isActedOn(ticket), waits ? 'free' : undefined)
  useShortcut('giveBack', () => void giveBack(conversation.ticket.value), writes)
  useShortcut('reopen', () => reopen(conversation.ticket.value), ticket.status === 'closed')
  useShortcut('contact', togglePane)
  /** How often the search was asked for; none while it is closed. */
  const [finding, setFinding] = useState(0)
  const find = () => {
    keepTyped()
    setFinding(times => times + 1)
  }
  useShortcut('find', find, sees)
  const wanted = wantedWords.value
  const [sought, setSought] = useState<{ text: string }>()
  useEffect(() => {
    if (!wanted) return
    // Another conversation came instead of the one that was meant.
    wantedWords.value = undefined
    if (wanted.ticketId !== ticket.id) return
    setSought(wanted)
    setFinding(times => times + 1)
  }, [wanted, ticket.id])
  useShortcut('print', () => transcribe(conversation.ticket.value), sees)
  /** The day that is gone to begins with that of a moment; none while nobody asked. */
  const [from, pickDay] = useState<string>()
  usePutAsideKeys(ticket, leave)
  const [tagging, setTagging] = useState(false)
  useShortcut(
    'tag',
    () => {
      const button = document.querySelector<HTMLElement>('[data-tagging]')
      if (button?.checkVisibility()) button.click()
      else setTagging(true)
    },
    sees && may('tickets:write'),
  )

  const actions = useMemo<Omit<MessageActions, 'view' | 'jump'>>(
    () => ({
      ...card,
      reply: draft.quote,
      edit: message => draft.edit(message, unsigned(message.body)),
      erase: messages => void erase(messages, '/messages', t('tickets.eraseText'), t('tickets.eraseManyText')),
      react: (message, emoji) => {
        focusComposer()
        void post(`/messages/${message.id}/reactions`, { type: emoji }).catch(toastError)
      },
      isOwn: ({ userId }) => userId === user.peek()?.id || may('messages:lead'),
      isEditable,
      retry: message => void retry(conversation, message),
      cancel: message => cancel(conversation, message),
      select: messages => (conversation.selection.value = new Set(messages.map(({ id }) => id))),
      copy: message => void copyText(message.body),
    }),
    [conversation, draft],
  )
  const editLast = useCallback(() => {
    const last = conversation.messages.value.findLast(
      message =>
        message.fromMe &&
        message.userId === user.peek()?.id &&
        isText(message) &&
        !message.isDeleted &&
        !isLocal(message) &&
        isEditable(message),
    )
    if (last) draft.edit(last, unsigned(last.body))
  }, [conversation, draft])
  const { listeners, hint } = useFileDrop(mine ? draft.attach : undefined, t('tickets.dropHere'))
  const swiping = useSwipeBack(leave)
  return (
    <section className="convo" aria-label={t('tickets.conversationWith', { name: ticket.contact.name })} {...listeners} {...swiping}>
      <Header
        ticket={ticket}
        actions={{
          resolve: () => once(ticket.id, () => close()),
          giveBack: () => void giveBack(ticket),
          reopen: () => reopen(ticket),
          toggleContact: togglePane,
          find,
          pickDay: () => pickDay(new Date().toISOString()),
          tag: () => setTagging(true),
          note: () => (draft.noting.value = true),
          pane,
          verbs,
          mine,
          leads: writes,
          sees,
        }}
      />
      {finding > 0 && (
        <Part>
          <FindBar
            conversation={conversation}
            asked={finding}
            initial={sought}
            close={() => {
              setFinding(0)
              setSought(undefined)
            }}
          />
        </Part>
      )}
      {tagging && <TagsDialog ticket={ticket} close={() => setTagging(false)} />}
      <NumberDown conversation={conversation} />
      <SnoozeBar ticket={ticket} />
      {sees && !ticket.isGroup && may('schedules:use') && <PlannedBar ticket={ticket} />}
      <BotBar ticket={ticket} />
      <Thread key={ticket.id} conversation={conversation} actions={actions} tools={writes ? 'all' : 'onward'} pickDay={pickDay} />
      <TypingHint ticket={ticket} takeOver={mine && !ticket.userId ? () => void take() : undefined} />
      {ticket.status === 'pending' && !chosen && <AcceptBar ticket={ticket} accept={take} />}
      {ticket.status === 'closed' && !chosen && <ReopenBar reopen={() => reopen(ticket)} />}
      {open && !mine && !chosen && <OtherBar ticket={ticket} sees={sees} takeOver={isLeader.value ? () => void take() : undefined} />}
      {!mine && (open || (had.current && draft.text.value)) && <KeptDraft draft={draft} onLeave={sees ? undefined : losesDraft} />}
      {chosen && <SelectionBar conversation={conversation} chosen={chosen} />}
      {draft.noting.value && !chosen && <NoteComposer key={`note-${ticket.id}`} conversation={conversation} draft={draft} />}
      {mine && !draft.noting.value && (
        // What is being written or recorded goes on meanwhile.
        <div style={{ display: chosen ? 'none' : 'contents' }}>
          <Composer
            key={ticket.id}
            conversation={conversation}
            autoFocus={autoFocus() || noted.current}
            editLast={editLast}
            resolve={closeAfter}
          />
        </div>
      )}
      {from && (
        <Part>
          <GoToDate conversation={conversation} from={from} close={() => pickDay(undefined)} />
        </Part>
      )}
      {hint}
    </section>
  )
})
