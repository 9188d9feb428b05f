// The Pix code that banks read (BR Code): EMV QRCPS-MPM fields of two digits of id, two of length, and a checksum at the end.

const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value

/** CRC-16/CCITT-FALSE: polynomial 0x1021, begun with 0xFFFF. */
export function crc16(text: string) {
  let crc = 0xffff
  for (const letter of text) {
    crc ^= letter.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Letters that every bank reads: those of ASCII, without their accents. */
const plain = (text: string, max: number) =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .toUpperCase()
    .slice(0, max)
    .trim()

type StaticPix = { key: string; merchant: string; city: string; cents: number; txid: string }

export const brCode = ({ key, merchant, city, cents, txid }: StaticPix) => {
  const fields = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
    field('58', 'BR'),
    field('59', plain(merchant, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', txid)),
  ]
  const open = `${fields.join('')}6304`
  return open + crc16(open)
}

/** The fields of a code, by their ids; undefined where a length or the checksum is wrong. */
export function readBrCode(code: string): Record<string, string> | undefined {
  if (!/^[\x20-\x7e]+$/.test(code) || crc16(code.slice(0, -4)) !== code.slice(-4)) return
  return fieldsOf(code)
}

export function fieldsOf(text: string): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (let at = 0; at < text.length;) {
    const [id, length] = [text.slice(at, at + 2), text.slice(at + 2, at + 4)]
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (!/^\d\d$/.test(id) || !/^\d\d$/.test(length) || value.length !== Number(length)) return
    found[id] = value
    at += 4 + Number(length)
  }
  return found
}
