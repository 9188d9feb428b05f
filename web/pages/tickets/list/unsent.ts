import { signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

/** What a row says of the draft of its ticket. Drafts themselves (composer/drafts.ts) come with the conversation, after the list. */
export const unsent = signal<Record<number, string>>({})
/** What a row says of what is still to leave this browser: it comes with the conversation, too (row-sign.tsx). */
export const rowSign = signal<ComponentType<{ id: number }> | undefined>(undefined)
