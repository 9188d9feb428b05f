/** What browsers keep for themselves, whatever a page says. */
const RESERVED = new Set([
  'mod+t',
  'mod+n',
  'mod+w',
  'mod+shift+t',
  'mod+shift+n',
  'mod+shift+w',
  'mod+tab',
  'alt+tab',
  'alt+f4',
  'f5',
  'f11',
  'f12',
])
const FIXED = new Set([
  'escape',
  'tab',
  'enter',
  'shift+enter',
  'shift+tab',
  'arrowup',
  'arrowdown',
  'arrowleft',
  'arrowright',
  'backspace',
])
const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'Dead', 'Process', 'CapsLock', 'Unidentified'])

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * The combination that a press is, in the form of `Shortcut`; nothing while only modifiers are down, and `null` for what no shortcut can
 * have. With Alt a letter may type a sign, and is told by its place on the keyboard.
 */
export function combinationOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | null | undefined {
  if (MODIFIERS.has(key)) return undefined
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const name = (altKey && letter ? letter : key).toLowerCase()
  if (/[\s+]/.test(name) || name.length > 12) return null
  const isSigned = !/^[a-z]/.test(name)
  const combination = [(ctrlKey || metaKey) && 'mod', altKey && 'alt', shiftKey && !isSigned && 'shift', name].filter(Boolean).join('+')
  return RESERVED.has(combination) || FIXED.has(combination) ? null : combination
}
