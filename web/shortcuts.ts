import { effect } from '@preact/signals-react'
import { defineShortcuts, ownKeys, type Shortcut } from './kit/keys'
import { user } from './session'

effect(() => void (ownKeys.value = user.value?.preferences.keys ?? {}))

/** What each is called stands in shortcut-names.ts. */
const SHORTCUTS = {
  palette: { keys: ['mod+k'] },
  search: { keys: ['alt+s', '/'] },
  shortcuts: { keys: ['?'] },
  create: { keys: ['c'] },
  rows: { keys: ['arrowdown'], isFixed: true },
  undo: { keys: ['alt+z', 'z'] },
  commands: { keys: ['escape'], isFixed: true },
  next: { keys: ['j', 'alt+arrowdown'], moves: true, steps: true },
  previous: { keys: ['k', 'alt+arrowup'], moves: true, steps: true },
  waiting: { keys: ['q', 'alt+q'], moves: true },
  nextView: { keys: ['v', 'alt+v'], moves: true },
  choose: { keys: ['x', 'alt+x'], moves: true },
  newTicket: { keys: ['n'] },
  accept: { keys: ['a', 'alt+a'], moves: true },
  resolve: { keys: ['alt+e', 'e'], guarded: true },
  transfer: { keys: ['alt+t', 't'], guarded: true },
  giveBack: { keys: ['alt+d', 'd'], guarded: true },
  snooze: { keys: ['alt+h', 'h'], guarded: true },
  unread: { keys: ['alt+u', 'u'], guarded: true },
  pin: { keys: ['alt+p', 'p'], guarded: true },
  reopen: { keys: ['o'] },
  reply: { keys: ['r'] },
  contact: { keys: ['i'] },
  tag: { keys: ['g', 'alt+g'] },
  find: { keys: ['mod+f'] },
  print: { keys: ['mod+p'] },
  messages: { keys: ['alt+m', 'm'] },
  note: { keys: ['tab'], isFixed: true },
  send: { keys: ['enter'], isFixed: true },
  sendResolve: { keys: ['alt+enter'] },
  newLine: { keys: ['shift+enter'], isFixed: true },
} satisfies Record<string, Shortcut>
export type ShortcutId = keyof typeof SHORTCUTS

defineShortcuts(SHORTCUTS)
