import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { clock, dateTime, relative, sameDay, shortTime } from '../../kit/format'
import { t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { edit, MAX_TEXT, removeTask, setDone, type Task } from './tasks'
import { words } from './texts'

const when = (at: number) => `${sameDay(at, Date.now()) ? relative(0, 'day') : shortTime(at)}, ${clock(at)}`

const box = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('[type=checkbox]')

/** Arrows move between the tasks; at a task, Enter edits it and Delete takes it away. */
export function TaskList({ label, tasks }: { label: string; tasks: Task[] }) {
  if (!tasks.length) return null
  return (
    <ul className="todo-list card-b" aria-label={label}>
      {tasks.map(task => (
        <Row key={task.id} task={task} />
      ))}
    </ul>
  )
}

function Row({ task }: { task: Task }) {
  const { text, done, createdAt, updatedAt } = task
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <Editing task={task} close={() => setEditing(false)} />

  function remove(row: Element | null) {
    // What has the focus goes: its neighbour gets it, so that the keyboard goes on and takes back.
    ;(box(row?.nextElementSibling) ?? box(row?.previousElementSibling))?.focus()
    removeTask(task)
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const row = event.currentTarget.closest('li')
    const act = {
      Enter: () => setEditing(true),
      Delete: () => remove(row),
      ArrowDown: () => box(row?.nextElementSibling)?.focus(),
      ArrowUp: () => box(row?.previousElementSibling)?.focus(),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <li data-done={done || undefined}>
      <input
        type="checkbox"
        className="checkbox checkbox-primary"
        checked={done}
        aria-label={words('finish', { text })}
        onChange={event => setDone(task, event.currentTarget.checked)}
        onKeyDown={press}
      />
      <span className="text">{text}</span>
      <time
        className="t-meta faint tnum"
        dateTime={new Date(updatedAt).toISOString()}
        title={words('times', { created: dateTime(createdAt), updated: dateTime(updatedAt) })}
      >
        {!done && updatedAt !== createdAt ? words('changed', { when: when(updatedAt) }) : when(updatedAt)}
      </time>
      <span className="acts">
        <IconButton icon={Pencil} label={words('edit', { text })} className="btn-sm" onClick={() => setEditing(true)} />
        <IconButton
          icon={Trash2}
          label={words('remove', { text })}
          className="btn-sm"
          onClick={event => remove(event.currentTarget.closest('li'))}
        />
      </span>
    </li>
  )
}

/** A blank text changes nothing. */
function Editing({ task, close }: { task: Task; close: () => void }) {
  const [text, setText] = useState(task.text)
  return (
    <li>
      <form
        className="is-edit"
        onSubmit={event => {
          event.preventDefault()
          edit(task, text)
          close()
        }}
      >
        <input
          className="input"
          value={text}
          maxLength={MAX_TEXT}
          aria-label={words('text')}
          autoComplete="off"
          autoFocus
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Escape' && close()}
        />
        <button type="button" className="btn btn-quiet btn-sm" onClick={close}>
          {t('common.cancel')}
        </button>
        <button className="btn btn-plain btn-sm">
          {t('common.save')} <kbd className="kbd">↵</kbd>
        </button>
      </form>
    </li>
  )
}
