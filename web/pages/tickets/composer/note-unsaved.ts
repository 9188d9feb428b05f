import { toastError } from '../../../kit/errors'
import { toast } from '../../../kit/toast'
import { isWithoutLine } from '../deferred-verbs'
import { words } from './texts'

const SAID_MS = 6_000

/** Why a note was not saved. Unlike a message it does not wait for the line: its words stay in their field, and in the draft. */
export async function sayUnsaved(error: unknown) {
  if (await isWithoutLine(error)) toast.bad(words('noteCut'), SAID_MS)
  else toastError(error)
}
