import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { ask, requestOf, type Call } from './call'
import { loadInto } from './dataset/folder'
import { ADMIN, openDataSet, type Served } from './dataset/product'
import { drive } from './drive'
import type { Bench } from './figures'
import { percentiles } from './measure'
import { temporary } from './temporary'
import { quantile } from './usage'

const PEOPLE = 100_000
/** Rows of one request, as the page sends them. */
const BATCH = 500
const PROBE_MS = 50
const WIDTH = 32
const SECONDS = 3

const numberOf = (i: number) => `5511${910_000_000 + i}`

/** A small company, with as many contacts as a list may hold. */
async function furnished(people: number) {
  const folder = await temporary()
  await loadInto(folder, 0.01, 1)
  const file = [...new Bun.Glob('*.db').scanSync(folder)][0]!
  const database = new Database(join(folder, file))
  database.run(`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${people - 1})
    insert into contacts (company_id, name, named, number, phone_key, email, created_at, updated_at)
    select 1, 'Pessoa ' || i, 1, '5521' || (910000000 + i), '5521' || (10000000 + i), 'p' || i || '@exemplo.com', 0, 0 from n`)
  database.close()
  return openDataSet({ folder })
}

/** How long the others wait for an answer while something goes on. */
async function besides<T>(shop: Served, token: string, work: () => Promise<T>) {
  const times: number[] = []
  let isOver = false
  const probe = (async () => {
    while (!isOver) {
      const began = performance.now()
      await ask(shop, { path: '/tickets?showAll=true&status=open&pageNumber=1', token })
      times.push(performance.now() - began)
      await Bun.sleep(PROBE_MS)
    }
  })()
  const began = performance.now()
  const result = await work().finally(() => (isOver = true))
  const took = performance.now() - began
  await probe
  return { result, took, times }
}

/** Lists and campaigns of 100,000 people: imported, gathered, begun and read about. */
export const reach: Bench = async (tell, { scale }) => {
  const people = Math.round(PEOPLE * scale)
  const shop = await furnished(people)
  try {
    const token = await shop.signIn(ADMIN)
    const call = async <T>(path: string, body?: object): Promise<T> => {
      const { path: at, ...request } = requestOf({ method: body ? 'POST' : 'GET', path, token, body } as Call)
      const response = await fetch(shop.product.url() + at, request)
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} answered ${response.status} ${text}`)
      return (text ? JSON.parse(text) : {}) as T
    }
    const others = (name: string, times: number[], detail?: string) =>
      tell({ name: `${name}: GET /tickets meanwhile, p95`, value: quantile(times, 0.95), unit: 'ms', detail: detail ?? percentiles(times) })

    const alone = await besides(shop, token, () => Bun.sleep(2_000))
    others('nothing', alone.times)

    const { id: listId } = await call<{ id: number }>('/contact-lists', { name: 'Importada' })
    const imported = await besides(shop, token, async () => {
      for (let at = 0; at < people; at += BATCH)
        await call(`/contact-lists/${listId}/upload`, {
          rows: Array.from({ length: Math.min(BATCH, people - at) }, (_, i) => ({
            name: `Cliente ${at + i}`,
            number: numberOf(at + i),
            email: `c${at + i}@exemplo.com`,
          })),
        })
    })
    const counted = await call<{ contactsCount: string }>(`/contact-lists/${listId}`)
    if (Number(counted.contactsCount) !== people) throw new Error(`${counted.contactsCount} people were imported`)
    tell({ name: `import of ${people} rows`, value: imported.took / 1000, unit: 's', goal: { atMost: 20 } })
    others('import', imported.times)

    let asked = 0
    const gathered = await besides(shop, token, async () => {
      const began = performance.now()
      const { id } = await call<{ id: number }>('/contact-lists/from', { name: 'Reunida', contacts: { email: 'with' } })
      asked = performance.now() - began
      while (!(await call<{ isFilled: boolean }>(`/contact-lists/${id}`)).isFilled) await Bun.sleep(PROBE_MS)
    })
    tell({ name: `list of ${people} contacts by a filter: the request`, value: asked, unit: 'ms' })
    tell({ name: `list of ${people} contacts by a filter: all of them`, value: gathered.took / 1000, unit: 's' })
    others('list by a filter', gathered.times)

    const [connection] = await call<{ id: number }[]>('/whatsapp?session=0')
    const { id } = await call<{ id: number }>('/campaigns', {
      ...{ name: 'Para todos', message1: 'Oi {nome}', contactListId: listId, whatsappId: connection!.id },
    })
    const read = () => call<{ counts: { people: number } }>(`/campaigns/${id}/report`)
    const begun = await besides(shop, token, async () => {
      const began = performance.now()
      await call(`/campaigns/${id}/start`, {})
      asked = performance.now() - began
      while ((await read()).counts.people < people) await Bun.sleep(PROBE_MS)
    })
    tell({ name: `start of a campaign for ${people}: the request`, value: asked, unit: 'ms', goal: { atMost: 2_000 } })
    tell({ name: `start of a campaign for ${people}: all are in it`, value: begun.took / 1000, unit: 's' })
    others('start', begun.times)

    // The last is the report of older clients: the campaign with its people and those of its list.
    for (const path of ['/report', '/shipments', ''] as const) {
      const { perSecond, times, cpuMs } = await drive(shop, WIDTH, SECONDS, () => ({ path: `/campaigns/${id}${path}`, token }))
      const goal = path === '/report' ? { atLeast: 1000 } : undefined
      tell({
        name: `GET /campaigns/:id${path}: ${WIDTH} at once`,
        value: perSecond,
        unit: '/s',
        goal,
        detail: `${percentiles(times)}, ${cpuMs.toFixed(2)} ms of processor each`,
      })
    }
  } finally {
    await shop.close()
  }
}
