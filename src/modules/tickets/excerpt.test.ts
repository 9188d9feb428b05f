import { expect, test } from 'bun:test'
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
