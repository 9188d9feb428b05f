import type { MiddlewareHandler, ValidationTargets } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import { AppError, invalid } from '../errors'
import { JSON_BYTES, JSON_LIST, JSON_VALUES, UPLOAD_BYTES } from './limits'
import { saidOfMissing } from './missing-keys'
import type { Env } from './router'

type Validates<T extends string, S extends v.GenericSchema> = MiddlewareHandler<
  Env,
  string,
  { in: { [K in T]: v.InferInput<S> }; out: { [K in T]: v.InferOutput<S> } }
>

export function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (!result.success) throw invalid(v.flatten(saidOfMissing(schema, result.issues)).nested)
  return result.output
}

export const isForm = (request: Request) => /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/** Body limit: refuses by Content-Length at once, else as soon as so many bytes were read (413). */
export const atMost = (bytes: number): MiddlewareHandler<Env> =>
  bodyLimit({
    maxSize: bytes,
    onError() {
      throw new AppError('ERR_BODY_TOO_LARGE', 413)
    },
  })

/** A body of another type would be parsed as an empty one, and an empty change answered with success. */
const isOtherThanJson = ({ body, headers }: Request) =>
  body !== null && !/^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')

/**
 * Refuses what is small in bytes and large in values before a schema looks at each of them, and a NUL, at which the database ends a text that
 * others read to its end. Without recursion: a body may be deep.
 */
function mustBeSound(body: unknown) {
  const open = [body]
  for (let seen = 1; open.length; seen++) {
    const value = open.pop()
    if (typeof value === 'string' && value.includes('\0')) throw invalid(undefined)
    if (typeof value !== 'object' || value === null) continue
    const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (inner.length > (Array.isArray(value) ? JSON_LIST : JSON_VALUES) || seen + open.length + inner.length > JSON_VALUES)
      throw new AppError('ERR_BODY_TOO_LARGE', 413)
    for (const one of inner) open.push(one)
  }
}

const schemas = new WeakMap<object, { target: string; schema: v.GenericSchema }>()
/** The schema that a handler validates with, for OpenAPI. */
export const validates = (handler: object) => schemas.get(handler)

/**
 * Parses one part of the request or throws; unlike @hono/valibot-validator it adds no 400 body to the client's response type.
 * The limit applies where the body is read, which is after authentication.
 */
export function valid<T extends keyof ValidationTargets, S extends v.GenericSchema>(target: T, schema: S, maxBytes = JSON_BYTES) {
  const parsed = validator(target, value => {
    if (target === 'json') mustBeSound(value)
    return parse(schema, value)
  }) as MiddlewareHandler<Env>
  const measured = atMost(maxBytes)
  const body: MiddlewareHandler<Env> = (c, next) => {
    if (isOtherThanJson(c.req.raw)) throw invalid(undefined, 415)
    return measured(c, async () => void (await parsed(c, next)))
  }
  const handler = (target === 'json' ? body : parsed) as unknown as Validates<T, S>
  schemas.set(handler, { target, schema })
  return handler
}

/** A form of files, which its handler reads by itself (media/uploaded-form): one that says to be too large is refused at once. */
export const takesForm: MiddlewareHandler<Env> = async (c, next) => {
  if (Number(c.req.header('content-length')) > UPLOAD_BYTES) throw new AppError('ERR_BODY_TOO_LARGE', 413)
  await next()
}

/** A body in JSON, or else a form of files: what is valid is there for JSON alone. */
export function validUnlessForm<S extends v.GenericSchema>(schema: S, form: Form) {
  const json = valid('json', schema)
  const handler = ((c, next) => (isForm(c.req.raw) ? takesForm(c, next) : json(c, next))) as typeof json
  schemas.set(handler, { target: 'json', schema })
  forms.set(handler, form)
  return handler
}

/** What a form of files holds: the field of the files, and the schema of those beside it. */
type Form = { files: string; fields?: v.GenericSchema; isOnlyBody?: true }
const forms = new WeakMap<object, Form>([[takesForm, { files: 'file', isOnlyBody: true }]])
/** The form that a handler takes, for OpenAPI. */
export const formOf = (handler: object) => forms.get(handler)
/** Whether the request brings files to one of these handlers, and does not only say so. */
export const bringsForm = (request: Request, handlers: object[]) =>
  isForm(request) && request.body !== null && handlers.some(handler => forms.has(handler))
