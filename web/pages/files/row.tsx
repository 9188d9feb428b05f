import { useDraggable, useDroppable } from '@dnd-kit/core'
import { GripVertical, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { bytes } from '../../kit/measures'
import { IconButton } from '../../kit/icon-button'
import { t } from '../../kit/i18n'
import type { Draft } from './written-files'
import { words } from './texts'

type Props = {
  draft: Draft
  at: number
  /** How much of it has gone up. */
  part: number | undefined
  rename: (name: string) => void
  place: (to: number) => void
  take: () => void
}

/** The ending of a file's name, which says what it is. */
export const endingOf = (path: string) => /\.([^.]{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? '–'

/** One file of a list: its name can be written, and the arrows at the grip move it. */
export function FileRow({ draft, at, part, rename, place, take }: Props) {
  const { key, name, path, size, file } = draft
  const { listeners, setNodeRef: lift, setActivatorNodeRef, isDragging } = useDraggable({ id: key, data: { at } })
  const { setNodeRef: drop, isOver, active } = useDroppable({ id: key })
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    place(at + by)
  }
  const from = (active?.data.current as { at: number } | undefined)?.at ?? 0
  const target = isOver && !isDragging ? (from < at ? ' is-after' : ' is-before') : ''
  const total = bytes(size ?? 0)
  const state =
    part === undefined
      ? file
        ? `${total} · ${words('waits')}`
        : total
      : words('sending', { done: bytes((size ?? 0) * part), size: total })
  return (
    <li
      ref={element => {
        lift(element)
        drop(element)
      }}
      className={`file-row${isDragging ? ' is-lifted' : ''}${target}`}
    >
      <button
        type="button"
        className="grip"
        ref={setActivatorNodeRef}
        aria-label={words('move', { name })}
        data-tip={words('moveHelp')}
        {...listeners}
        onKeyDown={move}
      >
        <GripVertical className="icon icon-sm" aria-hidden />
      </button>
      <span className="file-kind">{path ? endingOf(path) : '–'}</span>
      <span className="file-name">
        <input
          value={name}
          maxLength={100}
          aria-label={words('nameOf', { name: path || name })}
          onChange={event => rename(event.currentTarget.value)}
        />
        <span className="t-meta muted clip">{path ? `${path} · ${state}` : words('missing')}</span>
        {part !== undefined && (
          <progress className="bar" max={1} value={part} aria-label={t('common.uploading')}>
            {Math.round(part * 100)} %
          </progress>
        )}
      </span>
      <IconButton icon={X} className="btn-sm" label={words('take', { name })} onClick={take} />
    </li>
  )
}
