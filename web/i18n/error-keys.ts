import type { ErrorCode } from '../../src/error-codes'
import type { FieldMessage } from '../../src/field-messages'

/** A text for every code of the server and every message of a field, no more and no fewer. */
export type ErrorKey = `error.${ErrorCode}` | `field.${FieldMessage}`
