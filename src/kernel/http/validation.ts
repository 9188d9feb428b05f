import type { MiddlewareHandler, ValidationTargets } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import { AppError, invalid } from '../errors'
import { bodyCame } from './after-body'
import { withJson } from './json-body'
import { type BodyBounds, JSON_BODY, TOLD, TOLD_VALUES, UPLOAD_BYTES } from './limits'
import { saidOfMissing } from './missing-keys'
import type { Env } from './router'

type Validates<T extends string, S extends v.GenericSchema> = MiddlewareHandler<
  Env,
  string,
  { in: { [K in T]: v.InferInput<S> }; out: { [K in T]: v.InferOutput<S> } }
>

/** `values`: how many of them there are; each thing that is wrong with one costs as much as many that are right. */
export function parse<S extends v.GenericSchema>(schema: S, value: unknown, values = 1): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: values > TOLD_VALUES })
  if (!result.success) throw invalid(v.flatten(saidOfMissing(schema, result.issues.slice(0, TOLD) as typeof result.issues)).nested)
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

const schemas = new WeakMap<object, { target: string; schema: v.GenericSchema }>()
/** The schema that a handler validates with, for OpenAPI. */
export const validates = (handler: object) => schemas.get(handler)

/** A body is read where its route reads it, which is after authentication. */
const json =
  (schema: v.GenericSchema, bounds: BodyBounds): MiddlewareHandler<Env> =>
  async (c, next) => {
    const request = c.req.raw
    if (isOtherThanJson(request)) throw invalid(undefined, 415)
    const work = async ({ value, values }: typeof NO_BODY) => {
      await bodyCame(request)
      c.req.addValidatedData('json', parse(schema, value, values) as object)
      await next()
    }
    const { ctx, bodies, turn = (work: () => Promise<void>) => work() } = c.var
    // The first that reads a body takes the turn.
    c.set('turn', undefined)
    if (!request.headers.has('content-type')) return turn(() => work(NO_BODY))
    await withJson(request, bounds, { holding: bodies, companyId: ctx.companyId, turn }, work)
  }
const NO_BODY = { value: {} as unknown, values: 1 }

/** Parses one part of the request or throws; unlike @hono/valibot-validator it adds no 400 body to the client's response type. */
export function valid<T extends keyof ValidationTargets, S extends v.GenericSchema>(target: T, schema: S, bounds = JSON_BODY) {
  const handler = (target === 'json' ? json(schema, bounds) : validator(target, value => parse(schema, value))) as Validates<T, S>
  schemas.set(handler, { target, schema })
  return handler
}

/** A form of files, which its handler reads by itself (media/uploaded-form): one that says to be too large is refused at once. */
export const takesForm: MiddlewareHandler<Env> = async (c, next) => {
  if (Number(c.req.header('content-length')) > UPLOAD_BYTES) throw new AppError('ERR_BODY_TOO_LARGE', 413)
  await next()
}

/** A body in JSON, or else a form of files: what is valid is there for JSON alone. */
export function validUnlessForm<S extends v.GenericSchema>(schema: S, form: Form, bounds = JSON_BODY) {
  const json = valid('json', schema, bounds)
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
/** Whether one of these handlers reads the body of the request as JSON. */
export const bringsJson = (request: Request, handlers: object[]) =>
  request.body !== null && !isForm(request) && handlers.some(handler => schemas.get(handler)?.target === 'json')
/** Whether the request brings files to one of these handlers, and does not only say so. */
export const bringsForm = (request: Request, handlers: object[]) =>
  isForm(request) && request.body !== null && handlers.some(handler => forms.has(handler))
