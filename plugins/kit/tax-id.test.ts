import { expect, test } from 'bun:test'
import { isCnpj, isCpf, punctuated, taxIdIn } from './tax-id'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}
const next = numbers(20_261_123)
const bodyOf = (length: number, alphabet: string) => Array.from({ length }, () => alphabet[next(alphabet.length)]).join('')
const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
const KINDS = [
  ['a CPF', () => bodyOf(9, '0123456789'), isCpf],
  ['a CNPJ', () => bodyOf(12, '0123456789'), isCnpj],
  ['a CNPJ with letters', () => bodyOf(12, LETTERS), isCnpj],
] as const

test.each(KINDS)('%s has one pair of check digits and no other', (_, body, isValid) => {
  for (let n = 0; n < 200; n++) {
    const one = body()
    expect([one, pairs.filter(pair => isValid(one + pair))]).toEqual([one, [expect.any(String)]])
  }
})

test.each(KINDS)('%s is found however it is punctuated, and not where two digits next to each other changed places', (_, body, isValid) => {
  for (let n = 0; n < 200; n++) {
    const one = body()
    const id = one + pairs.find(pair => isValid(one + pair))!
    expect(taxIdIn(`meu documento é ${punctuated(id)}, obrigada`)).toBe(id)
    expect(taxIdIn(id.toLowerCase())).toBe(id)
    const [a, b] = [id.at(-2)!, id.at(-1)!]
    if (a !== b) expect(taxIdIn(id.slice(0, -2) + b + a)).toBeUndefined()
  }
})

test('numbers that were published are known, and what has the right digits by chance is nobody’s', () => {
  for (const id of ['529.982.247-25', '11.222.333/0001-81', '12.ABC.345/01DE-35', '529 982 247 25']) expect(taxIdIn(id)).toBeString()
  for (const id of ['111.111.111-11', '00000000000', '00.000.000/0000-00', '5299822472', '529982247250', 'x52998224725', '', 'oi'])
    expect([id, taxIdIn(id)]).toEqual([id, undefined])
})
