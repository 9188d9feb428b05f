import { effect, signal } from '@preact/signals-react'
import { connected, on } from '../kit/realtime'

/** Why the server can store nothing at the moment, as a code. */
export const storageTrouble = signal<string | null>(null)

// A server that has trouble says so after its first words.
effect(() => {
  if (connected.value) storageTrouble.value = null
})
on('storage', ({ trouble }) => (storageTrouble.value = trouble))
