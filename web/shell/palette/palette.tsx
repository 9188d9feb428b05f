import { useSignals } from '@preact/signals-react/runtime'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { catalog } from '../../catalog'
import { drawn } from '../../kit/ahead'
import { Layer } from '../../kit/layer'
import { useColleagueCommands, useQueueCommands } from './hand-over'
import { GROUPS, type Command, useCommands } from './commands'
import { MIN_LETTERS, useFound } from './found'
import { useTagCommands } from './tags'
import { matching } from './matching'
import { words } from './texts'
import { used } from './used'

/** What the server finds, or would have found first. */
const FOUND: ReadonlySet<Command['group']> = new Set(GROUPS.slice(GROUPS.indexOf('tickets')))

/** Every verb, page, conversation, contact and setting by its name: typed, chosen with the arrows, run with Enter. */
export default function Palette({ close }: { close: () => void }) {
  useSignals()
  const [, go] = useLocation()
  useEffect(() => drawn(), [])
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState<number>()
  const list = useRef<HTMLDivElement>(null)
  // What the screen can do is asked once: below the palette nothing changes.
  const [known] = useState(useCommands(go))
  const { found, seek, all, isAsked } = useFound(go)
  const isPeople = typed.startsWith('@')
  const text = typed.replace(/^@/, '').trim()
  const colleagues = useColleagueCommands(go)
  const queues = useQueueCommands()
  const tags = useTagCommands()
  const users = catalog('users')
  const waits = isAsked(text, isPeople) || (text !== '' && !users.loaded.value && !users.failed.value)
  // What stands below what the server finds comes with that: no row moves under a hand.
  const commands = matching(isPeople ? colleagues : [...known, ...tags, ...queues, ...colleagues], text).filter(
    ({ group }) => !FOUND.has(group) || (text && !waits),
  )
  const more = text.length >= MIN_LETTERS ? [...found, ...(isPeople ? [] : [all(text)])] : []
  const groups = [...new Set([...commands.map(({ group }) => group), ...GROUPS])]
  const shown = groups.flatMap(group => [...commands, ...more].filter(command => command.group === group))
  // Before anything is typed Enter leads to the place that was used most, or does nothing: no verb is run that nobody chose.
  const first = text ? 0 : shown.findIndex(({ group, id }) => group === 'often' && id.startsWith('page:'))
  const place = Math.min(at ?? first, shown.length - 1)
  const chosen = shown[place]
  /** Enter was pressed before the answer to these words was there. */
  const isPressed = useRef(false)
  useEffect(() => {
    if (waits || !isPressed.current) return
    isPressed.current = false
    if (chosen) run(chosen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the answer runs what was pressed for it
  }, [waits])
  useEffect(() => void list.current?.querySelector('.is-hover')?.scrollIntoView({ block: 'nearest' }), [at])

  /** The palette goes first: the screen has its focus again, and a dialog that opens stands alone. */
  function run({ id, run }: Command) {
    if (id) used(id)
    flushSync(close)
    run()
  }
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if ((by === undefined && event.key !== 'Enter') || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (by !== undefined) setAt(Math.max(0, Math.min(shown.length - 1, place + by)))
    else if (waits && at === undefined && (!chosen || FOUND.has(chosen.group))) isPressed.current = true
    else if (chosen) run(chosen)
  }
  return (
    <Layer close={close}>
      <div className="scrim palette-scrim" onMouseDown={event => event.target === event.currentTarget && close()}>
        <div className="palette" role="dialog" aria-modal aria-label={words('title')}>
          <div className="palette-head">
            <Search className="icon" aria-hidden />
            <input
              data-autofocus
              role="combobox"
              aria-label={words('title')}
              aria-expanded
              aria-controls="palette-list"
              aria-activedescendant={chosen && `palette-${shown.indexOf(chosen)}`}
              placeholder={`${words('title')}…`}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={event => {
                const value = event.currentTarget.value
                setTyped(value)
                setAt(undefined)
                isPressed.current = false
                seek(value.replace(/^@/, '').trim(), value.startsWith('@'))
              }}
              onKeyDown={keys}
            />
            <kbd className="kbd">Esc</kbd>
          </div>
          <div className="palette-list" role="listbox" id="palette-list" aria-label={words('title')} ref={list} tabIndex={-1}>
            {groups.map(group => {
              const own = shown.filter(command => command.group === group)
              return (
                own.length > 0 && (
                  <div role="group" aria-label={words(group)} key={group}>
                    <p className="palette-group t-meta muted" aria-hidden>
                      {words(group)}
                    </p>
                    {own.map(command => {
                      const i = shown.indexOf(command)
                      return (
                        <button
                          key={i}
                          type="button"
                          role="option"
                          id={`palette-${i}`}
                          tabIndex={-1}
                          aria-selected={command === chosen}
                          className={command === chosen ? 'is-hover' : undefined}
                          onMouseMove={() => setAt(i)}
                          onClick={() => run(command)}
                        >
                          {command.icon}
                          <span className="clip">{command.label}</span>
                          {command.hint && <span className="palette-hint t-meta muted clip">{command.hint}</span>}
                          {command.keys?.map(key => (
                            <kbd className="kbd" key={key}>
                              {key}
                            </kbd>
                          ))}
                        </button>
                      )
                    })}
                  </div>
                )
              )
            })}
            {!shown.length && <p className="help">{words('none')}</p>}
          </div>
          <footer className="t-meta muted" aria-hidden>
            <kbd className="kbd">↑</kbd>
            <kbd className="kbd">↓</kbd>
            {words('move')}
            <kbd className="kbd">↵</kbd>
            {words('run')}
            <kbd className="kbd">@</kbd>
            {words('people')}
          </footer>
        </div>
      </div>
    </Layer>
  )
}
