import { pdfOf } from './pdf'

// MK-Auth, as strict as the public definition of its API: credentials become a token, and nothing is told without one. Beside the API stands
// the page of a bill, which is open to whoever has its number and contract.

type Bill = { titulo: string; status: string; datavenc: string; valor: string; linhadig: string | null; pix: string | null }
type Person = { nome: string; bills: Bill[]; bloqueado?: string; observacao?: string; rem_obs?: string | null }
/** Columns of a customer that a change may name, beside the id by which it is found. */
const CHANGED = new Set(['bloqueado', 'observacao', 'rem_obs'])
const LOGIN = 'helena'
const UUID = 'UUID-1'

export function startMkauth(clientId: string, clientSecret: string) {
  const initial = () => ({
    people: new Map<string, Person>(),
    /** How a bank shows a bill. */
    page: 'html' as 'html' | 'pdf' | 'elsewhere' | 'none',
    /** What was changed of customers. */
    changes: [] as object[],
    /** Says that it changed what it did not. */
    isDeaf: false,
    /** How older versions tell a person: inside of a bill. */
    isOld: false,
    asked: [] as string[],
    instead: undefined as ((path: string) => Response | Promise<Response> | undefined) | undefined,
  })
  const peer = initial()
  const tokens = new Set<string>()
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  function shown(cpf: string) {
    const person = peer.people.get(cpf)
    if (!person) return new Response('NULL', { headers: { 'content-type': 'text/html' } })
    const { nome, bloqueado = 'nao', observacao = 'nao', rem_obs = null } = person
    const row = { nome, cpf_cnpj: cpf, login: LOGIN, uuid_cliente: UUID, bloqueado, observacao, rem_obs }
    return Response.json(peer.isOld ? { dados_cliente: { titulos: row } } : row)
  }
  function billsOf(cpf: string) {
    const bills = peer.people.get(cpf)?.bills ?? []
    return bills.length
      ? Response.json({ titulos: bills.map(bill => ({ login: LOGIN, ...bill })) })
      : Response.json({ mensagem: 'Registro não encontrado' })
  }

  async function edited(request: Request) {
    if (request.headers.get('content-type') !== 'application/json') return Response.json({ mensagem: 'JSON' }, { status: 400 })
    const { uuid, ...change } = (await request.json()) as Record<string, string>
    const person = [...peer.people.values()][0]
    if (uuid !== UUID || !person) return Response.json({ mensagem: 'Registro não encontrado' })
    if (Object.keys(change).some(column => !CHANGED.has(column))) return Response.json({ mensagem: 'Campo inválido' }, { status: 400 })
    peer.changes.push(change)
    if (!peer.isDeaf) Object.assign(person, change)
    return Response.json({ status: 'sucesso', mensagem: 'Registro alterado' })
  }
  function pageOf(query: URLSearchParams) {
    const isKnown = [...peer.people.values()].some(({ bills }) => bills.some(({ titulo }) => titulo === query.get('titulo')))
    if (!isKnown || query.get('contrato') !== LOGIN || peer.page === 'none') return new Response('404', { status: 404 })
    if (peer.page === 'pdf') return new Response(pdfOf(query.get('titulo')!), { headers: { 'content-type': 'application/pdf' } })
    if (peer.page === 'elsewhere') return Response.redirect('https://boletos.banco.example/1')
    return new Response('<html><h1>Boleto</h1></html>', { headers: { 'content-type': 'text/html' } })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname: path, searchParams } = new URL(request.url)
      peer.asked.push(path)
      if (request.method !== (path === '/api/cliente/editar' ? 'PUT' : 'GET')) return new Response(null, { status: 405 })
      const authorization = request.headers.get('authorization')
      // A token that comes here would be read in the log of a web server.
      if (path === '/boleto/boleto.hhvm') return authorization === null ? pageOf(searchParams) : new Response(null, { status: 400 })
      const replaced = await peer.instead?.(path)
      if (replaced) return replaced
      if (path === '/api/') {
        if (authorization !== basic) return new Response('Unauthorized', { status: 401 })
        const token = ['{"alg":"HS256"}', '{"exp":9999999999}', crypto.randomUUID()]
          .map(part => Buffer.from(part).toString('base64url'))
          .join('.')
        tokens.add(token)
        return new Response(`${token}\n`)
      }
      if (!tokens.has(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')) return new Response('Unauthorized', { status: 401 })
      if (path === '/api/cliente/editar') return edited(request)
      const [, kind, cpf = ''] = /^\/api\/(cliente\/show|titulo\/titulos)\/(\d{11}|\d{14})$/.exec(path) ?? []
      if (!kind) return new Response(null, { status: 404 })
      return kind === 'cliente/show' ? shown(cpf) : billsOf(cpf)
    },
  })
  const destination = `127.0.0.1:${server.port}`
  return Object.assign(peer, {
    address: `http://${destination}`,
    destination,
    reset: () => Object.assign(peer, initial()),
    stop: () => server.stop(true),
  })
}
