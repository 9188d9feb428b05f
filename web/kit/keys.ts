import { signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'

/**
 * `keys` are combinations such as 'a', 'alt+e', 'mod+k'; the first is the one shown. A single letter of a `guarded` one needs Esc before it,
 * a single letter of one that `moves` leaves the keyboard with those that move. One that `steps` goes to another row: it acts again while
 * its key is held down, and after a press in the list. One that `isFixed` is no person's to change.
 */
export type Shortcut = {
  keys: string[]
  guarded?: boolean
  moves?: boolean
  steps?: boolean
  isFixed?: boolean
}
/** The combination that a person gave a shortcut in the place of its own ones, by name; an empty one is none. */
export type OwnKeys = Record<string, string>

const catalogue = new Map<string, Shortcut>()
/**
 * It stands above the others, such as the verbs for the rows that were chosen; a combination runs it, and its letter is text; or there is no
 * field that its letter could be meant for.
 */
type How = 'above' | 'combined' | 'free'
type Running = { call: () => void; how?: How }
const running = new Map<string, Running[]>()

/** The one registry: bindings, tooltips and the `?` sheet read from it. What each is called comes later (key-names.ts). */
export const defineShortcuts = (list: Record<string, Shortcut>) => {
  for (const [id, shortcut] of Object.entries(list)) catalogue.set(id, shortcut)
}
export const shortcuts = () => [...catalogue.entries()]
export const ownKeys = signal<OwnKeys>({})
/** The combinations of a shortcut, as they hold for this person. */
export function combinationsOf(id: string): string[] {
  const own = ownKeys.value[id]
  return own === undefined ? (catalogue.get(id)?.keys ?? []) : own ? [own] : []
}

const names: Record<string, string> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: '↵',
  escape: 'Esc',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
}
/** ['Alt', 'E'] of 'alt+e' */
export const keycaps = (combination: string) => (combination ? combination.split('+').map(key => names[key] ?? key.toUpperCase()) : [])
export const keysOf = (id: string) => combinationsOf(id)[0]

const topOf = (id: string) => {
  const all = running.get(id)
  return all?.findLast(({ how }) => how === 'above') ?? all?.at(-1)
}
const runOf = (id: string) => topOf(id)?.call
/** What can be run now, each as its key would. */
export const runnable = () =>
  shortcuts().flatMap(([id]) => {
    const run = runOf(id)
    return run ? [{ id, run }] : []
  })

/** Runs while the component is mounted and `enabled`; the one mounted last wins, before it one that stands above the others. */
export function useShortcut(id: string, run: () => void, enabled = true, how?: How) {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const one = { call: () => latest.current(), how }
    running.set(id, [...(running.get(id) ?? []), one])
    return () =>
      void running.set(
        id,
        (running.get(id) ?? []).filter(other => other !== one),
      )
  }, [id, enabled, how])
}

/**
 * To whom single letters belong while no field has the focus: to the field that asked for them, but after a letter that moved for those
 * that move further, and after a press in a list (`data-shortcuts`) for those that step; after Esc, to the shortcuts.
 */
let letters: 'field' | 'list' | 'moving' | 'commands' = 'field'
function give(to: typeof letters) {
  letters = to
  lettersAreVerbs.value = to === 'commands'
}
/** What letters were given to is done. Who gave them to shortcuts keeps them there. */
export const lettersToField = () => letters !== 'commands' && give('field')
let typed: (() => HTMLElement | null) | undefined
let held = 0

/** Letters that are typed beside a field go to it while this is mounted and `enabled`. */
export function useTypeAnywhere(field: () => HTMLElement | null, enabled = true) {
  const latest = useRef(field)
  latest.current = field
  useEffect(() => {
    if (!enabled) return
    const own = () => latest.current()
    typed = own
    return () => {
      if (typed === own) typed = undefined
    }
  }, [enabled])
}

/** Whether a letter beside it would be written in a field. */
export const hasField = () => Boolean(typed?.())

/** No shortcut acts while this is mounted: what it stands for has keys of its own. */
export const useHeldShortcuts = () =>
  useEffect(() => {
    held++
    return () => void held--
  }, [])

