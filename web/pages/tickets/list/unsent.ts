import { signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

/** What a row says of the draft of its ticket. Drafts themselves (composer/drafts.ts) come with the conversation, after the list. */
export const unsent = signal<Record<number, string>>({})
/** What a row says of what is still to leave this browser: it comes with the conversation, too (row-sign.tsx). */
export const lateOfRow = signal<{ Sign: ComponentType<{ id: number }>; Begun: ComponentType<{ words: string }> } | undefined>(undefined)
