import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from './i18n'
import { inLayer, keycaps, keysOf, useShortcut } from './keys'
import { close, stay, type Toast, toasts, wait } from './toast'

/** Over which head notices stand while the keyboard of a phone may be up: that of a conversation, or below what is said above it, which may come meanwhile. */
function useHead(isShown: boolean) {
  const [head, setHead] = useState<'head' | 'banner'>()
  useLayoutEffect(() => {
    if (!isShown) return
    const look = () => {
      const writes = document.activeElement?.matches('#root :is(textarea, input)')
      setHead(writes ? (document.querySelector('.panel > .banner') ? 'banner' : 'head') : undefined)
    }
    look()
    const watch = new MutationObserver(look)
    const panel = document.querySelector('.panel')
    if (panel) watch.observe(panel, { childList: true })
    for (const event of ['focusin', 'focusout']) addEventListener(event, look)
    return () => {
      watch.disconnect()
      for (const event of ['focusin', 'focusout']) removeEventListener(event, look)
    }
  }, [isShown])
  return head
}

export function Toaster() {
  useSignals()
  const act = (entry: Toast) => {
    close(entry, true)
    entry.action?.act()
  }
  // One is on screen at a time; an undo below it comes back for the rest of its time.
  const shown = toasts.value.slice(-1)
  const head = useHead(shown.length > 0)
  // The key undoes what the notice on screen tells of, and nothing below one that cannot be undone.
  const undoable = shown.find(entry => entry.action?.shortcut)
  useShortcut('undo', () => undoable && act(undoable), Boolean(undoable))
  // What lies over the page makes all else inert: notices stand beside it.
  return createPortal(
    <div className="toaster" data-over={head} role="region" aria-label={t('common.notices')}>
      <div role="status" className="sr-only">
        {toasts.value.filter(entry => entry.tone !== 'bad').at(-1)?.text}
      </div>
      {shown.map(entry => (
        <div
          key={entry.id}
          className={`toast-b ${entry.tone}`}
          role={entry.tone === 'bad' ? 'alert' : undefined}
          // Its buttons take no focus: without the soft keyboard of a phone the notice would stand elsewhere before the finger is lifted.
          // Nor does it where something lies over the page, which keeps its own.
          onMouseDown={event => (inLayer() || (event.target as Element).closest('button')) && event.preventDefault()}
          onMouseEnter={() => stay(entry)}
          onMouseLeave={() => wait(entry, Math.min(entry.lasts, 3_000))}
        >
          {entry.tone === 'ok' ? <CircleCheck className="icon" aria-hidden /> : <CircleAlert className="icon" aria-hidden />}
          <span>{entry.text}</span>
          <div className="ml-auto flex">
            {entry.action && (
              <button className="btn btn-sm" onClick={() => act(entry)}>
                {entry.action.label}{' '}
                {entry.action.shortcut && <kbd className="kbd">{keycaps(keysOf(entry.action.shortcut) ?? '').join(' ')}</kbd>}
              </button>
            )}
            {!entry.action?.shortcut && (
              <button className="btn btn-icon btn-sm" aria-label={t('common.close')} onClick={() => close(entry)}>
                <X className="icon" aria-hidden />
              </button>
            )}
          </div>
        </div>
      ))}
    </div>,
    document.body,
  )
}
