import { computed, effect } from '@preact/signals-react'
import { catalog, choicesOf } from '../../../catalog'
import type { Query } from '../../../kit/api'
import { companyClock } from '../../../session'
import { ask, type Names, namesIn } from './search-words'
import { searchText } from './store'

const companyToday = () => new Date().toLocaleDateString('sv-SE', { timeZone: companyClock().timeZone })
/** Only what a text speaks of is asked for. */
function namesFor(text: string): Names {
  const kinds = namesIn(text)
  const rows = (kind: keyof Names) => (kinds.has(kind) ? choicesOf(kind) : [])
  return { queues: rows('queues'), users: rows('users'), tags: rows('tags') }
}
const understood = (text: string) => ask(text, namesFor(text), companyToday())

/** What the search that is typed asks for. */
export const asked = computed(() => understood(searchText.value))

const known = (kind: keyof Names) =>
  new Promise<void>(done => {
    const stop = effect(() => {
      const { loaded, failed } = catalog(kind)
      if (loaded.value || failed.value) queueMicrotask(() => (stop(), done()))
    })
  })
const list = (ids: number[]) => (ids.length ? JSON.stringify(ids) : undefined)

/** A search with filters as the server is asked for it, once the names in it are known. */
export async function understand(text: string): Promise<Query> {
  await Promise.all([...namesIn(text)].map(known))
  const { words, queues, users, tags, status, writtenBy, hasFile, dateFrom, dateTo } = understood(text)
  return { searchParam: words, queues: list(queues), users: list(users), tags: list(tags), status, writtenBy, hasFile, dateFrom, dateTo }
}
