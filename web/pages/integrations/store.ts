import { signal } from '@preact/signals-react'
import { catalog } from '../../catalog'
import { put } from '../../kit/api'
import type { Plugin } from './types'

/** What may answer, as this installation knows it. */
export const plugins = signal<Plugin[]>([])

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
