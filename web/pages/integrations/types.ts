import type { Integration } from '../../catalog'

export type { Integration }

/** One field of a plugin's settings, as JSON Schema with the marks of the plugin API. */
export type FormField = {
  type?: string
  format?: string
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  secret?: boolean
  multiline?: boolean
  options?: Record<string, string>
  reference?: 'queues'
  en?: Words
  es?: Words
}
export type Words = { title?: string; description?: string }

export type Plugin = {
  name: string
  title: string
  aliases: string[]
  version: string
  builtIn: boolean
  canTest: boolean
  /** It is told what the company has set once, in its settings. */
  hasKeys: boolean
  form: { properties: Record<string, FormField>; required: string[] }
}

export type TestResult = { ok: boolean; ms: number; reply: string | null; detail: string | null; raw?: string | null; error: string | null }

/** The types that an integration may have: each plugin's own, and the others that it answers for. */
export const typesOf = (plugins: Plugin[]) => plugins.flatMap(plugin => [plugin.name, ...plugin.aliases])
/** What people call a type: an alias by its own name. */
export const titleOf = (plugin: Plugin | undefined, type: string) => (plugin?.name === type ? plugin.title : type)

export const pluginFor = (plugins: Plugin[], type: string) =>
  plugins.find(plugin => plugin.name === type) ?? plugins.find(plugin => plugin.aliases.includes(type))
