import type { DescribedPlugin, integrations } from '../../../src/modules/integrations'
import type { Integration } from '../../catalog'
import type { Json } from '../../kit/rows'

export type { Integration }
export type Plugin = Json<DescribedPlugin>
/** One field of a plugin's settings, as JSON Schema with the marks of the plugin API. */
export type FormField = Plugin['form']['properties'][string]
export type TestResult = Json<Awaited<ReturnType<typeof integrations.test>>>

/** The types that an integration may have: each plugin's own, and the others that it answers for. */
export const typesOf = (plugins: Plugin[]) => plugins.flatMap(plugin => [plugin.name, ...plugin.aliases])
/** What people call a type: an alias by its own name. */
export const titleOf = (plugin: Plugin | undefined, type: string) => (plugin?.name === type ? plugin.title : type)

export const pluginFor = (plugins: Plugin[], type: string) =>
  plugins.find(plugin => plugin.name === type) ?? plugins.find(plugin => plugin.aliases.includes(type))