/** The same until something is done: what is typed meanwhile is meant for what comes of it. */
export async function heldWhile<T>(work: () => Promise<T>): Promise<T> {
  held++
  try {
    return await work()
  } finally {
    held--
  }
}

/** Keeps what is typed until the box that was asked for is there; set by ahead.ts, which comes later. */
export const ahead: { keep?: () => void } = {}

/** Whether letters run verbs although there is a field for them: it says so. */
export const lettersAreVerbs = signal(false)

export const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|file|range|color)$/.test(target.type)))
/** Space presses what has the focus, and arrows move a slider. */
const pressable = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button,a,input,summary,audio,video,[role=button]') !== null
/** A button of a row, to which Tab led: letters there are meant for no field. Who pressed it with a pointer goes on writing. */
const isTabbed = (target: EventTarget | null) => target instanceof Element && target.matches('[data-shortcuts] li button:focus-visible')
/** Letters that follow one another so closely are a word: one that was begun as text has no verbs in it. What else is pressed ends it. */
const WORD_MS = 700
let wordUntil = 0

export const inLayer = () => document.querySelector('.layer,.popover') !== null

function pressed(event: KeyboardEvent, combination: string) {
  const parts = combination.split('+')
  const key = parts.at(-1)!
  const mod = event.ctrlKey || event.metaKey
  if (parts.includes('mod') !== mod || parts.includes('alt') !== event.altKey) return false
  // A sign such as ? needs Shift on most keyboards: only letters and named keys look at it.
  if (/^[a-z]/.test(key) && parts.includes('shift') !== event.shiftKey) return false
  return event.key.toLowerCase() === key || (event.altKey && event.code === `Key${key.toUpperCase()}`)
}

window.addEventListener('keydown', event => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey
  const isLetter = plain && event.key.length === 1
  const isWord = isLetter && event.timeStamp < wordUntil
  const until = event.timeStamp + WORD_MS
  if (!isLetter && !/^(Shift|AltGraph|Dead|Process)$/.test(event.key)) wordUntil = 0
  if (isWord || (isLetter && writes(event.target))) wordUntil = until
  if (event.isComposing || event.defaultPrevented || held || inLayer()) return
  if (event.key === 'Escape' && !writes(document.activeElement)) give('commands')
  // What is pressed is gone on in, as after a press of the pointer.
  if (event.key === 'Enter' && plain && letters === 'commands' && pressable(event.target)) give('field')
  if (plain && writes(event.target)) return
  const isText = isLetter && !(event.key === ' ' && pressable(event.target)) && !isTabbed(event.target)
  const field = isText ? typed?.() : null
  const isWritten = field && letters !== 'commands'
  for (const [id, { guarded, moves, steps }] of isWord ? [] : catalogue) {
    const { call: run, how } = topOf(id) ?? {}
    const isAbove = how === 'above'
    const isMeant = isAbove || (letters === 'moving' ? moves : letters === 'list' && steps)
    const isGuarded = guarded && letters !== 'commands' && !isAbove && how !== 'free'
    const isKept = (plain && (isGuarded || how === 'combined')) || (isWritten && !isMeant)
    if (!run || isKept || !combinationsOf(id).some(combination => pressed(event, combination))) continue
    event.preventDefault()
    if (plain && moves && letters !== 'commands') give('moving')
    // Combinations are for who writes, and goes on to.
    if (!plain && moves && !steps) give('field')
    // A key that is held down too long was pressed once: the next customer is not meant.
    return event.repeat && !steps ? undefined : run()
  }
  if (isText) wordUntil = until
  // The letter lands in the field that has the focus when the key goes down.
  if (isWritten) field.focus()
})
// Whoever presses something in a list goes on in it.
window.addEventListener(
  'pointerdown',
  ({ target }) => {
    wordUntil = 0
    give(target instanceof Element && target.closest('[data-shortcuts]') ? 'list' : 'field')
  },
  true,
)
// What floats over the page gives the keyboard back as it was.
window.addEventListener('focusin', event => {
  if (writes(event.target) && !inLayer()) give('field')
})
