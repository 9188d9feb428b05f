import { useSignals } from '@preact/signals-react/runtime'
import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { catalog, type Tag } from '../../../catalog'
import { post } from '../../../kit/api'
import { Dot } from '../../../kit/chips'
import { toastError } from '../../../kit/errors'
import { FailedLine } from '../../../kit/failed-line'
import { useFocusBack } from '../../../kit/focus-back'
import { folded } from '../../../kit/folded'
import { t } from '../../../kit/i18n'
import { touched } from '../../../kit/touched'
import { focusComposer } from '../composer/focus'
import type { TagRef, Ticket } from '../types'
import { has, toggled, toggleTag } from './sync-tags'
import { words } from './texts'

/** Puts tags on a ticket and takes them off; a new name makes a new tag. */
export function TagPicker({ ticket }: { ticket: Ticket }) {
  const [chosen, setChosen] = useState<TagRef[]>(ticket.tags)
  /** Those that the server knows, when it refuses others. */
  const kept = useRef(ticket.tags)
  kept.current = ticket.tags
  /** While own changes are on their way, what is told of the ticket is older than they are. */
  const onTheirWay = useRef(0)
  useEffect(() => {
    if (!onTheirWay.current) setChosen(ticket.tags)
  }, [ticket.tags])
  useFocusBack(focusComposer)
  const toggle = (tag: TagRef) => {
    setChosen(toggled(chosen, tag))
    onTheirWay.current++
    void toggleTag(ticket.id, chosen, tag)
      .catch((error: unknown) => {
        toastError(error)
        return { tags: kept.current }
      })
      // With what colleagues changed meanwhile.
      .then(({ tags }) => --onTheirWay.current || setChosen(tags))
  }
  return <TagSearch chosen={chosen} choose={toggle} makesByEnter />
}

type Search = { chosen?: TagRef[]; choose: (tag: TagRef) => void; makesByEnter?: boolean }
const NONE = -1
/** Under a finger no row is one's before it is pressed, or something is sought. */
const FIRST = touched.matches ? NONE : 0
/**
 * Tags by any part of their names. Enter takes the row that stands out, at first the first that is found, or of all where nothing is sought; the one
 * that makes a new tag stands out only where `makesByEnter`, or where an arrow led to it.
 */
export function TagSearch({ chosen, choose, makesByEnter }: Search) {
  useSignals()
  const { items, loaded, failed, put, reload } = catalog('tags')
  const all = items.value
  const [text, setText] = useState('')
  const [at, setAt] = useState(FIRST)
  const [isLed, setIsLed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => void (isLed && list.current?.querySelector('.is-hover')?.scrollIntoView({ block: 'nearest' })), [at, isLed])
  const look = (next: string, from: number) => {
    setText(next)
    setAt(from)
    setIsLed(false)
  }
  const take = (tag: TagRef) => {
    // What was looked for is found: the next word is another one, and an Enter too many takes nothing off again.
    if (text) look('', NONE)
    choose(tag)
  }
  const wanted = folded(text.trim())
  const found = all.filter(tag => folded(tag.name).includes(wanted))
  const canCreate = wanted.length >= 3 && loaded.value && !all.some(tag => folded(tag.name) === wanted)
  const create = async () => {
    const tag = await post<Tag>('/tags', { name: text.trim() }).catch(toastError)
    if (!tag) return
    put(tag, true)
    take(tag)
    // The button that made it is gone.
    field.current?.focus()
  }
  const rows: (TagRef | null)[] = canCreate ? [...found, null] : found
  const stands = at < found.length || makesByEnter || isLed ? at : NONE
  const row = rows[stands]
  /** Arrows lead through the rows, while the field keeps the keyboard. */
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by && event.key !== 'Enter') return
    event.preventDefault()
    if (by) {
      setIsLed(true)
      setAt(Math.max(0, Math.min(rows.length - 1, at + by)))
    } else if (row) take(row)
    else if (row === null) void create()
  }
  return (
    <div>
      <div className="p-2 pb-0">
        <input
          ref={field}
          className="input input-soft"
          placeholder={t('tickets.findTag')}
          role="combobox"
          aria-label={t('tickets.findTag')}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={row === undefined ? undefined : `${id}-${stands}`}
          autoComplete="off"
          value={text}
          onChange={event => look(event.currentTarget.value, 0)}
          onKeyDown={keys}
        />
      </div>
      <div className="pop-list tag-list" ref={list} role="listbox" id={id} aria-label={t('tickets.tags')}>
        {found.map((tag, i) => {
          const on = chosen && has(chosen, tag)
          return (
            <button
              key={tag.id}
              type="button"
              role="option"
              id={`${id}-${i}`}
              tabIndex={-1}
              aria-selected={i === stands}
              aria-checked={on}
              className={i === stands ? 'opt is-hover' : 'opt'}
              onClick={() => take(tag)}
            >
              <Dot color={tag.color} />
              <span className="clip">{tag.name}</span>
              {on && <Check className="icon ml-auto" aria-hidden />}
            </button>
          )
        })}
        {canCreate && (
          <button
            type="button"
            role="option"
            id={`${id}-${found.length}`}
            tabIndex={-1}
            aria-selected={stands === found.length}
            className={stands === found.length ? 'opt is-hover' : 'opt'}
            onClick={() => void create()}
          >
            <Plus className="icon" aria-hidden />
            <span className="clip">{t('tickets.createTag', { name: text.trim() })}</span>
          </button>
        )}
      </div>
      {failed.value && !loaded.value && <FailedLine what={words('whatTags')} retry={() => void reload()} />}
      {loaded.value && !found.length && !canCreate && <p className="px-4 pb-3 faint">{t('tickets.noTags')}</p>}
    </div>
  )
}
