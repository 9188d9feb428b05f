import type { Preferences } from '../../src/modules/users'
import { put } from '../kit/api'
import { toastError } from '../kit/errors'
import { user } from '../session'

const hold = (change: Partial<Preferences>) => {
  const me = user.peek()
  if (me) user.value = { ...me, preferences: { ...me.preferences, ...change } }
}

let saving = Promise.resolve()
/** Holds here at once and at the server as soon as what was chosen before is saved; what it refuses holds no longer. */
export function prefer(change: Partial<Preferences>): Promise<void> {
  const before = user.peek()?.preferences
  hold(change)
  saving = saving.then(() =>
    put<Preferences>('/users/me/preferences', change).then(
      () => {},
      (error: unknown) => {
        if (before) hold(Object.fromEntries(Object.keys(change).map(key => [key, before[key as keyof Preferences]])))
        toastError(error)
      },
    ),
  )
  return saving
}
