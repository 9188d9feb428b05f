import type { ButtonHTMLAttributes, Ref } from 'react'
import { keysOf } from './keys'
import type { Icon } from './lazy-icon'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { icon: Icon; label: string; shortcut?: string; ref?: Ref<HTMLButtonElement> }

/** A button with an icon only: the label is its name and its tooltip, with the key of `shortcut`. */
export function IconButton({ icon: Icon, label, shortcut, className = '', ...props }: Props) {
  const keys = shortcut && keysOf(shortcut)
  return (
    <button type="button" {...props} className={`btn btn-icon ${className}`} aria-label={label} data-tip={label} data-keys={keys}>
      <Icon className="icon" aria-hidden />
    </button>
  )
}
