import * as v from 'valibot'
import type { TalkStep } from '../../../src/modules/ticket-bots'
import { post, put } from '../../kit/api'
import { form } from '../../kit/form'
import { answerAt, placesOf } from './store'
import { tried } from './trial'
import type { Integration, Plugin } from './types'

const isNumber = (type: string | undefined) => type === 'number' || type === 'integer'

/** The form of one integration: its name, where it answers, and what the plugin's schema asks for. */
export function draft(plugin: Plugin, type: string, row: Integration | undefined, told: (row: Integration) => void) {
  const { properties, required } = plugin.form
  const kept = (key: string) => Boolean(row?.secrets.includes(key))
  const must = (key: string) => required.includes(key) && properties[key]!.type !== 'boolean' && !kept(key)
  const schema = v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
    where: v.array(v.string()),
    ...Object.fromEntries(
      Object.keys(properties).map(key => [key, must(key) ? v.pipe(v.string('Required'), v.nonEmpty('Required')) : v.unknown()]),
    ),
  })
  const initial = {
    name: row?.name ?? '',
    where: placesOf(row?.id).map(({ key }) => key),
    ...Object.fromEntries(
      Object.entries(properties).map(([key, { type, default: preset, enum: choices }]) => {
        // A choice that must be made has no empty one, and begins with what it shows.
        const first = required.includes(key) ? choices?.[0] : undefined
        const value = row?.settings[key] ?? preset ?? first ?? (type === 'boolean' ? false : '')
        return [key, type === 'boolean' ? value : String(value)]
      }),
    ),
  }
  // What was made stays made when the rest of it fails: saved again, it is changed.
  let known = row
  const edit = form(schema, initial, async values => {
    const body = { type, name: values.name, settings: settings() }
    known = await (known ? put<Integration>(`/queueIntegration/${known.id}`, body) : post<Integration>('/queueIntegration', body))
    told(known)
    await answerAt(known.id, values.where)
  })

  /** Numbers as numbers; what was left empty is left out, so that the plugin's own default holds. */
  function settings() {
    const values: Record<string, unknown> = edit.values.peek()
    const entries = Object.entries(properties).map(([key, { type, secret }]) => {
      const value = values[key]
      if (value === '' && secret) return [key, '']
      if (value === '') return [key, required.includes(key) ? '' : null]
      return [key, isNumber(type) && !Number.isNaN(Number(value)) ? Number(value) : value]
    })
    return Object.fromEntries(entries) as Record<string, unknown>
  }

  const asItStands = () => ({ type: plugin.name, id: known?.id, settings: settings() })
  const tryOut = (text: string) => tried(edit.errors, '/queueIntegration/testSession', { ...asItStands(), text: text.trim() || undefined })
  const talk = (said: object) => tried<TalkStep>(edit.errors, '/bots/talk/integration', { ...asItStands(), ...said })
  return { edit, tryOut, talk, kept }
}
