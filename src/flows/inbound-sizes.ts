import { fileNameOf } from '#kernel/media/row-file'
import type { Content, Inbound } from '#modules/connections'
import { MAX_TEXT } from '#modules/messages'

const MAX_NAME = 1_000
const MAX_MIMETYPE = 100
/** Levels of a voice note. */
const MAX_WAVEFORM = 64
const MAX_THUMBNAIL = 32_000
/** A text as long as one may be, a quote of another, and the thumbnail of a file. */
const MAX_RAW = 262_144
const MAX_EMOJI = 64

/** Without a NUL, which libSQL ends a text at wherever it reads it as a cell: a robot would be told other words than people read. */
function cut(words: string, max = MAX_TEXT) {
  const text = words.replaceAll('\0', '')
  return text.length > max ? text.slice(0, max).toWellFormed() : text
}

const graphemes = new Intl.Segmenter()
/** Also an emoji that is newer than the tables of this program. */
const isEmoji = (text: string) =>
  text.length <= MAX_EMOJI && /\p{Extended_Pictographic}|\p{RI}{2}|\u20e3/u.test(text) && [...graphemes.segment(text)].length === 1

/** Whole cards, as many as a message has room for. */
function fitting(cards: Extract<Content, { type: 'contacts' }>['cards']) {
  let room = MAX_TEXT + 1
  return cards
    .map(({ name, vcard }) => ({ name: cut(name, MAX_NAME), vcard: cut(vcard) }))
    .filter(({ vcard }) => (room -= vcard.length + 1) >= 0)
}

function boundedContent(content: Content): Content {
  switch (content.type) {
    case 'text':
    case 'edit':
      return { ...content, body: cut(content.body) }
    case 'reaction':
      return { ...content, emoji: isEmoji(content.emoji) ? content.emoji : '' }
    case 'media':
      return {
        ...content,
        caption: cut(content.caption),
        fileName: content.fileName && fileNameOf(content.fileName),
        mimetype: cut(content.mimetype, MAX_MIMETYPE),
        waveform: content.waveform && content.waveform.subarray(0, MAX_WAVEFORM),
      }
    case 'location':
      return {
        ...content,
        name: cut(content.name, MAX_NAME),
        address: cut(content.address, MAX_NAME),
        thumbnail: content.thumbnail && content.thumbnail.length <= MAX_THUMBNAIL ? content.thumbnail : null,
      }
    case 'contacts':
      return { ...content, cards: fitting(content.cards) }
    default:
      return content
  }
}

/** A message from the network, no longer than one of our own may be: what a stranger's client sends has no limit there. */
export const bounded = (inbound: Inbound): Inbound => ({
  ...inbound,
  content: boundedContent(inbound.content),
  raw: inbound.raw && inbound.raw.length > MAX_RAW ? null : inbound.raw,
})
