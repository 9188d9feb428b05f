import { useDraggable, useDroppable } from '@dnd-kit/core'
import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { words } from '../texts'
import { addId, type Menu, type Option } from './editing'
import { OptionEditor } from './option-form'
import { OptionLine } from './option-line'

/** An option and what is below it. It is dragged with both, among those beside it. */
function Node({ menu, option }: { menu: Menu; option: Option }) {
  useSignals()
  const id = `option-${option.id}`
  const { listeners, setNodeRef: lift, setActivatorNodeRef, isDragging } = useDraggable({ id, data: { option } })
  const { setNodeRef: drop, isOver, active } = useDroppable({ id, data: { option } })
  const from = (active?.data.current as { option: Option } | undefined)?.option.option ?? 0
  const edited = menu.edited.value
  const isEdited = edited && 'option' in edited && edited.option.id === option.id
  const isOpen = !menu.collapsed.value.has(option.id)
  const count = menu.below(option.id).length
  const isWriting = edited && 'below' in edited && edited.below === option.id
  const setNodeRef = (element: HTMLElement | null) => {
    lift(element)
    drop(element)
  }
  const target = isOver && !isDragging ? (from < option.option ? ' is-after' : ' is-before') : ''
  return (
    <li ref={setNodeRef} className={`${isDragging ? 'is-lifted' : ''}${target}`}>
      {isEdited ? (
        <OptionEditor menu={menu} edited={edited} n={option.option} />
      ) : (
        <OptionLine menu={menu} option={option} count={count} isOpen={isOpen} grip={{ ref: setActivatorNodeRef, ...listeners }} />
      )}
      {(isWriting || (count > 0 && isOpen)) && <Level menu={menu} parent={option} />}
    </li>
  )
}

/** The options of one level, and the way to one more. */
export function Level({ menu, parent }: { menu: Menu; parent?: Option }) {
  useSignals()
  const parentId = parent?.id ?? null
  const options = menu.below(parentId)
  const edited = menu.edited.value
  const isWriting = edited && 'below' in edited && edited.below === parentId
  return (
    <ol className={parent ? undefined : 'tree'}>
      {options.map(option => (
        <Node key={option.id} menu={menu} option={option} />
      ))}
      <li>
        {isWriting ? (
          <OptionEditor menu={menu} edited={edited} n={options.length + 1} />
        ) : (
          <button type="button" id={addId(parentId)} className="add-option" onClick={() => void menu.edit({ below: parentId })}>
            <Plus className="icon icon-sm" aria-hidden />
            {parent ? words('addIn', { n: pathOf(menu, parent) }) : words('addOption')}
          </button>
        )}
      </li>
    </ol>
  )
}

/** The numbers that lead to an option: 1.2. */
const pathOf = (menu: Menu, option: Option) =>
  menu
    .pathTo(option.id)
    .map(one => one.option)
    .join('.')
