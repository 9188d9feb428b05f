import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** A link within the application. Not wouter's, each of which hears of every change of the address and is drawn anew: a list has dozens. */
export function Link({ onClick, state, ...rest }: ComponentProps<'a'> & { href: string; state?: string }) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    // A new tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button) return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    navigate(rest.href, { state })
  }
  return <a {...rest} onClick={go} />
}
