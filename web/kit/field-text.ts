import { translated } from './i18n'

const BOUNDS = {
  length: { '<': 'common.atMostLetters', '>': 'common.atLeastLetters' },
  value: { '<': 'common.atMost', '>': 'common.atLeast' },
} as Record<string, Record<string, string>>

/** What the library says where a schema has no message of its own, in the words of a form. */
function ofLibrary(message: string) {
  const [, what, expected = '', received] = /^Invalid ([\w ]+): (?:Expected (.+) but r|R)eceived (.+)$/s.exec(message) ?? []
  if (!what) return message
  if (received === 'undefined' || received === 'null') return translated('field.Obrigatório')
  return translated(BOUNDS[what]?.[expected.charAt(0)] ?? 'common.notValid')?.replace('{n}', expected.replace(/^[<>]=?/, ''))
}

/** What says that a text has not the length that it should, without the length itself. */
const LENGTHS: Record<string, string> = {
  'Too Long!': 'common.atMostLetters',
  'A mensagem é longa demais': 'common.atMostLetters',
  'Too Short!': 'common.atLeastLetters',
  'Mensagem muito curta': 'common.atLeastLetters',
}

/** The words for a field message of a schema; `limit` is the length that the schema asks for, where that is known. */
export const fieldText = (message: string, limit?: unknown) =>
  (typeof limit === 'number' && translated(LENGTHS[message] ?? '')?.replace('{n}', String(limit))) ||
  (translated(`field.${message}`) ?? translated(`error.${message}`) ?? ofLibrary(message) ?? message)
