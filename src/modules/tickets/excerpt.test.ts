import { expect, spyOn, test } from 'bun:test'
import { excerptFor } from './excerpt'

const excerpt = (text: string, search: string) => excerptFor(search)(text)

test('a short text stands whole, on one line', () => {
  expect(excerpt('o cabo\n\ndo poste', 'cabo')).toBe('o cabo do poste')
})

test('a long text is cut around the words, whatever their accents and order', () => {
  const text = `${'antes disso '.repeat(40)}O técnico não achou a instalação da rua${' e depois'.repeat(40)}`
  const part = excerpt(text, 'INSTALA tecnico nao')
  expect(part).toContain('O técnico não achou a instalação da rua')
  expect(part).toMatch(/^…\S.*\S…$/)
  expect(part.length).toBeLessThanOrEqual(162)
})

test('a cut that would leave out little is none', () => {
  expect(excerpt('Vocês parcelam no boleto? Podem me ajudar?', 'boleto')).toBe('Vocês parcelam no boleto? Podem me ajudar?')
  expect(excerpt('Eu gostaria de saber se vocês parcelam no boleto', 'boleto')).toBe('…parcelam no boleto')
})

test('of several places the one with the most words is shown', () => {
  expect(excerpt(`poste ${'x '.repeat(200)}cabo no poste`, 'cabo poste')).toEndWith('cabo no poste')
})

test('a word that is nowhere whole may be the beginning of one', () => {
  const text = `${'antes disso '.repeat(40)}o roteador não conecta${' e depois'.repeat(40)}`
  expect(excerpt(text, 'rotea conec')).toContain('o roteador não conecta')
  expect(excerpt(`roteadores ${'x '.repeat(200)}o rote aqui conecta`, 'rote conec')).toEndWith('o rote aqui conecta')
})

test('a text without the words shows its beginning, and no half of a sign', () => {
  expect(excerpt('oi '.repeat(100), 'cabo')).toStartWith('oi oi')
  expect(excerpt(`um ${'👍'.repeat(100)}`, 'cabo')).toMatch(/^um 👍+…$/u)
})

test('who signed a message stands in no excerpt, unless that is what was looked for', () => {
  const text = '*Rafael Dias:*\nSegue o boleto'
  expect(excerpt(text, 'boleto')).toBe('Segue o boleto')
  expect(excerpt('*Ana:*\nSegue', 'segue')).toBe('Segue')
  expect(excerpt(text, 'cabo')).toBe('Segue o boleto')
  expect(excerpt(text, 'rafael')).toBe('*Rafael Dias:* Segue o boleto')
})

test('what stands inside of words is no place, however often', () => {
  expect(excerpt(`${'xbxc '.repeat(2_000)}o b está aqui com c`, 'b c')).toContain('o b está aqui com c')
})

test('texts that say the words thousands of times are looked through in part: no search of them costs more than a few', () => {
  const hostile = ['b c ' + 'xbxc'.repeat(16_000), 'b c '.repeat(16_000), 'ã é ' + 'xãxé'.repeat(16_000), '*'.repeat(65_536)]
  const looks = spyOn(String.prototype, 'matchAll')
  const cut = excerptFor('b c ã é')
  const shown = Array.from({ length: 120 }, (_, i) => cut(hostile[i % 4]!))
  const letters = looks.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
  looks.mockRestore()
  expect(letters).toBeLessThan(200_000)
  expect(shown.every(part => part.length <= 161)).toBe(true)
  // Who looks for something usual is shown it, beside them too.
  expect(cut(`${'antes disso '.repeat(30)}o c do b`)).toEndWith('o c do b')
})
