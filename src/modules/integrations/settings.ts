import type { Ctx } from '#kernel/context'
import { AppError, invalid } from '#kernel/errors'
import { isSealed, open, seal } from '#kernel/process/seal'
import { FIELD_DEFAULTS, KNOWN_TYPES, type Given } from './body'
import { settings } from '../settings'
import type { Form } from '../../plugins/form'
import type { Plugins } from '../../plugins/host'

type Stored = Record<string, unknown>

/** Which fields a type has of its own, and which of them are never shown again. Without a plugin: the fields that clients send. */
const keysOf = (form: Form | undefined) => Object.keys(ownForm(form)?.properties ?? FIELD_DEFAULTS)
const secretsOf = (form: Form | undefined) => (form ? keysOf(form).filter(key => form.properties[key]!.secret === true) : ['jsonContent'])

/** A form without what the company has set once, for all integrations of the plugin. */
export function ownForm<Given extends Form | undefined>(form: Given): Given {
  if (!form) return form
  const own = Object.entries(form.properties).filter(([, field]) => !field.company)
  return { ...form, properties: Object.fromEntries(own), required: form.required.filter(key => !form.properties[key]!.company) }
}
const companyKeys = (plugins: Plugins, type: string) =>
  Object.entries(plugins.of(type)?.form.properties ?? {}).flatMap(([key, { company }]) => (company ? key : []))

/** With the company's own settings that the plugin is told. Throws while one of them is missing. */
export async function complete(ctx: Ctx, plugins: Plugins, type: string, own: Stored): Promise<Stored> {
  const keys = companyKeys(plugins, type)
  if (!keys.length) return own
  const ofCompany = await settings.toldTo(ctx, plugins.of(type)!.name)
  if (keys.some(key => !ofCompany[key])) throw new AppError('ERR_PLUGIN_KEYS', 400)
  return { ...own, ...ofCompany }
}

const opened = (value: unknown, secret: string): unknown => (isSealed(value) ? JSON.parse(open(value, secret)) : value)

/**
 * What was given, over what is stored. A secret field left empty keeps its value, null clears it. Clients that change a flat field
 * send the settings as they were read: so the flat one counts where it says something new.
 */
function merged(plugins: Plugins, type: string, { settings, ...fields }: Given, stored: Stored): Stored {
  const form = plugins.of(type)?.form
  const secrets = secretsOf(form)
  const shown = (key: string) => (secrets.includes(key) ? '' : (stored[key] ?? (FIELD_DEFAULTS as Stored)[key]))
  const changed = Object.entries(fields).filter(([key, value]) => value !== undefined && String(value ?? '') !== String(shown(key) ?? ''))
  const given: Stored = { ...fields, ...settings, ...Object.fromEntries(changed) }
  const entries = keysOf(form).map(key => {
    const value = secrets.includes(key) && given[key] === '' ? undefined : given[key]
    return [key, value === undefined ? opened(stored[key], plugins.secret) : value]
  })
  const values: Stored = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null))
  const kept = secrets.filter(key => isSealed(stored[key]) && (given[key] === undefined || given[key] === ''))
  if (!kept.length || !isMoved(form, stored, values)) return values
  // Clients that know of no key change the flat address alone: it is forgotten then. A form of the settings has a field for it.
  const asked = kept.filter(key => settings?.[key] === '')
  if (asked.length && !changed.length)
    throw invalid(Object.fromEntries(asked.map(key => [key, ['Informe a chave de novo: o endereço mudou']])))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !kept.includes(key)))
}

/** Whether an address leads to another host than before: a key that is never shown again is sent to none that it was not given for. */
function isMoved(form: Form | undefined, before: Stored, after: Stored) {
  const hostOf = (address: unknown) => (typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : '')
  const addresses = Object.entries(form?.properties ?? {}).filter(([, { format }]) => format === 'uri')
  return addresses.some(([key, { default: usual }]) => hostOf(after[key] ?? usual) !== hostOf(before[key] ?? usual))
}

/** Settings as a row keeps them: what the plugin accepts, with its secrets sealed. */
export async function packed(ctx: Ctx, plugins: Plugins, type: string, given: Given, stored: Stored = {}): Promise<Stored> {
  const isKnown = plugins.of(type) !== undefined || KNOWN_TYPES.includes(type)
  if (!isKnown) throw invalid({ type: ['noPlugin'] })
  const values = merged(plugins, type, given, stored)
  await mustAccept(ctx, plugins, type, values)
  const secrets = secretsOf(plugins.of(type)?.form)
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      secrets.includes(key) && value !== '' ? seal(JSON.stringify(value), plugins.secret) : value,
    ]),
  )
}

/** Throws when the plugin does not accept the settings. */
export async function mustAccept(ctx: Ctx, plugins: Plugins, type: string, settings: Stored) {
  const issues = await plugins.of(type)?.forCompany(ctx.companyId).issues(settings)
  // Those of the company are asked for where they are set.
  const own = Object.entries(issues ?? {}).filter(([key]) => !companyKeys(plugins, type).includes(key))
  if (own.length) throw invalid(Object.fromEntries(own))
}

/** Settings as the plugin is given them. */
export function unpacked(plugins: Plugins, type: string, stored: Stored, given: Given = {}): Stored {
  if (!plugins.of(type)) throw new AppError('ERR_NO_PLUGIN_FOUND', 400)
  return merged(plugins, type, given, stored)
}

/** What clients see of stored settings: secrets as '', and which of them are set. */
export function shownSettings(plugins: Plugins, type: string, stored: Stored) {
  const form = plugins.of(type)?.form
  const secrets = secretsOf(form)
  const values = Object.fromEntries(keysOf(form).flatMap(key => (key in stored ? [[key, secrets.includes(key) ? '' : stored[key]]] : [])))
  const flat = Object.fromEntries(
    Object.entries(FIELD_DEFAULTS).map(([key, value]) => [key, values[key] ?? value]),
  ) as typeof FIELD_DEFAULTS
  return { ...flat, settings: values, secrets: secrets.filter(key => isSealed(stored[key])) }
}
