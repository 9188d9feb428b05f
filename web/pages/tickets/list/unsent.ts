import { signal } from '@preact/signals-react'
import type { ComponentType, ReactNode } from 'react'

/** What a row says of the draft of its ticket. Drafts themselves (composer/drafts.ts) come with the conversation, after the list. */
export const unsent = signal<Record<number, string>>({})
/** What a row says of what is still to leave this browser: it comes with the conversation, too (row-sign.tsx). */
export const lateOfRow = signal<Late | undefined>(undefined)
type Late = {
  Sign: ComponentType<{ id: number }>
  Begun: ComponentType<{ id: number; words: string; said?: ReactNode }>
  /** Whether something that was asked for waits for the draft: then the row of what is on screen shows it, too. */
  waits: (id: number) => boolean
}
