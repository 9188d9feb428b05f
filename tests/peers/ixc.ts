import * as v from 'valibot'
import { pdfOf } from './pdf'

// IXC Provedor, as strict as the public definition of its webservice (v1): what it would refuse, this refuses.

const Grid = v.pipe(v.string(), v.parseJson(), v.array(v.strictObject({ TB: v.string(), OP: v.literal('='), P: v.string() })))
const Query = v.strictObject({
  qtype: v.string(),
  query: v.string(),
  oper: v.literal('='),
  page: v.pipe(v.string(), v.digits()),
  rp: v.pipe(v.string(), v.digits()),
  sortname: v.string(),
  sortorder: v.picklist(['asc', 'desc']),
  grid_param: v.optional(Grid),
})
const BILL = { juro: 'N', multa: 'N', atualiza_boleto: 'N', tipo_boleto: 'arquivo', base64: 'S' }
const Boleto = v.strictObject({ boletos: v.string(), ...v.entriesFromList(Object.keys(BILL), v.picklist(['S', 'N', 'arquivo'])) })

type Row = Record<string, string>
const refusal = (message: string) => Response.json({ type: 'error', message })

export function startIxc(token: string) {
  const initial = () => ({
    tables: { cliente: [], fn_areceber: [], cliente_contrato: [] } as Record<string, Row[]>,
    /** Answers in the place of what stands here. */
    instead: undefined as ((path: string) => Response | Promise<Response> | undefined) | undefined,
    asked: [] as string[],
    unblocked: [] as string[],
  })
  const peer = initial()

  function list(table: string, body: unknown) {
    const query = v.safeParse(Query, body)
    if (!query.success) return refusal('invalid query')
    const { qtype, query: wanted, rp, grid_param = [] } = query.output
    const conditions = [{ TB: qtype, P: wanted }, ...grid_param]
    if (conditions.some(({ TB }) => !TB.startsWith(`${table}.`))) return refusal('another table')
    const rows = peer.tables[table]!.filter(row => conditions.every(({ TB, P }) => row[TB.slice(table.length + 1)] === P))
    const page = rows.slice(0, Number(rp))
    return Response.json({ page: '1', total: String(rows.length), ...(page.length && { registros: page }) })
  }
  const billOf = (id: string) => peer.tables['fn_areceber']!.find(row => row['id'] === id)

  function pix(body: unknown) {
    const asked = v.safeParse(v.strictObject({ id_areceber: v.string() }), body)
    const bill = asked.success ? billOf(asked.output.id_areceber) : undefined
    if (!bill?.['pix']) return refusal('Pix não disponível')
    return Response.json({ type: 'success', message: '', pix: { qrCode: { qrcode: bill['pix'], imagemQrcode: '' }, dadosPix: {} } })
  }
  function boleto(body: unknown) {
    const asked = v.safeParse(Boleto, body)
    if (!asked.success || !billOf(asked.output.boletos)) return refusal('boleto inválido')
    return new Response(Buffer.from(pdfOf(`boleto ${asked.output.boletos}`)).toString('base64'))
  }
  function unblock(body: unknown) {
    const asked = v.safeParse(v.strictObject({ id: v.string() }), body)
    const contract = asked.success ? peer.tables['cliente_contrato']!.find(row => row['id'] === asked.output.id) : undefined
    if (!contract) return Response.json({ codigo: '106', tipo: 'erro', mensagem: 'Contrato não existe' })
    if (contract['status_internet'] === 'A') return Response.json({ codigo: '107', tipo: 'erro', mensagem: 'Já está desbloqueado' })
    if (contract['desbloqueio_confianca'] === 'N')
      return Response.json({ codigo: '109', tipo: 'erro', mensagem: 'Não pode ser desbloqueado' })
    contract['status_internet'] = 'A'
    peer.unblocked.push(contract['id']!)
    return Response.json({ codigo: '100', tipo: 'sucesso', mensagem: 'Desbloqueado' })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = /^\/webservice\/v1\/(\w+)$/.exec(new URL(request.url).pathname)?.[1]
      if (!path || request.method !== 'POST') return new Response(null, { status: 404 })
      peer.asked.push(path)
      if (request.headers.get('authorization') !== `Basic ${Buffer.from(token).toString('base64')}`)
        return new Response('Unauthorized', { status: 401 })
      if (request.headers.get('content-type') !== 'application/json') return refusal('content type')
      const body: unknown = await request.json()
      const replaced = await peer.instead?.(path)
      if (replaced) return replaced
      if (path in peer.tables) return request.headers.get('ixcsoft') === 'listar' ? list(path, body) : refusal('ixcsoft')
      const act = { get_pix: pix, get_boleto: boleto, desbloqueio_confianca: unblock }[path]
      return act ? act(body) : refusal(`Recurso ${path} não existe`)
    },
  })
  const destination = `127.0.0.1:${server.port}`
  return Object.assign(peer, {
    address: `http://${destination}`,
    destination,
    reset: () => Object.assign(peer, initial()),
    /** A customer, with what is theirs. */
    client(row: { id: string; cnpj_cpf: string; razao: string }) {
      peer.tables['cliente']!.push(row)
      return {
        bill: (bill: Row) =>
          void peer.tables['fn_areceber']!.push({ id_cliente: row.id, status: 'A', liberado: 'S', linha_digitavel: '', ...bill }),
        contract: (contract: Row) =>
          void peer.tables['cliente_contrato']!.push({ id_cliente: row.id, status: 'A', contrato: '', ...contract }),
      }
    },
    stop: () => server.stop(true),
  })
}
