import { closestCenter, DndContext, type DragEndEvent, DragOverlay, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { useSignals } from '@preact/signals-react/runtime'
import { Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { MAX_FILES } from '../../../src/modules/files/body'
import { MOUSE, TOUCH } from '../../kit/drag'
import { FieldError } from '../../kit/field'
import { type Draft, moved, progress, withFiles } from './written-files'
import { endingOf, FileRow } from './row'
import { words } from './texts'

type Props = { drafts: Draft[]; change: (drafts: Draft[]) => void; error?: string; locked: boolean }

/** The rows say what moved by themselves, by the names of the files. */
const silent = { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined }

/** The files of a list in the order in which they are sent: dropped or chosen, named, moved and taken away. */
export function FileRows({ drafts, change, error, locked }: Props) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)
  const [said, say] = useState('')
  const [lifted, lift] = useState<Draft>()
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const add = (chosen: Iterable<File>) => change(withFiles(drafts, chosen))
  const place = (key: string, to: number) => {
    const next = moved(drafts, key, to)
    change(next)
    const at = next.findIndex(draft => draft.key === key)
    say(words('moved', { name: next[at]?.name ?? '', n: at + 1 }))
  }
  const end = ({ active, over }: DragEndEvent) => {
    lift(undefined)
    if (over && over.id !== active.id)
      place(
        String(active.id),
        drafts.findIndex(draft => draft.key === over.id),
      )
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (!locked) add(event.dataTransfer.files)
  }
  return (
    <fieldset className="fld" id="f-options" tabIndex={-1} disabled={locked} onDrop={drop} onDragOver={event => event.preventDefault()}>
      <legend className="lbl">
        {words('files')} <em className="tnum">{words('countOf', { n: drafts.length, max: MAX_FILES })}</em>
      </legend>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements: silent }}
        onDragStart={({ active }) => lift(drafts.find(draft => draft.key === active.id))}
        onDragEnd={end}
        onDragCancel={() => lift(undefined)}
      >
        <ol className="file-rows">
          {drafts.map((draft, at) => (
            <FileRow
              key={draft.key}
              draft={draft}
              at={at}
              part={progress.value?.key === draft.key ? progress.value.part : undefined}
              rename={name => change(drafts.map(one => (one === draft ? { ...one, name } : one)))}
              place={to => place(draft.key, to)}
              take={() => change(drafts.filter(one => one !== draft))}
            />
          ))}
        </ol>
        {createPortal(
          <DragOverlay dropAnimation={null}>
            {lifted && (
              <div className="file-row is-drag">
                <span className="file-kind">{endingOf(lifted.path)}</span>
                <span className="font-medium clip">{lifted.name}</span>
              </div>
            )}
          </DragOverlay>,
          document.body,
        )}
      </DndContext>
      <p className="sr-only" role="status">
        {said}
      </p>
      {drafts.length < MAX_FILES && (
        <button type="button" className="file-drop" onClick={() => input.current?.click()}>
          <span className="file-kind">
            <Upload className="icon" aria-hidden />
          </span>
          <span className="file-name">
            <b className="font-medium">{words('drop')}</b>
            <span className="t-meta muted">{words('choose')}</span>
          </span>
        </button>
      )}
      <FieldError id="f-options" error={error} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={words('files')}
        onChange={event => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
