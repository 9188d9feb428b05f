import { useLayoutEffect } from 'react'

/**
 * What the page is like, as an attribute of the body, for styles of what stands around it and beside it. Asked with `:has()`, whatever holds
 * the page would have Chromium look through it for each letter and each message.
 */
export function useBodyAttribute(name: 'drawer' | 'pane', value: string) {
  useLayoutEffect(() => {
    document.body.dataset[name] = value
    return () => void delete document.body.dataset[name]
  }, [name, value])
}
