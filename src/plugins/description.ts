import * as v from 'valibot'
import { API_VERSION, EVENT_TYPES, type Happened, type Plugin } from '../plugin'
import { formOf, type Form } from './form'

/** Metadata of a plugin, known without running it. */
export type Description = {
  name: string
  title: string
  aliases: string[]
  version: string
  canTest: boolean
  hosts: string[]
  apology: Plugin['apology']
  events: Happened['type'][]
  form: Form
}

/** Fields that every integration has beside its settings. */
const RESERVED = ['id', 'type', 'name', 'text', 'settings', 'where']

const HOST = /^(\*|(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*|setting:\w+)$/

const Words = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))
const Fields = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z\d-]{0,39}$/)),
  version: v.string(),
  api: v.literal(API_VERSION, `is for another version of the plugin API than ${API_VERSION}`),
  title: v.optional(v.string()),
  aliases: v.optional(v.array(v.string())),
  hosts: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(HOST, 'is neither a host name, nor setting:field, nor *'))), v.maxLength(50)),
  ),
  settings: v.pipe(
    v.looseObject({ type: v.literal('object'), entries: v.record(v.string(), v.unknown()) }),
    v.check(({ entries }) => !RESERVED.some(key => key in entries), `may not have one of the fields ${RESERVED.join(', ')}`),
  ),
  apology: v.optional(v.object({ pt: Words, en: Words, es: Words })),
  reply: v.function(),
  events: v.optional(v.pipe(v.array(v.picklist(EVENT_TYPES, `is none of ${EVENT_TYPES.join(', ')}`)), v.maxLength(EVENT_TYPES.length))),
  heard: v.optional(v.function()),
  test: v.optional(v.function()),
})
const Shape = v.pipe(
  Fields,
  v.forward(
    v.check(
      ({ hosts = [], settings }) => hosts.every(host => !host.startsWith('setting:') || host.slice('setting:'.length) in settings.entries),
      'has a setting: that is no field of settings',
    ),
    ['hosts'],
  ),
  v.forward(
    v.check(({ events = [], heard }) => events.length > 0 === Boolean(heard), 'needs heard(event, settings, host), and heard needs events'),
    ['events'],
  ),
)

/** The default export of a module, validated as a plugin. Throws what is wrong with it. */
export function pluginOf(module: { default?: unknown }): Plugin {
  const result = v.safeParse(Shape, module.default)
  if (result.success) return module.default as Plugin
  const [issue] = result.issues
  const place = v.getDotPath(issue) ?? 'the default export'
  throw new Error(`not a plugin: ${place} ${issue.received === 'undefined' ? 'is missing' : issue.message}`)
}

export const describe = ({
  name,
  title = name,
  aliases = [],
  version,
  test,
  hosts = ['*'],
  apology,
  events = [],
  settings,
}: Plugin): Description => ({
  name,
  title,
  aliases,
  version,
  canTest: Boolean(test),
  hosts,
  apology,
  events,
  form: formOf(settings),
})

/** Issues of settings by field; undefined when they are valid. */
export function issuesOf({ settings }: Plugin, given: unknown) {
  const result = v.safeParse(settings, given)
  if (result.success) return undefined
  const details: Record<string, [string, ...string[]]> = {}
  for (const issue of result.issues) {
    // What is left out altogether is as empty as an empty field.
    const message = issue.type === 'object' && issue.received === 'undefined' ? 'Required' : issue.message
    const field = v.getDotPath(issue)
    if (field) details[field] = [...(details[field] ?? []), message] as [string, ...string[]]
  }
  return details
}
