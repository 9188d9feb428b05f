import { signal } from '@preact/signals-react'

/** What a row says of the draft of its ticket. Drafts themselves (composer/drafts.ts) come with the conversation, after the list. */
export const unsent = signal<Record<number, string>>({})
