import type { Content } from '../connections'
import type { Message } from './shape'

// Places and contact cards, whoever sends them: the body is what clients of this family draw them from.

export type Card = Extract<Content, { type: 'location' | 'contacts' }>
type SharedLocation = Omit<Extract<Content, { type: 'location' }>, 'type' | 'thumbnail'>
type Person = Extract<Content, { type: 'contacts' }>['cards'][number]

/** Told by the network's own message where there is one, when it is forwarded. */
export const isCard = ({ mediaType }: Pick<Message, 'mediaType'>) =>
  /^(locationMessage|contactMessage|contactsArrayMessage)$/.test(mediaType)

/** A tenth of a metre is enough, and the last that is written without an exponent, which no address of a map has. */
const inDegrees = (degrees: number) => Number(degrees.toFixed(6))

/** The contract's media type and body: picture | link | words, or the source of all cards. */
export function cardRow(card: Card): { mediaType: string; body: string } {
  if (card.type === 'contacts')
    return {
      mediaType: card.cards.length > 1 ? 'contactsArrayMessage' : 'contactMessage',
      body: card.cards.map(({ vcard }) => vcard).join('\n'),
    }
  const { name, address, thumbnail } = card
  const [latitude, longitude] = [inDegrees(card.latitude), inDegrees(card.longitude)]
  const image = thumbnail ? `data:image/png;base64,${Buffer.from(thumbnail).toString('base64')}` : ''
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  const words = [name, address].filter(Boolean).join(', ').replaceAll('|', ' ') || `${latitude}, ${longitude}`
  return { mediaType: 'locationMessage', body: `${image}|${link}|${words}` }
}

/** The place that a body was made of; null where it names none. */
export function placeIn(body: string): SharedLocation | null {
  const [, link = '', words = ''] = body.split('|')
  const [, latitude, longitude] = /[?&]q=(-?[\d.]+)%2C(-?[\d.]+)/.exec(link) ?? []
  if (!latitude || !longitude) return null
  const name = words === `${latitude}, ${longitude}` ? '' : words
  return { latitude: Number(latitude), longitude: Number(longitude), name, address: '' }
}

const FN = /^FN[^:\n]*:(.+)$/im
const unescaped = (text: string) => text.replace(/\\([\\,;])/g, '$1').trim()

/** The people that a body was made of. */
export const peopleIn = (body: string): Person[] =>
  body
    .split(/^(?=BEGIN:VCARD)/im)
    .filter(card => /^BEGIN:VCARD/i.test(card))
    .map(card => ({ name: unescaped(FN.exec(card)?.[1] ?? ''), vcard: card.trim() }))

/** A person as a vCard, whose number opens a chat on the other phone. */
export function vcardOf({ name, number }: { name: string; number: string }): Person {
  const called = name.replace(/[\p{Cc}\s]+/gu, ' ').trim() || `+${number}`
  const escaped = called.replace(/[\\,;]/g, '\\$&')
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `N:;${escaped};;;`, `FN:${escaped}`, `TEL;type=CELL;waid=${number}:+${number}`, 'END:VCARD']
  return { name: called, vcard: lines.join('\n') }
}
