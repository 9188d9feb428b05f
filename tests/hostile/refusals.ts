import { said, type ErrorCode } from '#kernel/errors'
import { ERRORS } from '../../src/error-codes'

type Refusal = { error: string; code?: string; details?: unknown }
const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** The code of a refusal, or undefined when it is none of the catalogue, or says something else than the catalogue does. */
export function reasonIn(text: string): ErrorCode | undefined {
  const { error, code = error, details } = JSON.parse(text) as Refusal
  return isKnown(code) && said({ code, details }, ERRORS).error === error ? code : undefined
}
