import {
  AlarmClock,
  AlarmClockOff,
  ArrowRightLeft,
  Bot,
  CalendarClock,
  CircleDot,
  Eye,
  FileDown,
  Pin,
  PinOff,
  SquareCheck,
  Trash2,
  Undo2,
  X,
} from 'lucide-react'
import { del } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import type { Item } from '../../kit/menu'
import { toast } from '../../kit/toast'
import { may } from '../../session'
import { isActedOn } from './acted-on'
import { change, standing } from './change'
import { asBefore } from './undo'
import { mayEnd } from './may-end'
import { known, type Verbs } from './verbs'
import { couldHaveRobot, giveToBot } from './bot'
import { bringBack, markUnread, snooze, togglePin } from './put-aside'
import { words as talkWords } from './conversation/texts'
import { dialog, sendLater } from './dialogs/shown'
import { words } from './dialogs/texts'
import { words as transcriptWords } from './dialogs/transcript-texts'
import { choose } from './list/choosing'
import { words as deskWords } from './list/desk-texts'
import { isPinned } from './list/pins'
import type { Ticket } from './types'
import { cancel, SAID, wished } from './deferred-verbs'

// What is done with a ticket less often: it comes with the conversation and with the menu of a row.

export const transfer = (ticket: Ticket) => void (dialog.value = { kind: 'transfer', tickets: [ticket] })

/** Gives a ticket back to its queue. */
export const giveBack = (ticket: Ticket) =>
  change(ticket, { status: 'pending', userId: null, expected: standing(ticket) }).then(
    after => toast.undo(t('tickets.givenBack', { name: ticket.contact.name }), () => void asBefore(ticket, after).catch(toastError)),
    toastError,
  )

/** Ends a ticket without a word to the customer. */
const justClose = async (ticket: Ticket, { goOn, open }: Verbs) =>
  (await mayEnd([ticket])) &&
  change(ticket, { status: 'closed', justClose: true, ...known(ticket) }).then(after => {
    const wasShown = goOn(ticket)
    const undo = () => asBefore(ticket, after).then(again => wasShown && open(again))
    toast.undo(words('justClosed', { name: ticket.contact.name }), () => void undo().catch(toastError))
  }, toastError)

/** Deletes a ticket with its messages, when its user agrees; `gone` follows. */
async function remove({ id, contact: { name } }: Ticket, gone = () => {}) {
  const question = { title: t('tickets.removeTitle', { name }), text: t('tickets.removeText'), action: t('tickets.remove'), danger: true }
  if (await confirm(question)) await del(`/tickets/${id}`).then(gone, toastError)
}

const transferItem = (ticket: Ticket): Item =>
  isActedOn(ticket) && {
    label: words('transferMenu'),
    icon: <ArrowRightLeft className="icon" aria-hidden />,
    shortcut: 'transfer',
    run: () => transfer(ticket),
  }
const closeItem = (ticket: Ticket, verbs: Verbs): Item =>
  isActedOn(ticket) && { label: words('justClose'), icon: <X className="icon" aria-hidden />, run: () => void justClose(ticket, verbs) }
const botItem = (ticket: Ticket): Item =>
  ticket.status === 'open' &&
  isActedOn(ticket) &&
  couldHaveRobot(ticket) && {
    label: words('toBot'),
    icon: <Bot className="icon" aria-hidden />,
    run: () =>
      void giveToBot(ticket).then(
        after => toast.undo(words('withBot', { name: ticket.contact.name }), () => void asBefore(ticket, after).catch(toastError)),
        toastError,
      ),
  }
const removeItem = (ticket: Ticket, { leave }: Verbs): Item =>
  may('tickets:delete') && {
    label: t('tickets.remove'),
    icon: <Trash2 className="icon" aria-hidden />,
    danger: true,
    run: () => void remove(ticket, () => leave(ticket)),
  }
const scheduleItem = (ticket: Ticket): Item =>
  may('schedules:use') && {
    label: words('schedule'),
    icon: <CalendarClock className="icon" aria-hidden />,
    run: () => sendLater(ticket),
  }
export const transcribe = (ticket: Ticket) => void (dialog.value = { kind: 'transcript', ticket })
const transcriptItem = (ticket: Ticket): Item => ({
  label: transcriptWords('menu'),
  icon: <FileDown className="icon" aria-hidden />,
  shortcut: 'print',
  run: () => transcribe(ticket),
})
/** What was asked for without a line, as long as it is not done. */
const wishItem = ({ id }: Ticket): Item => {
  const wish = wished.peek()[id]
  return (
    wish !== undefined &&
    !wish.isVoid && {
      label: talkWords(SAID[wish.verb].cancel),
      icon: <Undo2 className="icon" aria-hidden />,
      run: () => cancel(id),
    }
  )
}
const viewItem = (ticket: Ticket): Item =>
  ticket.status !== 'open' && {
    label: words('view'),
    icon: <Eye className="icon" aria-hidden />,
    run: () => void (dialog.value = { kind: 'view', ticket }),
  }

const snoozeItems = (ticket: Ticket): Item[] =>
  isActedOn(ticket)
    ? [
        ticket.snoozedAt !== null && {
          label: deskWords('wake'),
          icon: <AlarmClockOff className="icon" aria-hidden />,
          run: () => bringBack(ticket),
        },
        {
          label: deskWords('snoozeMenu'),
          icon: <AlarmClock className="icon" aria-hidden />,
          shortcut: 'snooze',
          run: () => snooze([ticket]),
        },
      ]
    : []
/** A conversation on screen is read: it is left before it is marked. */
const unreadItem = (ticket: Ticket, { leave }: Verbs): Item =>
  ticket.status !== 'closed' &&
  !ticket.unreadMessages && {
    label: deskWords('unread'),
    icon: <CircleDot className="icon" aria-hidden />,
    shortcut: 'unread',
    run: () => (leave(ticket), markUnread(ticket)),
  }
const pinItem = (ticket: Ticket): Item =>
  ticket.status !== 'closed' && {
    label: deskWords(isPinned(ticket) ? 'unpin' : 'pin'),
    icon: isPinned(ticket) ? <PinOff className="icon" aria-hidden /> : <Pin className="icon" aria-hidden />,
    shortcut: 'pin',
    run: () => togglePin(ticket),
  }
const chooseItem = (ticket: Ticket): Item => ({
  label: deskWords('choose'),
  icon: <SquareCheck className="icon" aria-hidden />,
  shortcut: 'choose',
  run: () => choose(ticket.id),
})

/** The menu of a row, and what of it the head of the conversation has. */
export const rowItems = (ticket: Ticket, verbs: Verbs): Item[] => [
  wishItem(ticket),
  viewItem(ticket),
  ...snoozeItems(ticket),
  unreadItem(ticket, verbs),
  pinItem(ticket),
  chooseItem(ticket),
  scheduleItem(ticket),
  transcriptItem(ticket),
  transferItem(ticket),
  botItem(ticket),
  closeItem(ticket, verbs),
  removeItem(ticket, verbs),
]
export const headItems = (ticket: Ticket, verbs: Verbs): Item[] => [
  wishItem(ticket),
  ...snoozeItems(ticket),
  unreadItem(ticket, verbs),
  pinItem(ticket),
  scheduleItem(ticket),
  transcriptItem(ticket),
  transferItem(ticket),
  botItem(ticket),
  closeItem(ticket, verbs),
  removeItem(ticket, verbs),
]
