import type { MiddlewareHandler, ValidationTargets } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import { invalid } from '../errors'
import { JSON_BYTES } from './limits'
import type { Env } from './router'

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

/**
 * Parses one part of the request or throws; unlike @hono/valibot-validator it adds no 400 body to the client's response type.
 * A body is measured where it is read, and so not before it is known who sends it.
 */
export function valid<T extends keyof ValidationTargets, S extends v.GenericSchema>(target: T, schema: S, maxBytes = JSON_BYTES) {
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

/** A body in JSON, or else a form of files up to a size, which its handler reads by itself: what is valid is there for JSON alone. */
export function validUnlessForm<S extends v.GenericSchema>(schema: S, maxFormBytes: number) {
  const json = valid('json', schema)
  const form = atMost(maxFormBytes)
  const handler = ((c, next) => (isForm(c.req.raw) ? form(c, next) : json(c, next))) as typeof json
  schemas.set(handler, { target: 'json', schema })
  return handler
}
