import { until } from '../until'
import { hashOf } from './files'

export const ADMIN = { email: 'dona@loja.example', password: 'uma-senha-boa' }
const PATIENCE_MS = 30_000

export type Shown = {
  id: string
  body: string
  fromMe: boolean
  status: string
  mediaType: string
  mediaUrl: string | null
  mimetype: string | null
  isDeleted: boolean
  reactions: { type: string }[]
}
export type Ticket = { id: number; status: string; contact: { number: string } }

export class Refused extends Error {}

/** The API as a stubborn client uses it: what breaks with the connection is asked again, unchanged. */
export async function signIn(url: () => string, person = ADMIN) {
  let token = ''

  async function once<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(url() + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (!response.ok && response.status !== 503) throw new Refused(`${init.method ?? 'GET'} ${path}: ${response.status} ${text}`)
    if (!response.ok) throw new Error(text)
    return (text ? JSON.parse(text) : undefined) as T
  }

  async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    let why: unknown
    const tried = await until(
      () =>
        once<T>(path, init).then(
          answer => ({ answer }),
          error => (why = error) instanceof Refused && { refused: error },
        ),
      PATIENCE_MS,
    ).catch(() => Promise.reject(why))
    if ('refused' in tried) throw tried.refused
    return tried.answer
  }

  const json = (method: string, body: object) => ({ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const session = await ask<{ token: string; user: { id: number } }>('/auth/login', json('POST', person))
  token = session.token

  /** Of the files that were asked for, by their address. */
  const hashes = new Map<string, string>()

  async function pages<T>(path: string, rows: (page: Record<string, unknown>) => T[]) {
    const all: T[] = []
    for (let pageNumber = 1; ; pageNumber++) {
      const page = await ask<{ hasMore: boolean }>(`${path}pageNumber=${pageNumber}`)
      all.push(...rows(page))
      if (!page.hasMore) return all
    }
  }

  const tickets = () => pages('/tickets?showAll=true&', page => page.tickets as Ticket[])

  return {
    user: session.user,
    url,
    token: () => token,
    ask,
    post: <T>(path: string, body: object) => ask<T>(path, json('POST', body)),
    put: <T>(path: string, body: object) => ask<T>(path, json('PUT', body)),
    async hash(mediaUrl: string) {
      const response = hashes.has(mediaUrl) ? undefined : await fetch(new URL(mediaUrl, url()))
      if (response) hashes.set(mediaUrl, response.ok ? hashOf(await response.bytes()) : `${response.status}`)
      return hashes.get(mediaUrl)!
    },
    /** 0 while there is none. */
    ticketOf: async (name: string) => (await tickets()).find(ticket => ticket.contact.number === name)?.id ?? 0,
    tickets,
    /** Of a list that may be long: found by the number. */
    newestOf: async (number: string) =>
      (await ask<{ tickets: Ticket[] }>(`/tickets?showAll=true&searchParam=${number}`)).tickets.find(
        ({ contact }) => contact.number === number,
      ),
    /** A ticket's messages, oldest first. */
    async messages(ticketId: number) {
      const batches: Shown[][] = []
      await pages(
        `/messages/${ticketId}?markRead=false&`,
        page => (batches.unshift((page.messages as Shown[]).filter(message => message.mediaType !== 'reactionMessage')), []),
      )
      return batches.flat()
    },
  }
}
export type Client = Awaited<ReturnType<typeof signIn>>
