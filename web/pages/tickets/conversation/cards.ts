import { phone } from '../../../kit/format'

/** A name that a stranger chose, without the signs that turn its letters round: what ends in .exe shall look like it. */
export const upright = (name: string) => name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** More than a line has room for. */
export const MOST_OF_NAME = 200
const nameOf = (text: string) => upright(text.slice(0, MOST_OF_NAME))

export type Card = { name: string; number: string }
/** More than anybody sends, and no more than a page draws at once. */
const MOST = 300

/** The people of a card: from vCards, or from lines "name: 📞number". Within a line: a stranger's may go on and on, and go nowhere. */
export function cardsOf(body: string): Card[] {
  if (/BEGIN:VCARD/i.test(body)) {
    const cards = body.split(/(?=BEGIN:VCARD)/i, MOST)
    return cards.flatMap(card => {
      const name = /^FN[^:\n]*:(.*)$/im.exec(card)?.[1]?.trim()
      const number = /waid=(\d+)/i.exec(card)?.[1] ?? /^TEL[^:\n]*:(.*)$/im.exec(card)?.[1]?.replace(/\D/g, '') ?? ''
      return name || number ? [{ name: nameOf(name?.replace(/\\([\\,;])/g, '$1') ?? phone(number)), number }] : []
    })
  }
  return body.split('\n', MOST).flatMap(line => {
    const [name, number] = line.split('📞')
    return number ? [{ name: nameOf(name!.trim().replace(/:$/, '').trimEnd()), number: number.replace(/\D/g, '') }] : []
  })
}

/** The body of a location: picture | link | description. It leads to the web or nowhere. */
export function placeOf(body: string) {
  const [picture, link, description] = body.split('|').map(part => part.trim())
  const address = [link, picture].find(part => /^https?:/.test(part ?? ''))
  return { picture: picture?.startsWith('data:image/') ? picture : undefined, address, description }
}
