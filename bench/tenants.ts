import { ask, type Call } from './call'
import { loadInto } from './dataset/folder'
import { drive } from './drive'
import type { Bench } from './figures'
import { percentiles } from './measure'
import { openDataSet, type Served } from './dataset/product'
import { temporary } from './temporary'
import { quantile } from './usage'

const COMPANIES = 50
const MIDDLE = 25
/** Of the data set, for each company. */
const SHARE = 0.02
/** Short and taking turns, so that a busy moment of the machine is nobody's alone. */
const ROUNDS = 3
const SECONDS = 2
const GOAL = { atMost: 1.2 }

const adminOf = (company: number) => (company === 1 ? 'user1@bench.local' : `user1.${company}@bench.local`)
type Person = { token: string; ticket: number }

async function person(shop: Served, company: number): Promise<Person> {
  const token = await shop.signIn(adminOf(company))
  const { tickets } = await ask(shop, { path: '/tickets?showAll=true&status=open', token })
  return { token, ticket: tickets![0]!.id }
}

const QUESTIONS: Record<string, (of: Person) => Call> = {
  'GET /tickets': ({ token }) => ({ path: '/tickets?showAll=true&status=open&pageNumber=1', token }),
  'GET /messages': ({ token, ticket }) => ({ path: `/messages/${ticket}?pageNumber=1`, token }),
  'GET /tickets by a word': ({ token }) => ({ path: '/tickets?showAll=true&searchParam=boleto&pageNumber=1', token }),
}

async function open(scale: number, companies: number) {
  const folder = await temporary()
  await loadInto(folder, scale, companies)
  return openDataSet({ folder })
}

/** How much slower a company's lists are beside 49 with the same data than they are alone. */
export const tenants: Bench = async (tell, options) => {
  const scale = SHARE * options.scale
  const [alone, beside] = [await open(scale, 1), await open(scale, COMPANIES)]
  try {
    const single = await person(alone, 1)
    const people: Person[] = []
    for (let company = 1; company <= COMPANIES; company++) people.push(await person(beside, company))
    const middle = people[MIDDLE - 1]!
    for (const [name, call] of Object.entries(QUESTIONS)) {
      const [here, there] = [(await ask(alone, call(single))).count, (await ask(beside, call(middle))).count]
      if (here !== there) throw new Error(`${name}: a company alone has ${here}, the same company beside others ${there}`)
      const times: Record<'alone' | 'beside' | 'together', number[]> = { alone: [], beside: [], together: [] }
      for (let round = 0; round < ROUNDS; round++) {
        times.alone.push(...(await drive(alone, 1, SECONDS, () => call(single))).times)
        times.beside.push(...(await drive(beside, 1, SECONDS, () => call(middle))).times)
        times.together.push(...(await drive(beside, 1, SECONDS, i => call(people[i % COMPANIES]!))).times)
      }
      const ratio = (what: string, of: number[], share: number) =>
        tell({
          name: `${name}: ${what}`,
          value: quantile(of, share) / quantile(times.alone, share),
          unit: '×',
          goal: GOAL,
          detail: `${percentiles(of)}; alone ${percentiles(times.alone)}`,
        })
      ratio(`one of ${COMPANIES} companies beside one alone, p50`, times.beside, 0.5)
      ratio(`one of ${COMPANIES} companies beside one alone, p99`, times.beside, 0.99)
      ratio(`all ${COMPANIES} in turn beside one alone, p50`, times.together, 0.5)
    }
  } finally {
    await Promise.all([alone.close(), beside.close()])
  }
}
