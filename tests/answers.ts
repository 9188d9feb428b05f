import { connections } from '#modules/connections'
import { nouns } from '../src/nouns'
import type { Office } from './factories'
import { at, bodyOf, QUERIES, routesOf, tokenFor, type Route } from './hostile/routes'
import { PASSWORD } from './factories'

type Answered = { name: string; status: number; body: unknown }

const braces = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')
export const described = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${braces(path)}`

/** Ends what the walk needs, and so comes last. */
const LAST = /^DELETE |^\w+ \/(auth|whatsappsession|whatsapp-restart)\b/

/** Asks every route of the product once or more, and hands on what succeeds; `refused` is told what did not, by its route. */
export async function* walk(office: Office, refused = new Map<string, string>()): AsyncGenerator<Answered> {
  const { norte, product } = office
  const { control } = await product.sandbox.start()
  product.channel.start(norte.connection)
  await product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), '5511940000078')
  control.addPhone({ phone: '5511900000000', name: 'Helena' })
  const routes = routesOf(product).filter(({ path }) => !/^\/(sandbox|media|metrics|openapi)/.test(path))
  const order = (route: Route) => (LAST.test(route.name) ? 2 : route.method === 'GET' ? 0 : 1)
  const first = routes.toSorted((a, b) => order(a) - order(b))
  const again = routes.filter(({ method }) => method === 'GET')
  const beforeTheEnd = first.findIndex(route => LAST.test(route.name))
  for (const route of [...first.slice(0, beforeTheEnd), ...again, ...first.slice(beforeTheEnd)]) {
    const headers = { authorization: `Bearer ${tokenFor(route, norte)}`, cookie: `jrt=${norte.staff.admin.client.cookie}` }
    const query = QUERIES[route.name]?.(norte)
    const body = route.name === 'POST /auth/login' ? { email: norte.staff.ana.email, password: PASSWORD } : bodyOf(route, norte)
    const answer = await product.app.request(at(route, norte) + (query ? `?${query}` : ''), {
      method: route.method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    if (!answer.ok) refused.set(described(route), `${answer.status} ${text.slice(0, 300)}`)
    else yield { name: described(route), status: answer.status, body: isJson ? (JSON.parse(text) as unknown) : undefined }
    const noun = nouns.find(({ facts }) => route.name === `POST ${facts.api.path}`)
    if (noun && answer.ok) yield* bare(office, noun.facts, bodyOf(route, norte)!)
  }
}

/** A row of a noun with nothing that may be left out: what is null then is told as that. */
async function* bare(
  { norte }: Office,
  { api, body: { entries } }: (typeof nouns)[number]['facts'],
  given: object,
): AsyncGenerator<Answered> {
  const { client } = norte.staff.admin
  const must = Object.entries(given).filter(([name]) => entries[name]?.type !== 'optional')
  const made = await client.post<{ id: number }>(api.path, Object.fromEntries(must))
  const own = `${api.path}/${made.body.id}`
  for (const [name, { status, body }] of [
    [`POST ${api.path}`, made],
    [`GET ${api.path}/{id}`, await client.get(own)],
    [`PUT ${api.path}/{id}`, await client.put(own, {})],
  ] as const)
    if (status < 300 && typeof body === 'object') yield { name, status, body }
}
