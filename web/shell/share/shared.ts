import { signal } from '@preact/signals-react'
import { type Shared, SHARED, takeShared } from '../../shared'
import { beforeSignOut } from '../../session'

/** What another application shared, until it is known with whom. */
export const shared = signal<Shared | undefined>(undefined)

// Without https there is no service worker, and nothing that it could have laid down.
if ('caches' in globalThis) {
  takeShared().then(
    taken => (shared.value = taken),
    () => {},
  )
  beforeSignOut.add(() => caches.delete(SHARED).catch(() => {}))
}
