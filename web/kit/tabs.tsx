import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

type Props<Name extends string> = {
  /** What the tabs are of; the beginning of their ids and of those of the panels. */
  id: string
  label: string
  tabs: { name: Name; label: ReactNode }[]
  chosen: Name
  choose: (name: Name) => void
  className?: string
}

const middleOf = (box: Element) => {
  const { left, width } = box.getBoundingClientRect()
  return left + width / 2
}

/** Tabs of a page or a sheet; the arrows walk them. Each has a panel, `panelOf`. */
export function Tabs<Name extends string>({ id, label, tabs, chosen, choose, className = 'tabs-line' }: Props<Name>) {
  // A phone has no room for all of them, and the ends of its row fade: whenever it is known how wide they are, and the row.
  useEffect(() => {
    const tab = document.getElementById(`${id}-tab-${chosen}`)
    const row = tab?.parentElement
    if (!row) return
    const sizes = new ResizeObserver(() => (row.scrollLeft += middleOf(tab) - middleOf(row)))
    for (const box of [row, tab]) sizes.observe(box)
    return () => sizes.disconnect()
  }, [id, chosen, tabs.length])
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const next = (tabs.findIndex(({ name }) => name === chosen) + by + tabs.length) % tabs.length
    choose(tabs[next]!.name)
    ;(event.currentTarget.children[next] as HTMLElement).focus()
  }
  return (
    <div className={className} role="tablist" aria-label={label} onKeyDown={walk}>
      {tabs.map(tab => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.name}`}
          aria-selected={tab.name === chosen}
          aria-controls={`${id}-${tab.name}`}
          tabIndex={tab.name === chosen ? 0 : -1}
          onClick={() => choose(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

/** What makes an element the panel of a tab; it stays while another is chosen, with what was typed into it. */
export const panelOf = (id: string, name: string, chosen: string) => ({
  role: 'tabpanel',
  id: `${id}-${name}`,
  'aria-labelledby': `${id}-tab-${name}`,
  hidden: name !== chosen,
})

/** The tab that the address names, else the first: a page that is read again, or whose address is passed on, opens where it was. */
export function useTab<Name extends string>(names: readonly Name[]): [Name, (name: Name) => void] {
  const [path, go] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('tab')
  const choose = (name: Name) => go(name === names[0] ? path : `${path}?tab=${name}`, { replace: true })
  return [names.find(name => name === asked) ?? names[0]!, choose]
}
