import { type KeyNames, nameShortcuts } from './kit/key-names'
import type { ShortcutId } from './shortcuts'

const list = 'keys.list'
const conversation = 'keys.conversation'
const everywhere = 'keys.everywhere'

nameShortcuts({
  palette: { label: 'top.run', group: everywhere },
  search: { label: 'keys.search', group: everywhere },
  shortcuts: { label: 'top.shortcuts', group: everywhere },
  create: { label: 'keys.create', group: everywhere },
  rows: { label: 'common.rows', group: everywhere },
  undo: { label: 'common.undo', group: everywhere },
  commands: { label: 'tickets.keyCommands', group: everywhere },
  next: { label: 'keys.next', group: list },
  previous: { label: 'keys.previous', group: list },
  waiting: { label: 'tickets.keyWaiting', group: list },
  nextView: { label: 'tickets.keyView', group: list },
  choose: { label: 'tickets.keyChoose', group: list },
  newTicket: { label: 'keys.newTicket', group: list },
  accept: { label: 'keys.accept', group: list },
  resolve: { label: 'keys.resolve', group: conversation },
  transfer: { label: 'keys.transfer', group: conversation },
  giveBack: { label: 'keys.giveBack', group: conversation },
  snooze: { label: 'tickets.keySnooze', group: conversation },
  unread: { label: 'tickets.keyUnread', group: conversation },
  pin: { label: 'tickets.keyPin', group: conversation },
  reopen: { label: 'keys.reopen', group: conversation },
  reply: { label: 'keys.reply', group: conversation },
  contact: { label: 'keys.contact', group: conversation },
  tag: { label: 'keys.tag', group: conversation },
  find: { label: 'keys.find', group: conversation },
  print: { label: 'tickets.keyPrint', group: conversation },
  messages: { label: 'tickets.keyMessages', group: conversation },
  note: { label: 'keys.note', group: conversation },
  send: { label: 'keys.send', group: conversation },
  sendResolve: { label: 'keys.sendResolve', group: conversation },
  newLine: { label: 'keys.newLine', group: conversation },
} satisfies KeyNames<ShortcutId>)
