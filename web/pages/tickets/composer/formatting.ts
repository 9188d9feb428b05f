/** WhatsApp's marks, and the keys that put them around words while Ctrl is held. */
export const MARKS = {
  bold: { mark: '*', key: 'b' },
  italic: { mark: '_', key: 'i' },
  strike: { mark: '~', key: 'shift+x' },
  mono: { mark: '```', key: 'shift+m' },
} as const
type Format = keyof typeof MARKS
export const FORMATS = Object.keys(MARKS) as Format[]

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** The format that a combination of keys asks for. */
export function formatOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): Format | undefined {
  if (!(ctrlKey || metaKey) || altKey) return
  const pressed = `${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`
  return FORMATS.find(format => MARKS[format].key === pressed)
}

/** Instead of the characters `from`–`to`, this text; then these are selected. */
type Replacement = { from: number; to: number; text: string; select: [number, number] }

/** Puts a mark around what is selected, or takes it away where it stands already. Blanks at the ends stay outside: WhatsApp marks words. */
export function toggled(text: string, start: number, end: number, mark: string): Replacement {
  const chosen = text.slice(start, end)
  const from = start + (chosen.length - chosen.trimStart().length)
  const inside = chosen.trim()
  const to = from + inside.length
  const n = mark.length
  if (text.slice(from - n, from) === mark && text.slice(to, to + n) === mark && from >= n)
    return { from: from - n, to: to + n, text: inside, select: [from - n, to - n] }
  if (inside.length > 2 * n && inside.startsWith(mark) && inside.endsWith(mark))
    return { from, to, text: inside.slice(n, -n), select: [from, to - 2 * n] }
  return { from, to, text: mark + inside + mark, select: [from + n, to + n] }
}

/** Marks the words that are selected in a field, as if they were typed: the browser can take it back, and the page hears of it. */
export function applyFormat(field: HTMLTextAreaElement, format: Format) {
  field.focus()
  const { from, to, text, select } = toggled(field.value, field.selectionStart, field.selectionEnd, MARKS[format].mark)
  field.setSelectionRange(from, to)
  // Obsolete in name alone: nothing else that writes into a field keeps its undo.
  document.execCommand('insertText', false, text)
  field.setSelectionRange(...select)
}
