import type { ErrorCode } from '../../src/error-codes'
import type { FieldMessage } from '../../src/field-messages'

/** A text for every code of the server and every message of a field, no more and no fewer; and what goes wrong before there is an answer. */
export type ErrorKey = `error.${ErrorCode | 'ERR_OFFLINE' | 'unknown'}` | `field.${FieldMessage}`
