import { defineShortcuts } from './kit/keys'

const list = 'keys.list'
const conversation = 'keys.conversation'
const everywhere = 'keys.everywhere'

defineShortcuts({
  search: { keys: ['mod+k', '/'], label: 'keys.search', group: everywhere },
  shortcuts: { keys: ['?'], label: 'top.shortcuts', group: everywhere },
  create: { keys: ['c'], label: 'keys.create', group: everywhere },
  rows: { keys: ['arrowdown'], label: 'common.rows', group: everywhere },
  undo: { keys: ['z'], label: 'common.undo', group: everywhere },
  next: { keys: ['j', 'alt+arrowdown'], label: 'keys.next', group: list },
  previous: { keys: ['k', 'alt+arrowup'], label: 'keys.previous', group: list },
  newTicket: { keys: ['n'], label: 'keys.newTicket', group: list },
  accept: { keys: ['a'], label: 'keys.accept', group: list },
  resolve: { keys: ['e', 'alt+e'], label: 'keys.resolve', group: conversation },
  giveBack: { keys: ['d'], label: 'keys.giveBack', group: conversation },
  reopen: { keys: ['o'], label: 'keys.reopen', group: conversation },
  reply: { keys: ['r'], label: 'keys.reply', group: conversation },
  contact: { keys: ['i'], label: 'keys.contact', group: conversation },
  tag: { keys: ['g'], label: 'keys.tag', group: conversation },
  send: { keys: ['enter'], label: 'keys.send', group: conversation },
  newLine: { keys: ['shift+enter'], label: 'keys.newLine', group: conversation },
})
