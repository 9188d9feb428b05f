import * as v from 'valibot'
import { type Ask, Cents, Code, Day, Id, Name, phonesOf } from '../kit/billing/ask'
import { type Bill, type Billing, BillingError, type Contract, MAX_REGISTRATIONS } from '../kit/billing/port'
import { punctuated } from '../kit/tax-id'

const Refusal = v.object({ type: v.literal('error') })
/** A list of nothing has no rows, and says so. */
const Nothing = v.pipe(
  v.object({ total: v.picklist([0, '0']) }),
  v.transform(() => ({ registros: [] })),
)
const listOf = <S extends v.GenericSchema>(row: S) => v.union([Refusal, v.object({ registros: v.array(row) }), Nothing])
const Clients = listOf(v.looseObject({ id: Id, razao: Name }))
const Bills = listOf(
  v.object({
    id: Id,
    status: v.string(),
    liberado: v.optional(v.string(), 'S'),
    valor: Cents,
    data_vencimento: Day,
    linha_digitavel: Code,
  }),
)
const Contracts = listOf(v.object({ id: Id, contrato: Name, status: v.string(), status_internet: v.string() }))
const Pix = v.union([
  Refusal,
  v.object({
    pix: v.object({
      qrCode: v.optional(v.object({ qrcode: Code })),
      dadosPix: v.optional(v.object({ pixCopiaECola: Code })),
    }),
  }),
])
const Unblocked = v.object({ tipo: v.picklist(['sucesso', 'erro']), codigo: v.optional(v.union([v.string(), v.number()])) })

const OPEN = 'A'
/** Blocked by the system, by hand, or for what is overdue. */
const BLOCKED = new Set(['CA', 'CM', 'FA'])
const ALREADY_UNBLOCKED = '107'

type Grid = { TB: string; OP: '='; P: string }[]

/** IXC Provedor by its webservice v1: everything is a POST, and a list asks for itself by a header. */
export function ixc(address: string, token: string, ask: Ask): Billing {
  const call = (body: object) => ({
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(token).toString('base64')}`,
      'content-type': 'application/json',
      ixcsoft: 'listar',
    },
    body: JSON.stringify(body),
  })
  const at = (path: string) => `${address}/webservice/v1/${path}`

  async function list<S extends v.GenericSchema<unknown, object>>(schema: S, table: string, field: string, query: string, grid?: Grid) {
    const body = {
      qtype: `${table}.${field}`,
      query,
      oper: '=',
      page: '1',
      rp: '20',
      sortname: `${table}.id`,
      sortorder: 'asc',
      ...(grid && { grid_param: JSON.stringify(grid) }),
    }
    return accepted(await ask.json(schema, at(table), call(body)))
  }
  const byCustomer = <Row>(ids: string[], rows: (id: string) => Promise<Row[]>) => Promise.all(ids.map(rows)).then(all => all.flat())

  return {
    async find(taxId) {
      const known = (await list(Clients, 'cliente', 'cnpj_cpf', punctuated(taxId))).registros.slice(0, MAX_REGISTRATIONS)
      const [first] = known
      if (!first) return undefined
      const phones = phonesOf(known, 'telefone_celular', 'whatsapp', 'fone', 'telefone_comercial')
      return { customer: { name: first.razao, ids: known.map(({ id }) => id) }, phones }
    },
    async bills({ ids }) {
      const grid: Grid = [
        { TB: 'fn_areceber.status', OP: '=', P: OPEN },
        { TB: 'fn_areceber.liberado', OP: '=', P: 'S' },
      ]
      const rows = await byCustomer(ids, async id => (await list(Bills, 'fn_areceber', 'id_cliente', id, grid)).registros)
      return rows
        .filter(({ status, liberado }) => status === OPEN && liberado === 'S')
        .map(({ id, valor, data_vencimento, linha_digitavel }): Bill => ({
          id,
          cents: valor,
          dueDate: data_vencimento,
          barCode: linha_digitavel,
        }))
    },
    async pix({ id }) {
      const answer = await ask.json(Pix, at('get_pix'), call({ id_areceber: id }))
      return 'pix' in answer ? (answer.pix.dadosPix?.pixCopiaECola ?? answer.pix.qrCode?.qrcode) : undefined
    },
    barCode: async ({ barCode }) => barCode,
    pdf: ({ id }) =>
      ask.pdf(at('get_boleto'), call({ boletos: id, juro: 'N', multa: 'N', atualiza_boleto: 'N', tipo_boleto: 'arquivo', base64: 'S' })),
    unblocking: {
      async blocked({ ids }) {
        const rows = await byCustomer(ids, async id => (await list(Contracts, 'cliente_contrato', 'id_cliente', id)).registros)
        return rows
          .filter(({ status, status_internet }) => status === OPEN && BLOCKED.has(status_internet))
          .map(({ id, contrato }): Contract => ({ id, name: contrato }))
      },
      async unblock({ id }) {
        const { tipo, codigo } = await ask.json(Unblocked, at('desbloqueio_confianca'), call({ id }))
        return tipo === 'sucesso' || String(codigo) === ALREADY_UNBLOCKED
      },
    },
  }
}

function accepted<Answer extends object>(answer: Answer) {
  if ('type' in answer) throw new BillingError('ERR_BILLING_REFUSED')
  return answer as Exclude<Answer, { type: 'error' }>
}
