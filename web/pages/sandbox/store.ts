import { batch, signal } from '@preact/signals-react'
import { get } from '../../kit/api'
import { on, onResync } from '../../kit/realtime'
import { lineOf, type LogLine, newsLine } from './log'
import type { Entry, Line, News, Phone } from './types'

const LOG_LINES = 60
/** Timeout of typing: who goes on says so again. */
const TYPING_MS = 8_000

/** One simulated connection, its phones, and the conversation of the phone on screen. */
export function sandboxStore() {
  const lines = signal<Line[]>()
  const line = signal<Line>()
  const phones = signal<Phone[]>([])
  const chosen = signal<string>()
  const messages = signal<Entry[]>()
  const failed = signal(false)
  const log = signal<LogLine[]>([])
  /** Phones whose owner types, and phones that the team types to. */
  const typing = signal<ReadonlySet<string>>(new Set())
  const teamTyping = signal<ReadonlySet<string>>(new Set())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const base = () => `/sandbox/${line.value?.id}`
  const phonePath = (number = chosen.value) => `${base()}/phones/${number}`
  const nameOf = (number: string) => phones.value.find(phone => phone.number === number)?.name.split(' ')[0] ?? `+${number}`

  async function load() {
    try {
      const found = await get<{ connections: Line[] }>('/sandbox')
      const current = found.connections.find(each => each.id === line.value?.id)
      const next = current ?? found.connections.find(each => each.status === 'CONNECTED') ?? found.connections[0]
      lines.value = found.connections
      if (next) await openLine(next.id)
      else line.value = undefined
      failed.value = false
    } catch {
      failed.value = true
    }
  }
  async function openLine(id: number) {
    const { connection, phones: found } = await get<{ connection: Line; phones: Phone[] }>(`/sandbox/${id}`)
    const moved = line.value?.id !== id
    batch(() => {
      line.value = connection
      phones.value = found.toSorted((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0))
      if (!log.value.length || moved)
        log.value = found
          .flatMap(phone => (phone.last ? lineOf(phone.last, phone.name.split(' ')[0]!) : []))
          .toSorted((a, b) => b.at - a.at)
    })
    if (moved || !found.some(phone => phone.number === chosen.value)) await choose(phones.value[0]?.number)
    else await choose(chosen.value)
  }
  async function choose(number: string | undefined) {
    if (number !== chosen.value) messages.value = undefined
    chosen.value = number
    if (!number) return
    const { messages: found, ...phone } = await get<Phone & { messages: Entry[] }>(phonePath(number))
    if (chosen.value !== number) return
    batch(() => {
      messages.value = found
      putPhone(phone)
    })
  }
  function putPhone(changed: Partial<Phone> & { number: string }) {
    phones.value = phones.value.map(phone => (phone.number === changed.number ? { ...phone, ...changed } : phone))
  }
  function note(said: LogLine | undefined) {
    if (said && !log.value.some(other => other.key === said.key)) log.value = [said, ...log.value].slice(0, LOG_LINES)
  }

  function putEntry(number: string, entry: Entry) {
    const phone = phones.value.find(each => each.number === number)
    if (!phone) return void openLine(line.value!.id).catch(() => {})
    if (!phone.last || phone.last.at <= entry.at) putPhone({ number, last: entry })
    if (chosen.value !== number || !messages.value) return
    const known = messages.value.some(each => each.id === entry.id)
    messages.value = known ? messages.value.map(each => (each.id === entry.id ? entry : each)) : [...messages.value, entry]
  }
  function setTyping(set: typeof typing, name: string, number: string, yes: boolean) {
    clearTimeout(timers.get(name + number))
    const next = new Set(set.value)
    if (yes) next.add(number)
    else next.delete(number)
    set.value = next
    if (yes)
      timers.set(
        name + number,
        setTimeout(() => setTyping(set, name, number, false), TYPING_MS),
      )
  }
  function hear(news: News) {
    if (news.connectionId !== line.value?.id) return
    batch(() => {
      note(newsLine(news, nameOf))
      if (news.action === 'message' || news.action === 'entry') {
        if (news.action === 'message')
          setTyping(news.entry.fromMe ? typing : teamTyping, news.entry.fromMe ? 'phone' : 'team', news.phone, false)
        putEntry(news.phone, news.entry)
      }
      if (news.action === 'presence' && news.state !== 'available' && news.state !== 'unavailable')
        setTyping(news.byPhone ? typing : teamTyping, news.byPhone ? 'phone' : 'team', news.phone, news.state !== 'paused')
    })
  }
  function follow() {
    void load()
    const stops = [on('sandbox', hear), on('whatsapp', load), on('whatsappSession', load), onResync(load)]
    return () => {
      stops.forEach(stop => stop())
      timers.forEach(clearTimeout)
    }
  }
  return {
    lines,
    line,
    phones,
    chosen,
    messages,
    failed,
    log,
    typing,
    teamTyping,
    base,
    phonePath,
    nameOf,
    load,
    openLine,
    choose,
    putPhone,
    note,
    follow,
  }
}
export type SandboxStore = ReturnType<typeof sandboxStore>
