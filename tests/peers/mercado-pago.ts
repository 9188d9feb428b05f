import * as v from 'valibot'

// Mercado Pago, as strict as the public definition of its payments API: what it would refuse, it refuses.

const HALF_HOUR = 30 * 60_000
const Expiry = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/),
  v.check(text => Date.parse(text) - Date.now() >= HALF_HOUR),
)
const Payment = v.strictObject({
  transaction_amount: v.pipe(v.number(), v.minValue(0.01)),
  description: v.pipe(v.string(), v.minLength(1)),
  payment_method_id: v.literal('pix'),
  external_reference: v.pipe(v.string(), v.maxLength(64)),
  date_of_expiration: Expiry,
  notification_url: v.optional(v.pipe(v.string(), v.url())),
  payer: v.strictObject({
    email: v.pipe(v.string(), v.email()),
    first_name: v.string(),
    last_name: v.optional(v.string()),
    identification: v.optional(v.strictObject({ type: v.picklist(['CPF', 'CNPJ']), number: v.pipe(v.string(), v.digits()) })),
  }),
})
type Stored = v.InferOutput<typeof Payment> & { id: number; status: string; currency_id: string; transaction_amount_refunded: number }
const refused = (status: number, message: string) => Response.json({ message, status, error: 'bad_request', cause: [] }, { status })

export function startMercadoPago(accessToken: string) {
  const payments = new Map<number, Stored>()
  const byIdempotency = new Map<string, number>()
  const byToken = (handle: (request: Bun.BunRequest) => Response | Promise<Response>) => (request: Bun.BunRequest) =>
    request.headers.get('authorization') === `Bearer ${accessToken}` ? handle(request) : refused(401, 'invalid access token')
  const shown = (payment: Stored) => ({
    ...payment,
    point_of_interaction: { type: 'PIX', transaction_data: { qr_code: `000201${payment.id}`, qr_code_base64: '', ticket_url: '' } },
  })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/users/me': byToken(() => Response.json({ id: 1, site_id: 'MLB' })),
      '/v1/payments': byToken(async request => {
        const key = request.headers.get('x-idempotency-key')
        if (!key) return refused(400, 'X-Idempotency-Key can’t be null')
        const known = payments.get(byIdempotency.get(key) ?? 0)
        if (known) return Response.json(shown(known), { status: 200 })
        const parsed = v.safeParse(Payment, await request.json())
        if (!parsed.success) return refused(400, 'invalid parameters')
        const made = {
          ...parsed.output,
          id: 13_000_000_000 + payments.size,
          status: 'pending',
          currency_id: 'BRL',
          transaction_amount_refunded: 0,
        }
        payments.set(made.id, made)
        byIdempotency.set(key, made.id)
        return Response.json(shown(made), { status: 201 })
      }),
      '/v1/payments/:id': byToken(request => {
        const payment = payments.get(Number((request.params as { id: string }).id))
        return payment ? Response.json(shown(payment)) : refused(404, 'Payment not found')
      }),
    },
    fetch: () => new Response(null, { status: 404 }),
  })
  return { baseUrl: `http://127.0.0.1:${server.port}`, destination: `127.0.0.1:${server.port}`, payments, stop: () => server.stop(true) }
}
