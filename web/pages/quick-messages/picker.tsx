import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Paperclip } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { fillIn } from '../../../src/flows/text-variables'
import { catalog, type QuickMessage } from '../../catalog'
import { folded } from '../../kit/folded'
import { Link } from '../../kit/link'
import { Popover } from '../../kit/popover'
import { toast } from '../../kit/toast'
import { companyClock } from '../../session'
import { matching } from './matching'
import { Scope } from './scope'
import { words } from './texts'

type Props = {
  /** What the list stands beside. */
  anchor: Element | null
  ticket: { id: number }
  contact: { name: string }
  /** What is looked for: letters may have been typed before this was loaded. */
  search: Signal<string>
  /** Whether Enter was pressed before there was something to choose from. */
  isEntered: Signal<boolean>
  /** The text with its variables filled in, and its file. */
  use: (text: string, file: File | undefined) => void
  close: () => void
  /** Called by a "/": what was typed was text, as a blank says at once, or where nothing is called so. */
  writeOn?: (typed: string) => void
}

/** The stored file of a quick message, as if it had been chosen here. */
async function fileOf({ mediaPath, mediaName, mediaType }: QuickMessage) {
  if (!mediaPath) return undefined
  const response = await fetch(new URL(mediaPath, location.origin).pathname + new URL(mediaPath, location.origin).search)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return new File([await response.blob()], mediaName ?? '', { type: mediaType ?? '' })
}

/** Chooses a quick message for a conversation: search, arrows, Enter; what it will say to this contact is shown. */
export default function QuickMessagePicker({ anchor, ticket, contact, search, isEntered, use, close, writeOn }: Props) {
  useSignals()
  const list = catalog('quickMessages')
  const text = search.value
  const [at, setAt] = useState(0)
  const found = matching(list.items.value, folded(text.trim().replace(/^\//, '')))
  const chosen = found[Math.min(at, found.length - 1)]
  const said = (row: QuickMessage) => fillIn(row.message, { ticket, contact, company: companyClock() })

  async function choose(row: QuickMessage) {
    close()
    const file = await fileOf(row).catch(() => void toast.bad(words('fileFailed')))
    use(said(row), file)
  }
  const isReady = list.loaded.value
  useEffect(() => {
    if (!isReady || !isEntered.peek()) return
    isEntered.value = false
    if (chosen) void choose(chosen)
  }, [isReady])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && !text) {
      event.preventDefault()
      return close()
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const takes = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (by === undefined && !takes) return
    event.preventDefault()
    if (by !== undefined) setAt(now => Math.max(0, Math.min(found.length - 1, now + by)))
    else if (event.nativeEvent.isComposing) return
    else if (chosen) void choose(chosen)
    // No quick message is called so: it is text, which goes on in the field.
    else if (writeOn && isReady && text) writeOn(search.peek())
    else isEntered.value = !isReady
  }
  // Words that no quick message is called by are a sentence that goes on.
  const isText = writeOn !== undefined && isReady && !found.length && text.includes(' ')
  useEffect(() => {
    // With the letters that came since it was drawn.
    if (isText) writeOn?.(search.peek())
  }, [isText])
  const type = (value: string) => {
    if (writeOn && value === ' ') return writeOn(value)
    search.value = value
    setAt(0)
  }
  return (
    <Popover
      anchor={anchor}
      close={close}
      leave={() => (writeOn && search.peek() ? writeOn(search.peek()) : close())}
      label={words('open')}
      side="above"
      width={440}
    >
      <div className="quick-box">
        <input
          className="input"
          // A "/" was typed: the keyboard is open, and what follows is looked for.
          data-autofocus={writeOn ? true : undefined}
          role="combobox"
          aria-label={words('search')}
          placeholder={words('search')}
          aria-expanded
          aria-controls="quick-list"
          aria-activedescendant={chosen && `quick-${chosen.id}`}
          autoComplete="off"
          value={text}
          onChange={event => type(event.currentTarget.value)}
          onKeyDown={keys}
        />
        <div className="pop-list" role="listbox" id="quick-list" aria-label={words('open')}>
          {found.map((row, i) => (
            <button
              key={row.id}
              type="button"
              role="option"
              id={`quick-${row.id}`}
              tabIndex={-1}
              aria-selected={row === chosen}
              className={row === chosen ? 'is-hover' : undefined}
              onMouseMove={() => setAt(i)}
              onClick={() => void choose(row)}
            >
              <b className="font-medium">/{labelOf(row.shortcode)}</b>
              <span className="muted clip">{labelOf(said(row))}</span>
              {row.mediaName && <Paperclip className="icon icon-sm" aria-label={row.mediaName} />}
              <span className="end muted t-meta">
                <Scope row={row} />
              </span>
            </button>
          ))}
        </div>
        {list.loaded.value && !found.length && (
          <p className="help">
            {words(list.items.value.length ? 'none' : 'noneYet')}.{' '}
            <Link className="link-b" href="/quick-messages">
              {words('add')}
            </Link>
          </p>
        )}
        {chosen && <p className="quick-preview">{said(chosen)}</p>}
      </div>
    </Popover>
  )
}
const LABEL = 35
const labelOf = (text: string) => ([...text].length > LABEL ? `${[...text].slice(0, LABEL - 1).join('')}…` : text)
