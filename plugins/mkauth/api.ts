import { isIP } from 'node:net'
import * as v from 'valibot'
import { type Ask, Cents, Code, Day, Id, Name, phonesOf } from '../kit/billing/ask'
import { type Bill, type Billing, BillingError } from '../kit/billing/port'
import { dayIn } from '../kit/billing/texts'

const Word = v.optional(v.nullable(v.string()), '')
const Person = v.looseObject({ nome: Name, uuid_cliente: v.optional(Id), bloqueado: Word, observacao: Word, rem_obs: Word })
type Person = v.InferOutput<typeof Person>
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
    titulos: v.array(v.object({ titulo: Id, login: Code, status: v.string(), datavenc: Day, valor: Cents, linhadig: Code, pix: Code })),
  }),
  v.pipe(
    v.object({ mensagem: v.string() }),
    v.transform(() => ({ titulos: [] })),
  ),
])
/** Three parts in base64url: a page for people says something else, and is not sent back as a header. */
const Jwt = v.pipe(v.string(), v.trim(), v.maxLength(4_000), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))
const OPEN = new Set(['aberto', 'vencido'])

/** Its API has no file of a bill. The page of a bill is one at some banks; at others it is a page for people, here or at the bank. */
const IS_PAGE = new Set(['ERR_BILLING_ANSWER', 'ERR_OUTBOUND_UNDECLARED', 'ERR_OUTBOUND_TOO_LARGE'])
const IS_NONE = new Set(['ERR_BILLING_ADDRESS', 'ERR_BILLING_REFUSED', 'ERR_BILLING_KEY'])
/** What a customer can open: a name of the internet, and no address of the provider's own network. */
const isPublic = ({ hostname }: URL) =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && /\.(?!(local|lan|internal)$)[a-z]{2,}$/.test(hostname)

/** Trust is given once in so many days. */
const RESTS_DAYS = 30
const isBlocked = ({ bloqueado }: Person) => bloqueado?.toLowerCase() === 'sim'
/** Whose access is blocked although it was given back lately: by a person, or because the trust is over. */
const wasTrusted = ({ observacao, rem_obs }: Person) =>
  observacao?.toLowerCase() === 'sim' || (rem_obs ?? '').slice(0, 10) > dayIn(-RESTS_DAYS)

type Settings = { ipmkauth: string; clientidmkauth: string; clientsecretmkauth: string; unblockDays?: number | undefined }

/** MK-Auth by its API: credentials become a token, which every question carries. */
export function mkauth(settings: Settings, ask: Ask): Billing {
  const { ipmkauth: address, clientidmkauth: clientId, clientsecretmkauth: clientSecret, unblockDays } = settings
  let token: Promise<string> | undefined
  async function granted() {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const given = v.safeParse(Jwt, await ask.text(`${address}/api/`, { headers: { authorization: `Basic ${basic}` } }))
    if (!given.success) throw new BillingError('ERR_BILLING_ANSWER')
    return given.output
  }
  const signIn = () => (token ??= granted())
  const send = async (path: string, init?: object) =>
    [
      `${address}/api/${path}`,
      { headers: { authorization: `Bearer ${await signIn()}`, 'content-type': 'application/json' }, ...init },
    ] as const
  const get = async <S extends v.GenericSchema>(schema: S, path: string) => ask.json(schema, ...(await send(path)))
  const personOf = async (taxId: string) => (await get(Shown, `cliente/show/${taxId}`))?.dados_cliente.titulos

  return {
    async find(taxId) {
      const person = await personOf(taxId)
      return person && { customer: { name: person.nome, ids: [taxId] }, phones: phonesOf([person], 'celular', 'celular2', 'fone') }
    },
    async bills({ ids: [taxId] }) {
      const { titulos } = await get(Bills, `titulo/titulos/${taxId}`)
      return titulos
        .filter(({ status }) => OPEN.has(status.toLowerCase()))
        .map(({ titulo, login, valor, datavenc, linhadig, pix }): Bill => ({
          id: titulo,
          cents: valor,
          dueDate: datavenc,
          barCode: linhadig,
          pix,
          pdfUrl: `${address}/boleto/boleto.hhvm?${new URLSearchParams({ titulo, ...(login && { contrato: login }) })}`,
        }))
    },
    pix: async ({ pix }) => pix,
    barCode: async ({ barCode }) => barCode,
    // Open to whoever has it: the token stays here.
    pdf: ({ pdfUrl }) =>
      ask.pdf(pdfUrl!).catch((error: Error) => {
        if (IS_NONE.has(error.message)) return undefined
        if (!IS_PAGE.has(error.message)) throw error
        const page = new URL(pdfUrl!)
        return isPublic(page) ? page : undefined
      }),
    ...(unblockDays && {
      unblocking: {
        async blocked({ ids: [taxId] }) {
          const person = await personOf(taxId!)
          return person && isBlocked(person) ? [{ id: taxId!, name: '' }] : []
        },
        async unblock({ id: taxId }) {
          const person = await personOf(taxId)
          if (person && !isBlocked(person)) return true
          if (!person?.uuid_cliente || wasTrusted(person)) return false
          const change = { uuid: person.uuid_cliente, bloqueado: 'nao', observacao: 'sim', rem_obs: `${dayIn(unblockDays)} 23:59:59` }
          await ask.text(...(await send('cliente/editar', { method: 'PUT', body: JSON.stringify(change) })))
          // What it answers says nothing of what it did.
          const after = await personOf(taxId)
          return after !== undefined && !isBlocked(after)
        },
      },
    }),
  }
}
