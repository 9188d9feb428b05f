import * as v from 'valibot'
import { Whole } from '#kernel/fields'
import { Reference } from '#kernel/ids'

const text = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(20_000, 'Too Long!'))))
const count = v.optional(Whole(0, 999_999_999))

/** The settings that clients of this family send and read beside the name. */
const fields = {
  jsonContent: text,
  language: text,
  urlN8N: v.pipe(text, v.metadata({ examples: ['https://exemplo.com/robo'] })),
  typebotSlug: text,
  typebotExpires: count,
  typebotDelayMessage: count,
  typebotKeywordFinish: text,
  typebotKeywordRestart: text,
  typebotUnknownMessage: text,
  typebotRestartMessage: text,
}

const LEVELS = 20
/** What is nested much deeper takes seconds to find out that it can't be written down. */
const isShallow = (value: unknown, levels = LEVELS): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every(part => isShallow(part, levels - 1)))
const isShort = (value: Record<string, unknown>) => isShallow(value) && JSON.stringify(value).length <= 100_000

const settings = v.optional(v.pipe(v.record(v.pipe(v.string(), v.maxLength(100)), v.unknown()), v.check(isShort, 'Too Long!')))
const type = v.pipe(v.string('Required'), v.regex(/^[a-z][a-z\d-]{0,39}$/, 'Required'), v.metadata({ examples: ['webhook'] }))

/** A column of every row, and a setting of those whose plugin asks for it. */
const projectName = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200, 'Too Long!'))))

/** `settings` and the fields beside it are one: what the plugin of the type asks for is taken from either. */
export const IntegrationBody = v.object({
  type,
  name: v.pipe(v.string('Required'), v.trim(), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  projectName,
  ...fields,
  settings,
})

/** A try without saving; `id` lends the stored secrets to fields left empty. */
export const TestBody = v.object({
  type,
  id: Reference,
  /** What the customer of the try writes. */
  text: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.maxLength(1_000, 'Too Long!'))),
  projectName,
  ...fields,
  settings,
})

type Fields = v.InferOutput<v.ObjectSchema<typeof fields, undefined>>
export type Given = Fields & { projectName?: string | null; settings?: Record<string, unknown> }

/** The flat fields of a row where its settings say nothing. */
export const FIELD_DEFAULTS = {
  jsonContent: '',
  language: '',
  urlN8N: '',
  typebotSlug: '',
  typebotExpires: 1,
  typebotDelayMessage: 1000,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotUnknownMessage: '',
  typebotRestartMessage: '',
} satisfies Record<keyof typeof fields, string | number>

/** The types that existing clients know: a row of one is kept even where a plugin of the installation cannot be loaded. */
export const KNOWN_TYPES = ['dialogflow', 'n8n', 'webhook', 'typebot']
