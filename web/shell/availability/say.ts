import { put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { user } from '../../session'
import { type Said, sentenceOf } from './state'
import { words } from './texts'

/** Tells colleagues whether one is there. */
export async function sayAvailability(said: Said) {
  try {
    const availability = await put<Said>('/users/me/availability', said)
    if (user.peek()) user.value = { ...user.peek()!, availability }
    toast.ok(words('saved', { state: sentenceOf(availability) }))
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}
export const sayBack = () => sayAvailability({ state: 'available', reason: null, until: null })
