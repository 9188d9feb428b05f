import { signal } from '@preact/signals-react'

type Wanted = { ticketId: number; text: string }
/** What is looked for in a conversation as it opens: the rest of what a search found in it. */
export const wantedWords = signal<Wanted | undefined>(undefined)
