import { toJsonSchema } from '@valibot/to-json-schema'
import type { Plugin } from '../plugin'

type Words = { title?: string; description?: string; options?: Record<string, string> }
type FormField = {
  type?: string
  format?: string
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  secret?: boolean
  multiline?: boolean
  /** A setting of the company of that name, which has no field of its own. */
  company?: boolean
  options?: Record<string, string>
  /** The number of a row of the company, which is chosen by its name. */
  reference?: 'queues'
  /** What it is called in other languages than Portuguese. */
  en?: Words
  es?: Words
  [more: string]: unknown
}
/** A plugin's settings as JSON Schema, with the annotations (secret, multiline, options) that the form is rendered from. */
export type Form = { properties: Record<string, FormField>; required: string[] }

export function formOf(settings: Plugin['settings']): Form {
  const { properties = {}, required = [] } = toJsonSchema(settings, { typeMode: 'input', errorMode: 'ignore' })
  return { properties: properties as Form['properties'], required }
}
