import { Check, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { FieldError } from './field'
import { t } from './i18n'
import { hues, palette } from './palette'

const COLUMNS = hues.length
const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }
const nameOf = (at: number) => t('color.tone', { color: t(`color.${hues[at % COLUMNS]!}`), n: Math.floor(at / COLUMNS) + 1 })

type Props = {
  id: string
  label: string
  value: string
  change: (color: string) => void
  /** Colours that others have already, which are marked. */
  taken?: string[]
  error?: string
}

/** One colour of the palette; arrows walk it. A colour from elsewhere is kept until another is chosen. */
export function ColorField({ id, label, value, change, taken = [], error }: Props) {
  const others = new Set(taken.map(color => color.toLowerCase()))
  const at = palette.indexOf(value.toLowerCase())
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = moves[event.key]
    if (!by) return
    event.preventDefault()
    const next = (Math.max(at, 0) + by + palette.length) % palette.length
    change(palette[next]!)
    ;(event.currentTarget.children[next] as HTMLElement).focus()
  }
  return (
    <div className="fld">
      <div className="lbl" id={id}>
        {label} <em>{at < 0 ? t('color.own', { color: value }) : nameOf(at)}</em>
      </div>
      <div className="swatches" role="radiogroup" aria-labelledby={id} onKeyDown={walk}>
        {palette.map((color, i) => (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={i === at}
            aria-label={others.has(color) ? t('color.taken', { color: nameOf(i) }) : nameOf(i)}
            data-tip={others.has(color) ? t('color.taken', { color: nameOf(i) }) : undefined}
            tabIndex={i === Math.max(at, 0) ? 0 : -1}
            style={{ '--c': color }}
            onClick={() => change(color)}
          >
            {i === at ? <Check className="icon" aria-hidden /> : others.has(color) && <X className="icon icon-sm" aria-hidden />}
          </button>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}
