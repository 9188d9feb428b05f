import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useState } from 'react'
import { roomy, wide } from '../../../kit/screen-width'
import { foldDrawer } from '../../../shell/shell'

const KEY = 'contactPane'

/** Whether the contact is seen, and stands as a column of its own beside the conversation, for which the drawer gives its room. */
export function useContactDock(isThere: boolean) {
  useSignals()
  const [isOpen, setOpen] = useState(() => localStorage.getItem(KEY) === 'open')
  const isDocked = wide.value && isOpen && isThere
  useEffect(() => {
    foldDrawer.value = isDocked && !roomy.value
    return () => {
      foldDrawer.value = false
    }
  }, [isDocked, roomy.value])
  useEffect(() => {
    if (!wide.value) setOpen(false)
  }, [wide.value])
  const toggle = useCallback(() => {
    setOpen(!isOpen)
    localStorage.setItem(KEY, isOpen ? 'closed' : 'open')
  }, [isOpen])
  return { isOpen, isDocked, toggle, hide: () => setOpen(false) }
}
