import { Search, X } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useDebounced } from './debounce'
import { t } from './i18n'

type Props = {
  label: string
  find: (text: string) => void
  width?: number
  ref?: Ref<HTMLInputElement>
  initial?: string
  autoFocus?: boolean
}

/** A search field, debounced: it asks 500 ms after the last key, at once on Enter. */
export function SearchBox({ label, find, width, ref, initial = '', autoFocus }: Props) {
  const [text, setText] = useState(initial)
  const later = useDebounced(find)
  const change = (value: string) => {
    setText(value)
    later(value.trim())
  }
  return (
    <div className="input input-soft" style={{ width }} role="search">
      <Search className="icon icon-sm faint" aria-hidden />
      <input
        ref={ref}
        value={text}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoFocus={autoFocus}
        onChange={event => change(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && later.now(text.trim())}
      />
      {text && (
        <button type="button" className="grid faint" aria-label={t('common.clear')} onClick={() => change('')}>
          <X className="icon icon-sm" aria-hidden />
        </button>
      )}
    </div>
  )
}
