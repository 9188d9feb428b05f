import { signal } from '@preact/signals-react'
import { on } from '../kit/realtime'

/** Why the server can store nothing at the moment, as a code. */
export const storageTrouble = signal<string | null>(null)

on('ready', () => (storageTrouble.value = null))
on<{ trouble: string | null }>('storage', ({ trouble }) => (storageTrouble.value = trouble))
