import { signal } from '@preact/signals-react'

type Prompt = Event & { prompt(): Promise<unknown> }
/** What the browser asks with whether the application is to be installed; nothing where it is, or cannot be. */
export const installing = signal<Prompt | undefined>(undefined)
// A banner of its own over the inbox would come unasked: the account menu has it.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  installing.value = event as Prompt
})
addEventListener('appinstalled', () => (installing.value = undefined))
