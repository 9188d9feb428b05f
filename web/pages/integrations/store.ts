import { signal } from '@preact/signals-react'
import { integrationApi } from '../../../src/modules/integrations/api'
import { catalog } from '../../catalog'
import { get, put } from '../../kit/api'
import { collection } from '../../kit/collection'
import type { Integration, Plugin } from './types'

export const list = collection<Integration>({ api: integrationApi })
export const plugins = signal<Plugin[]>([])
export type PlaceKind = 'whatsapp' | 'queue'

/** Loads the page and follows what changes until the returned function is called. */
export function open() {
  void list.find('')
  void get<Plugin[]>('/queueIntegration/plugins').then(
    all => (plugins.value = all),
    () => (list.failed.value = true),
  )
  return list.follow()
}

const places = { queue: () => catalog('queues'), whatsapp: () => catalog('connections') }
const kinds = ['queue', 'whatsapp'] as const
/** The queues and connections, where an integration answers. */
export const everyPlace = () =>
  kinds.flatMap(kind =>
    places[kind]().items.value.map(({ id, name, integrationId, ...row }) => ({
      kind,
      place: { id, name, integrationId, color: 'color' in row ? row.color : undefined },
      key: `${kind}-${id}`,
    })),
  )
export const placesOf = (id: number | undefined) => everyPlace().filter(({ place }) => id !== undefined && place.integrationId === id)

/** Makes the integration answer at exactly these places. */
export async function answerAt(id: number, keys: string[]) {
  for (const { kind, place, key } of everyPlace()) {
    const wanted = keys.includes(key)
    if (wanted === (place.integrationId === id)) continue
    const integrationId = wanted ? id : null
    await put(`/${kind}/${place.id}`, { integrationId })
    for (const row of places[kind]().items.peek())
      if (row.id === place.id) (places[kind]().put as (row: object) => void)({ ...row, integrationId })
  }
}
