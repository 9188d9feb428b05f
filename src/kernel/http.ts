import { Hono, type MiddlewareHandler, type ValidationTargets } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import type { Ctx } from './context'
import { invalid } from './errors'
import { RowId } from './ids'

export { RowId }
export type Env = { Variables: { ctx: Ctx; clientAddress: string } }
/** A slash at the end of an address means nothing: existing clients write both. */
export const router = () => new Hono<Env>({ strict: false })

type Validates<T extends string, S extends v.GenericSchema> = MiddlewareHandler<
  Env,
  string,
  { in: { [K in T]: v.InferInput<S> }; out: { [K in T]: v.InferOutput<S> } }
>

export function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (!result.success) throw invalid(v.flatten(result.issues).nested)
  return result.output
}

export const isForm = (request: Request) => /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/** Refuses a larger body: at once when it says how large it is, else as soon as it is. */
export const atMost = (bytes: number): MiddlewareHandler<Env> =>
  bodyLimit({ maxSize: bytes, onError: c => c.json({ error: 'O envio é grande demais' }, 413) })

/** What is sent as something else would count as nothing at all, and a change of nothing as done. */
const isOtherThanJson = ({ body, headers }: Request) =>
  body !== null && !/^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')

const schemas = new WeakMap<object, { target: string; schema: v.GenericSchema }>()
/** What a handler validates, for the description of the API. */
export const validates = (handler: object) => schemas.get(handler)

/** Of a body in JSON, when its schema says nothing else: what clients of this family may send. */
const BODY_BYTES = 10 * 1024 * 1024

/**
 * Parses one part of the request or throws; unlike @hono/valibot-validator it adds no 400 body to the client's response type.
 * A body is measured where it is read, and so not before it is known who sends it.
 */
export function valid<T extends keyof ValidationTargets, S extends v.GenericSchema>(target: T, schema: S, maxBytes = BODY_BYTES) {
  const parsed = validator(target, value => parse(schema, value)) as MiddlewareHandler<Env>
  const measured = atMost(maxBytes)
  const body: MiddlewareHandler<Env> = (c, next) => {
    if (isOtherThanJson(c.req.raw)) throw invalid(undefined, 415)
    return measured(c, async () => void (await parsed(c, next)))
  }
  const handler = (target === 'json' ? body : parsed) as unknown as Validates<T, S>
  schemas.set(handler, { target, schema })
  return handler
}

export const Id = v.object({ id: RowId })

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
/** Words to look for. Control characters are none: a NUL would end the text inside of SQLite. */
export const searchParam = v.optional(
  v.pipe(
    text(200),
    v.transform(words => words.replace(/\p{Cc}/gu, ' ').trim()),
  ),
  '',
)
export const pageNumber = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{0,7}$/),
    v.transform(page => Math.max(1, Number(page))),
  ),
  '1',
)
export const Page = v.object({ searchParam, pageNumber })
export type Page = v.InferOutput<typeof Page>

/** `[1,2]` as JSON text, the form in which existing clients send lists. */
export const IdList = v.optional(
  v.pipe(
    text(10_000),
    v.transform(value => {
      try {
        return value.trim() ? (JSON.parse(value) as unknown) : []
      } catch {
        return null
      }
    }),
    v.array(RowId),
    v.maxLength(500),
  ),
)

/** One page of a list: the extra row asked for says whether there is more. */
export const offset = (page: Page, size: number) => size * (page.pageNumber - 1)
