import * as v from 'valibot'
import { pdfOf } from './pdf'

// Asaas, as strict as the public definition of its API (v3): what it would refuse, it refuses.

const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))
const Amount = v.pipe(
  v.number(),
  v.check(value => value >= 0.01 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
)
const Customer = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1)),
  cpfCnpj: v.pipe(v.string(), v.regex(/^(\d{11}|\d{14})$/)),
  email: v.optional(v.pipe(v.string(), v.email())),
  notificationDisabled: v.optional(v.boolean()),
})
const Payment = v.strictObject({
  customer: v.string(),
  billingType: v.literal('PIX'),
  value: Amount,
  dueDate: Day,
  description: v.pipe(v.string(), v.maxLength(500)),
  externalReference: v.string(),
})

type Stored = { id: string; status: string; customer: string; billingType: string; value: number; dueDate: string }
const Listed = v.strictObject({ customer: v.string(), status: v.picklist(['PENDING', 'OVERDUE']), limit: v.pipe(v.string(), v.digits()) })
const refused = (status: number, code: string) => Response.json({ errors: [{ code, description: code }] }, { status })

export function startAsaas(apiKey: string) {
  const customers = new Map<string, { id: string; cpfCnpj: string; name: string; mobilePhone?: string }>()
  const payments = new Map<string, Stored>()
  const asked: string[] = []
  const byKey = (handle: (request: Bun.BunRequest) => Response | Promise<Response>) => (request: Bun.BunRequest) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    if (!request.headers.get('user-agent')) return refused(403, 'user_agent')
    return request.headers.get('access_token') === apiKey ? handle(request) : refused(401, 'invalid_access_token')
  }
  const bodyOf = async <S extends v.GenericSchema>(schema: S, request: Request) => {
    const parsed = v.safeParse(schema, await request.json())
    return parsed.success ? parsed.output : undefined
  }
  function listed(request: Request) {
    const asked = v.safeParse(Listed, Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) return refused(400, 'invalid_filter')
    const { customer, status } = asked.output
    const data = [...payments.values()].filter(one => one.customer === customer && one.status === status)
    const told = data.map(one => ({ ...one, bankSlipUrl: one.billingType === 'BOLETO' ? `https://www.asaas.com/b/pdf/${one.id}` : null }))
    return Response.json({ object: 'list', hasMore: false, totalCount: data.length, data: told })
  }
  const found = (request: Bun.BunRequest) => payments.get((request.params as { id: string }).id)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/v3/finance/balance': byKey(() => Response.json({ balance: 10.5 })),
      '/v3/customers': byKey(async request => {
        if (request.method === 'GET') {
          const wanted = new URL(request.url).searchParams.get('cpfCnpj')
          return Response.json({ object: 'list', data: [...customers.values()].filter(({ cpfCnpj }) => cpfCnpj === wanted) })
        }
        const body = await bodyOf(Customer, request)
        if (!body) return refused(400, 'invalid_customer')
        const made = { id: `cus_${customers.size + 1}`, ...body }
        customers.set(body.cpfCnpj, made)
        return Response.json(made)
      }),
      '/v3/payments': byKey(async request => {
        if (request.method === 'GET') return listed(request)
        const body = await bodyOf(Payment, request)
        const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
        const isKnown = [...customers.values()].some(({ id }) => id === body?.customer)
        if (!body || body.dueDate < today || !isKnown) return refused(400, 'invalid_payment')
        const made = { ...body, id: `pay_${crypto.randomUUID()}`, status: 'PENDING' }
        payments.set(made.id, made)
        return Response.json({ object: 'payment', ...made, netValue: body.value - 0.99 })
      }),
      '/v3/payments/:id/pixQrCode': byKey(request => {
        const payment = found(request)
        if (!payment) return new Response(null, { status: 404 })
        const expirationDate = `${payment.dueDate} 23:59:59`
        return Response.json({ success: true, encodedImage: 'iVBORw0KGgo=', payload: `000201${payment.id}`, expirationDate })
      }),
      '/v3/payments/:id/identificationField': byKey(request => {
        const payment = found(request)
        if (!payment) return new Response(null, { status: 404 })
        if (payment.billingType !== 'BOLETO') return refused(400, 'invalid_action')
        return Response.json({ identificationField: `0019000009${payment.id}`, nossoNumero: '1', barCode: '00191' })
      }),
      // Open to whoever has the address; a key is not sent there.
      '/b/pdf/:id': request =>
        request.headers.get('access_token') ? new Response(null, { status: 400 }) : new Response(pdfOf(`boleto ${request.params.id}`)),
      '/v3/payments/:id': byKey(request => {
        const payment = found(request)
        return payment ? Response.json({ object: 'payment', ...payment }) : new Response(null, { status: 404 })
      }),
    },
    fetch: () => new Response(null, { status: 404 }),
  })
  return {
    baseUrl: `http://127.0.0.1:${server.port}/v3`,
    destination: `127.0.0.1:${server.port}`,
    payments,
    customers,
    asked,
    stop: () => server.stop(true),
  }
}
