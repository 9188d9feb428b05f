import { signal } from '@preact/signals-react'
import type { Events } from '../../../../src/kernel/context'
import { join, on } from '../../../kit/realtime'

type Presence = Events['presence']['presence']

/** WhatsApp does not always say that somebody stopped. */
const FADES_MS = 20_000

/** What contacts are doing, by ticket. */
export const presences = signal<Record<number, Presence>>({})

const fading = new Map<number, ReturnType<typeof setTimeout>>()
function show({ ticketId: id, presence }: Pick<Events['presence'], 'ticketId' | 'presence'>) {
  clearTimeout(fading.get(id))
  presences.value = { ...presences.value, [id]: presence }
  if (presence !== 'paused')
    fading.set(
      id,
      setTimeout(() => stopsTyping(id), FADES_MS),
    )
}

/** What was being written is there. */
export function stopsTyping(ticketId: number) {
  if (presences.peek()[ticketId]) show({ ticketId, presence: 'paused' })
}

/** Returns how to stop. */
export function watchTyping() {
  const stops = [join('joinTyping'), on('presence', show)]
  return () => stops.forEach(stop => stop())
}
