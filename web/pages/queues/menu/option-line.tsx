import { useSignals } from '@preact/signals-react/runtime'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  EllipsisVertical,
  GripVertical,
  Paperclip,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../../kit/icon-button'
import { Menu as Actions } from '../../../kit/menu'
import { words } from '../texts'
import { lineId, type Menu, type Option } from './editing'

type Grip = { ref: (element: HTMLElement | null) => void }
type Props = { menu: Menu; option: Option; count: number; isOpen: boolean; grip: Grip }

/** An option as it is read: its number, what it says, and what can be done with it. The arrows at the grip move it. */
export function OptionLine({ menu, option, count, isOpen, grip }: Props) {
  useSignals()
  const { title, message, option: n, mediaName } = option
  const last = menu.below(option.parentId).length
  const isShown = menu.pathTo(menu.shown.value).some(({ id }) => id === option.id)
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    void menu.place(option, n + by)
  }
  return (
    <div className={`node${isShown ? ' is-path' : ''}`}>
      <button
        type="button"
        className="grip"
        aria-label={words('moveOption', { title })}
        data-tip={words('moveHelp')}
        {...grip}
        onKeyDown={move}
      >
        <GripVertical className="icon icon-sm" aria-hidden />
      </button>
      <span className="ord">{n}</span>
      <button
        type="button"
        id={lineId(option.id)}
        className="what"
        aria-pressed={isShown}
        onClick={() => (menu.shown.value = option.id)}
        onDoubleClick={() => void menu.edit({ option })}
      >
        <span className="font-medium clip">{title}</span>
        <span className="t-meta faint clip">
          {mediaName && <Paperclip className="icon icon-xs" aria-label={mediaName} />}
          {message || words('noMessage')}
        </span>
      </button>
      <span className="acts">
        {count > 0 && (
          <button type="button" className="btn btn-quiet btn-xs count" aria-expanded={isOpen} onClick={() => menu.toggle(option.id)}>
            {words('optionCount', { n: count })}
            {isOpen ? <ChevronDown className="icon icon-xs" aria-hidden /> : <ChevronRight className="icon icon-xs" aria-hidden />}
          </button>
        )}
        {menu.mayGoDeeper(option) && (
          <IconButton
            icon={Plus}
            className="btn-sm"
            label={words('addBelow', { title })}
            onClick={() => void menu.edit({ below: option.id })}
          />
        )}
        <Actions
          label={words('optionActions', { title })}
          end
          trigger={<IconButton icon={EllipsisVertical} className="btn-sm" label={words('optionActions', { title })} />}
          items={[
            { icon: <Pencil className="icon" aria-hidden />, label: words('editOption'), run: () => void menu.edit({ option }) },
            n > 1 && { icon: <ArrowUp className="icon" aria-hidden />, label: words('up'), run: () => void menu.place(option, n - 1) },
            n < last && {
              icon: <ArrowDown className="icon" aria-hidden />,
              label: words('down'),
              run: () => void menu.place(option, n + 1),
            },
            'line',
            {
              icon: <Trash2 className="icon" aria-hidden />,
              label: words('removeOption'),
              danger: true,
              run: () => void menu.remove(option),
            },
          ]}
        />
      </span>
    </div>
  )
}
