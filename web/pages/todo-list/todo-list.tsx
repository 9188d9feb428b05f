import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown, ListChecks, Lock, Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { number } from '../../kit/i18n'
import { useShortcut } from '../../kit/keys'
import { Empty } from '../../kit/placeholder'
import { touched } from '../../kit/touched'
import { TaskList } from './row'
import { add, clearDone, MAX_TEXT, tasks } from './tasks'
import { words } from './texts'

/** What a person must not forget, in this browser alone. */
export default function TodoList() {
  useSignals()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useShortcut('create', () => field.current?.focus())
  const open = tasks.value.filter(({ done }) => !done)
  const done = tasks.value.filter(({ done }) => done)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add(text)) setText('')
  }
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words('title')}</h1>
        <span className="sub tnum">{words('left', { n: open.length })}</span>
      </header>
      <div className="page-body">
        <div className="todo">
          <form className="todo-add" onSubmit={submit}>
            <label className="input">
              <Plus className="icon icon-sm faint" aria-hidden />
              <input
                ref={field}
                value={text}
                maxLength={MAX_TEXT}
                aria-label={words('new')}
                placeholder={words('placeholder')}
                autoComplete="off"
                autoFocus={!touched.matches}
                onChange={event => setText(event.currentTarget.value)}
              />
            </label>
            <button className="btn btn-primary">
              {words('add')} <kbd className="kbd">↵</kbd>
            </button>
          </form>
          {tasks.value.length ? (
            <TaskList label={words('title')} tasks={open} />
          ) : (
            <Empty icon={ListChecks} title={words('emptyTitle')} text={words('emptyText')} />
          )}
          {done.length > 0 && (
            <details open className="todo-done">
              <summary>
                <ChevronDown className="icon icon-sm" aria-hidden />
                {words('done')} <span className="faint tnum">{number(done.length)}</span>
              </summary>
              <button className="btn btn-quiet btn-sm" onClick={clearDone}>
                {words('clear')}
              </button>
              <TaskList label={words('done')} tasks={done} />
            </details>
          )}
          <p className="t-meta faint flex items-center gap-1.5 mt-4">
            <Lock className="icon icon-sm" aria-hidden />
            {words('own')}
          </p>
        </div>
      </div>
    </div>
  )
}
