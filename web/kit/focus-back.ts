import { useEffect, useRef } from 'react'

/** Inside a popover that a key opened: who was at work elsewhere is there again when it closes, and not at the button that it stands beside. */
export function useFocusBack(otherwise: () => void) {
  const { current: before } = useRef(document.activeElement as HTMLElement | null)
  const latest = useRef(otherwise)
  latest.current = otherwise
  useEffect(
    () => () =>
      // After the popover, which gives the focus to its button.
      void setTimeout(() => {
        const { activeElement } = document
        if (activeElement !== document.body && !activeElement?.matches('[aria-haspopup]')) return
        if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true })
        else latest.current()
      }),
    [],
  )
}
