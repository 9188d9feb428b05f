import { writes } from '../../../kit/keys'
import { phone } from '../../../kit/screen-width'

let field: HTMLTextAreaElement | null = null
let of: number | undefined

/** The field of the answer on screen, and of which conversation it is; none while a ticket is only looked at. */
export const setComposer = (element: HTMLTextAreaElement | null, id?: number) => ([field, of] = [element, id])
export const composerField = () => field
export const isWritten = (id: number) => field !== null && of === id

/** Back to the answer after something was done beside it. On a phone that would open the keyboard over what was done. */
export const focusComposer = () => {
  if (!phone.peek()) field?.focus({ preventScroll: true })
}

/** The same once a box that closes has given the focus back to where it was opened; whoever asked for another box meanwhile writes in that. */
export const focusComposerSoon = () => setTimeout(() => !writes(document.activeElement) && focusComposer())
