import type { Entry, News } from './types'
import { words } from './texts'

export type LogLine = { key: string; at: number; text: string }

const plain = (text: string) => text.replace(/([*_~])(\S[^*_~\n]*)\1/g, '$2')
const quote = (text: string) => (text.length > 60 ? `${plain(text).slice(0, 57)}…` : plain(text))
const wordOf = (entry: Entry) =>
  words.find(`sent.${entry.type === 'audio' && entry.media?.voice ? 'voice' : entry.type}`) ?? words('sent.other')

/** "Cleide escreveu “Oi”", "A equipe enviou uma foto". */
export function lineOf(entry: Entry, name: string): LogLine {
  const who = entry.fromMe ? name : words('team')
  const text = entry.type === 'text' ? words('wrote', { who, text: quote(entry.text) }) : `${who} ${wordOf(entry)}`
  return { key: entry.id, at: entry.at, text }
}

/** What a change says to a person, or nothing. */
export function newsLine(news: News, nameOf: (phone: string) => string): LogLine | undefined {
  const { at } = news
  // A call is told by its own news.
  if (news.action === 'message') return news.entry.type === 'call' ? undefined : lineOf(news.entry, nameOf(news.phone))
  if (news.action === 'entry') {
    const { id, fromMe, status, deleted } = news.entry
    if (deleted) return { key: `${id} deleted`, at, text: words('wasDeleted', { who: fromMe ? nameOf(news.phone) : words('team') }) }
    if (fromMe && (status === 'read' || status === 'played'))
      return { key: `${id} read`, at, text: words('wasRead', { name: nameOf(news.phone) }) }
    return undefined
  }
  if (news.action === 'call') return { key: `call ${at}`, at, text: words(`call.${news.state}`, { name: nameOf(news.phone) }) }
  if (news.action === 'connection') return { key: `line ${at} ${news.state}`, at, text: words(`line.${news.state}`) }
  return undefined
}
