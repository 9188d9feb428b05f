import * as v from 'valibot'
import { type Ask, Cents, Code, Day, Id, Name, phonesOf } from '../kit/billing/ask'
import { type Bill, type Billing, BillingError } from '../kit/billing/port'

const Person = v.looseObject({ nome: Name, uuid_cliente: v.optional(Id), login: v.optional(v.string()) })
/** Who is known comes as such or, from older versions, inside a bill; who is not, as the word NULL or a message. */
const Shown = v.union([
  v.object({ dados_cliente: v.object({ titulos: Person }) }),
  v.pipe(
    v.looseObject({ ...Person.entries, nome: v.string() }),
    v.transform(titulos => ({ dados_cliente: { titulos } })),
  ),
  v.pipe(
    v.union([v.null(), v.literal('NULL'), v.object({ mensagem: v.string() })]),
    v.transform(() => null),
  ),
])
const Bills = v.union([
  v.object({
    titulos: v.array(v.object({ titulo: Id, status: v.string(), datavenc: Day, valor: Cents, linhadig: Code, pix: Code })),
  }),
  v.pipe(
    v.object({ mensagem: v.string() }),
    v.transform(() => ({ titulos: [] })),
  ),
])
/** Three parts in base64url: a page for people says something else, and is not sent back as a header. */
const Jwt = v.pipe(v.string(), v.trim(), v.maxLength(4_000), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))
const OPEN = new Set(['aberto', 'vencido'])

/** MK-Auth by its API: credentials become a token, which every question carries. */
export function mkauth(address: string, clientId: string, clientSecret: string, ask: Ask): Billing {
  let token: Promise<string> | undefined
  async function granted() {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const given = v.safeParse(Jwt, await ask.text(`${address}/api/`, { headers: { authorization: `Basic ${basic}` } }))
    if (!given.success) throw new BillingError('ERR_BILLING_ANSWER')
    return given.output
  }
  const signIn = () => (token ??= granted())
  const get = async <S extends v.GenericSchema>(schema: S, path: string) =>
    ask.json(schema, `${address}/api/${path}`, { headers: { authorization: `Bearer ${await signIn()}` } })

  return {
    async find(taxId) {
      const found = await get(Shown, `cliente/show/${taxId}`)
      if (!found) return undefined
      const { titulos } = found.dados_cliente
      return { customer: { name: titulos.nome, ids: [taxId] }, phones: phonesOf([titulos], 'celular', 'celular2', 'fone') }
    },
    async bills({ ids: [taxId] }) {
      const { titulos } = await get(Bills, `titulo/titulos/${taxId}`)
      return titulos
        .filter(({ status }) => OPEN.has(status.toLowerCase()))
        .map(({ titulo, valor, datavenc, linhadig, pix }): Bill => ({
          id: titulo,
          cents: valor,
          dueDate: datavenc,
          barCode: linhadig,
          pix,
        }))
    },
    pix: async ({ pix }) => pix,
    barCode: async ({ barCode }) => barCode,
    // Its API has no file of a bill.
    pdf: async () => undefined,
  }
}
