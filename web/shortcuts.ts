import { effect } from '@preact/signals-react'
import { defineShortcuts, ownKeys } from './kit/keys'
import { user } from './session'

effect(() => void (ownKeys.value = user.value?.preferences.keys ?? {}))

const list = 'keys.list'
const conversation = 'keys.conversation'
const everywhere = 'keys.everywhere'

defineShortcuts({
  palette: { keys: ['mod+k'], label: 'top.run', group: everywhere },
  search: { keys: ['alt+s', '/'], label: 'keys.search', group: everywhere },
  shortcuts: { keys: ['?'], label: 'top.shortcuts', group: everywhere },
  create: { keys: ['c'], label: 'keys.create', group: everywhere },
  rows: { keys: ['arrowdown'], label: 'common.rows', group: everywhere, isFixed: true },
  undo: { keys: ['alt+z', 'z'], label: 'common.undo', group: everywhere },
  commands: { keys: ['escape'], label: 'tickets.keyCommands', group: everywhere, isFixed: true },
  next: { keys: ['j', 'alt+arrowdown'], label: 'keys.next', group: list, moves: true, steps: true },
  previous: { keys: ['k', 'alt+arrowup'], label: 'keys.previous', group: list, moves: true, steps: true },
  waiting: { keys: ['q', 'alt+q'], label: 'tickets.keyWaiting', group: list, moves: true },
  nextView: { keys: ['v', 'alt+v'], label: 'tickets.keyView', group: list, moves: true },
  choose: { keys: ['x', 'alt+x'], label: 'tickets.keyChoose', group: list, moves: true },
  newTicket: { keys: ['n'], label: 'keys.newTicket', group: list },
  accept: { keys: ['a', 'alt+a'], label: 'keys.accept', group: list, moves: true },
  resolve: { keys: ['alt+e', 'e'], label: 'keys.resolve', group: conversation, guarded: true },
  transfer: { keys: ['alt+t', 't'], label: 'keys.transfer', group: conversation, guarded: true },
  giveBack: { keys: ['alt+d', 'd'], label: 'keys.giveBack', group: conversation, guarded: true },
  snooze: { keys: ['alt+h', 'h'], label: 'tickets.keySnooze', group: conversation, guarded: true },
  unread: { keys: ['alt+u', 'u'], label: 'tickets.keyUnread', group: conversation, guarded: true },
  pin: { keys: ['alt+p', 'p'], label: 'tickets.keyPin', group: conversation, guarded: true },
  reopen: { keys: ['o'], label: 'keys.reopen', group: conversation },
  reply: { keys: ['r'], label: 'keys.reply', group: conversation },
  contact: { keys: ['i'], label: 'keys.contact', group: conversation },
  tag: { keys: ['g', 'alt+g'], label: 'keys.tag', group: conversation },
  find: { keys: ['mod+f'], label: 'keys.find', group: conversation },
  print: { keys: ['mod+p'], label: 'tickets.keyPrint', group: conversation },
  messages: { keys: ['alt+m', 'm'], label: 'tickets.keyMessages', group: conversation },
  note: { keys: ['tab'], label: 'keys.note', group: conversation, isFixed: true },
  send: { keys: ['enter'], label: 'keys.send', group: conversation, isFixed: true },
  newLine: { keys: ['shift+enter'], label: 'keys.newLine', group: conversation, isFixed: true },
})
