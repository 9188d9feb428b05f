import { expect, test } from 'bun:test'
import { brCode, crc16, fieldsOf, readBrCode } from './br-code'

/** The example of the manual of the Banco Central. */
const MANUAL =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'

test('the checksum is that of the manual, and of the test text of CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1')
  expect(crc16(MANUAL.slice(0, -4))).toBe('1D3D')
  expect(readBrCode(MANUAL)).toMatchObject({ '53': '986', '58': 'BR', '59': 'Fulano de Tal', '60': 'BRASILIA' })
})

const order = { key: 'financeiro@exemplo.com', merchant: 'Balcão & Irmãos Ltda.', city: 'São Paulo', txid: 'a'.repeat(25) }

test('a code says the key, the amount to the cent, who is paid and which charge it is, in letters that every bank reads', () => {
  for (const cents of [1, 10, 99, 100, 24_990, 100_000, 999_999_999]) {
    const code = brCode({ ...order, cents })
    expect(code).toMatch(/^[\x20-\x7e]+$/)
    const read = readBrCode(code)!
    expect(fieldsOf(read['26']!)).toEqual({ '00': 'br.gov.bcb.pix', '01': order.key })
    expect(fieldsOf(read['62']!)).toEqual({ '05': order.txid })
    expect(read).toMatchObject({ '00': '01', '52': '0000', '53': '986', '58': 'BR', '59': 'BALCAO & IRMAOS LTDA.', '60': 'SAO PAULO' })
    expect(read['54']).toMatch(/^\d+\.\d\d$/)
    expect(Math.round(Number(read['54']) * 100)).toBe(cents)
  }
})

test('a code of which one letter is another is refused', () => {
  const code = brCode({ ...order, cents: 24_990 })
  for (let at = 0; at < code.length; at++) {
    const letter = code[at] === '7' ? '8' : '7'
    expect(readBrCode(code.slice(0, at) + letter + code.slice(at + 1))).toBeUndefined()
  }
  expect(readBrCode('')).toBeUndefined()
})
