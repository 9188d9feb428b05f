import { batch, signal } from '@preact/signals-react'
import { get, put } from '../../kit/api'
import { collection } from '../../kit/collection'
import { on } from '../../kit/realtime'
import type { Integration, Place, Plugin } from './types'

export const list = collection<Integration>({
  path: '/queueIntegration',
  rows: 'queueIntegrations',
  event: 'queueIntegration',
  row: 'queueIntegration',
})
export const plugins = signal<Plugin[]>([])
export const places = { whatsapp: signal<Place[]>([]), queue: signal<Place[]>([]) }
export type PlaceKind = keyof typeof places

/** Loads the page and follows what changes until the returned function is called. */
export function open() {
  void list.find('')
  void Promise.all([get<Plugin[]>('/queueIntegration/plugins'), get<Place[]>('/whatsapp'), get<Place[]>('/queue')]).then(
    ([all, connections, queues]) =>
      batch(() => {
        plugins.value = all
        places.whatsapp.value = connections
        places.queue.value = queues
      }),
    () => (list.failed.value = true),
  )
  const stops = [
    list.follow(),
    on<{ action: string; integrationId?: number }>('queueIntegration', ({ action, integrationId }) => {
      if (action === 'delete' && integrationId) list.remove(integrationId)
    }),
    ...(['whatsapp', 'queue'] as const).map(kind =>
      on<{ action: string } & Partial<Record<PlaceKind, Place>>>(kind, change => {
        const changed = change[kind]
        if (changed) places[kind].value = places[kind].value.map(place => (place.id === changed.id ? { ...place, ...changed } : place))
      }),
    ),
  ]
  return () => stops.forEach(stop => stop())
}

export const keyOf = (kind: PlaceKind, place: Place) => `${kind}-${place.id}`
const kinds = ['queue', 'whatsapp'] as const
export const everyPlace = () => kinds.flatMap(kind => places[kind].value.map(place => ({ kind, place, key: keyOf(kind, place) })))
export const placesOf = (id: number | undefined) => everyPlace().filter(({ place }) => id !== undefined && place.integrationId === id)

/** Makes the integration answer at exactly these places. */
export async function answerAt(id: number, keys: string[]) {
  for (const { kind, place, key } of everyPlace()) {
    const wanted = keys.includes(key)
    if (wanted === (place.integrationId === id)) continue
    const integrationId = wanted ? id : null
    await put(`/${kind}/${place.id}`, { integrationId })
    places[kind].value = places[kind].value.map(one => (one.id === place.id ? { ...one, integrationId } : one))
  }
}
