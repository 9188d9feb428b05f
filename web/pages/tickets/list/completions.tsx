import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useState } from 'react'
import { choicesOf } from '../../../catalog'
import { Dot } from '../../../kit/chips'
import { words } from './found-texts'
import { seesClosed } from './store'
import { filterAt, isCalled, type Kind, offeredFor, written } from './search-words'

const MOST = 7
type Row = { name: string; color?: string }
/** What a filter of a kind may be. */
function rowsOf(kind: Kind): Row[] {
  if (kind === 'queues' || kind === 'users' || kind === 'tags') return choicesOf(kind)
  const values = {
    status: [words('openValue'), words('pendingValue'), ...(seesClosed.value ? [words('closedValue')] : [])],
    writtenBy: [words('customerValue'), words('teamValue')],
    hasFile: [words('fileValue')],
    dateFrom: [words('today'), words('yesterday')],
    dateTo: [words('today'), words('yesterday')],
  }
  return values[kind].map(name => ({ name }))
}

/** Of colleagues of one name each would find the same. */
const unique = (rows: Row[]) => [...new Map(rows.map(row => [row.name, row])).values()]

const fieldOf = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLInputElement>('.list-pane [role=search] input')

/** What the filter that is being typed may be called: arrows choose among them, Enter and Tab write the name. */
export function Completions() {
  useSignals()
  const id = useId()
  const [field, setField] = useState<HTMLInputElement>()
  const [typed, setTyped] = useState({ text: '', caret: 0 })
  const [at, setAt] = useState(0)
  const [closed, setClosed] = useState<string>()
  const filter = filterAt(typed.text, typed.caret)
  const all = filter && closed !== typed.text ? unique(offeredFor(rowsOf(filter.kind), filter.value)) : []
  // One that is written is not chosen again; a longer name may be.
  const isWritten = filter !== undefined && all.some(row => isCalled(row, filter.value))
  const rows = isWritten && all.length === 1 ? [] : all.slice(0, MOST)
  const chosen = at < rows.length ? at : -1

  const take = (row: Row) => {
    if (!field || !filter) return
    field.setRangeText(`${written(filter.key, row.name)} `, filter.at, typed.caret, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  useEffect(() => {
    const input = ({ target }: { target: EventTarget | null }) => {
      const own = fieldOf(target)
      if (!own) return
      setField(own)
      setTyped({ text: own.value, caret: own.selectionStart ?? own.value.length })
      setAt(0)
    }
    const left = ({ target }: Event) => fieldOf(target) && setTyped({ text: '', caret: 0 })
    // What was typed before this had come.
    input({ target: document.activeElement })
    addEventListener('input', input)
    addEventListener('focusout', left)
    return () => {
      removeEventListener('input', input)
      removeEventListener('focusout', left)
    }
  }, [])
  useEffect(() => {
    if (!rows.length) return
    const keys = (event: KeyboardEvent) => {
      if (event.target !== field || event.isComposing) return
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const takes = event.key === 'Enter' || event.key === 'Tab'
      // What is written whole is searched for.
      const row = takes && !(isWritten && chosen === 0) ? rows[chosen] : undefined
      if (by) setAt((chosen + by + rows.length) % rows.length)
      else if (row) take(row)
      else if (event.key === 'Escape') setClosed(typed.text)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the field, for which the same keys go to what was found.
    addEventListener('keydown', keys, true)
    return () => removeEventListener('keydown', keys, true)
  })
  useEffect(() => {
    if (chosen < 0 || !field) return
    field.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    return () => field.removeAttribute('aria-activedescendant')
  }, [field, id, chosen])
  if (!rows.length) return null
  return (
    <div className="pop pop-list completions" role="listbox" aria-label={words('names')}>
      {rows.map((row, i) => (
        <button
          key={row.name}
          type="button"
          role="option"
          id={`${id}-${i}`}
          tabIndex={-1}
          aria-selected={i === chosen}
          onPointerDown={event => event.preventDefault()}
          onClick={() => take(row)}
        >
          {row.color && <Dot color={row.color} />}
          <span className="clip">{row.name}</span>
        </button>
      ))}
    </div>
  )
}
