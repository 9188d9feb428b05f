import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { keycaps, keysOf } from './keys'
import { Pop, type TriggerProps } from './popover'

export type Item =
  /** `shortcut` is what its key is named by, `keys` what is said of others. */
  | {
      icon?: ReactNode
      label: string
      shortcut?: string
      keys?: string
      danger?: boolean
      checked?: boolean
      toggles?: boolean
      run: () => void
    }
  | 'line'
  | false
  | null
  | undefined

/** Items of a menu, with arrows, Home, End and the first letter, which goes on to the next that begins so. */
export function MenuItems({ items, close }: { items: Item[]; close: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  // They may come after the popover that took the focus.
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    const now = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: (now + 1) % all.length, ArrowUp: (now - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key]
    const further = [...all.slice(now + 1), ...all.slice(0, now + 1)]
    const letter =
      event.key.length === 1 ? further.find(item => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase())) : undefined
    const target = to === undefined ? letter : all[to]
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  return (
    <div ref={list} className="pop-list" onKeyDown={move}>
      {items.map((item, i) => {
        if (!item) return null
        if (item === 'line') return <div key={i} role="separator" className="pop-line" />
        const keys = item.shortcut ? keycaps(keysOf(item.shortcut) ?? '').join(' ') : item.keys
        return (
          <button
            key={i}
            type="button"
            role={item.checked === undefined ? 'menuitem' : item.toggles ? 'menuitemcheckbox' : 'menuitemradio'}
            aria-checked={item.checked}
            className={item.danger ? 'text-error' : undefined}
            onClick={() => {
              close()
              item.run()
            }}
          >
            {item.icon}
            <span className="clip">{item.label}</span>
            {(keys || item.checked) && <span className="end">{item.checked ? '✓' : <kbd className="kbd">{keys}</kbd>}</span>}
          </button>
        )
      })}
    </div>
  )
}

/** A button with a menu. */
export const Menu = ({ items, ...props }: Omit<TriggerProps, 'children' | 'role'> & { items: Item[] }) => (
  <Pop {...props} role="menu">
    {close => <MenuItems items={items} close={close} />}
  </Pop>
)
