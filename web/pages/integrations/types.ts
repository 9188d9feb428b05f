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
  form: { properties: Record<string, FormField>; required: string[] }
}

export type Integration = {
  id: number
  type: string
  name: string
  settings: Record<string, unknown>
  /** The fields whose secret is stored; it is never sent here. */
  secrets: string[]
  lastAt: string | null
  lastError: string | null
}

/** A connection or queue, and the integration that answers there. */
export type Place = { id: number; name: string; color?: string; integrationId: number | null }

export type TestResult = { ok: boolean; ms: number; reply: string | null; detail: string | null; error: string | null }

export const pluginFor = (plugins: Plugin[], type: string) =>
  plugins.find(plugin => plugin.name === type) ?? plugins.find(plugin => plugin.aliases.includes(type))
