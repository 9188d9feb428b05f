import { translated } from './i18n'

/** What the library says where a schema has no message of its own, in the words of a form. */
function ofLibrary(message: string) {
  const [, what, expected = '', received] = /^Invalid ([\w ]+): (?:Expected (.+) but r|R)eceived (.+)$/s.exec(message) ?? []
  if (!what) return message
  if (received === 'undefined' || received === 'null') return translated('field.Obrigatório')
  const length = what === 'length' && { '<': 'field.Too Long!', '>': 'field.Too Short!' }[expected.charAt(0)]
  const bound = what === 'value' && { '<': 'common.atMost', '>': 'common.atLeast' }[expected.charAt(0)]
  return translated(length || bound || 'common.notValid')?.replace('{n}', expected.replace(/^[<>]=?/, ''))
}

/** The words for a field message of a schema. */
export const fieldText = (message: string) =>
  translated(`field.${message}`) ?? translated(`error.${message}`) ?? ofLibrary(message) ?? message
