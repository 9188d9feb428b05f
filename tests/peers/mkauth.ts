// MK-Auth, as strict as the public definition of its API: credentials become a token, and nothing is told without one.

type Bill = { titulo: string; status: string; datavenc: string; valor: string; linhadig: string | null; pix: string | null }

export function startMkauth(clientId: string, clientSecret: string) {
  const initial = () => ({
    people: new Map<string, { nome: string; bills: Bill[] }>(),
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
    const { nome } = person
    const row = { nome, cpf_cnpj: cpf, login: 'helena', uuid_cliente: 'UUID-1', bloqueado: 'nao' }
    return Response.json(peer.isOld ? { dados_cliente: { titulos: row } } : row)
  }
  function billsOf(cpf: string) {
    const bills = peer.people.get(cpf)?.bills ?? []
    return bills.length ? Response.json({ titulos: bills }) : Response.json({ mensagem: 'Registro não encontrado' })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = new URL(request.url).pathname
      peer.asked.push(path)
      if (request.method !== 'GET') return new Response(null, { status: 405 })
      const authorization = request.headers.get('authorization')
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
