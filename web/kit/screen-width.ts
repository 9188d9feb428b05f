import { signal } from '@preact/signals-react'

const watch = (query: string) => {
  const list = matchMedia(query)
  const matches = signal(list.matches)
  list.addEventListener('change', event => (matches.value = event.matches))
  return matches
}
/** Below 600 px: one pane, bottom bar. */
export const phone = watch('(max-width: 599px)')
/** From 1200 px: the drawer stands open. */
export const wide = watch('(min-width: 1200px)')
/** From 1440 px: drawer and contact pane fit side by side. */
export const roomy = watch('(min-width: 1440px)')
