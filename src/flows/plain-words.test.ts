import { expect, test } from 'bun:test'
import { plainWords } from './plain-words'

test('a long text is compared by its beginning and its end, and one that grows when it is taken apart stays short', () => {
  const long = `Não, ${'obrigada '.repeat(200)}mas hoje não`
  expect(plainWords(long)).toStartWith('nao obrigada')
  expect(plainWords(long)).toEndWith('mas hoje nao')
  expect(plainWords('\u{fdfa}'.repeat(65_536)).length).toBeLessThan(20_000)
  expect(plainWords(' SAÍR! ')).toBe('sair')
})
