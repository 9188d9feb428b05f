import { Check, RotateCcw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Colors } from '../../../../src/modules/brand'
import { get } from '../../../kit/api'
import { useDebounced } from '../../../kit/debounce'
import { Field } from '../../../kit/field'
import { IconButton } from '../../../kit/icon-button'
import { number } from '../../../kit/i18n'
import { words } from './texts'

const OFFERED = ['#2f5fd1', '#0b7f70', '#824eb4', '#c2410c', '#ae3a70', '#d59800', '#15171c']
const WHITE = '#ffffff'
const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

/** What the server makes of the colours, while they are chosen: it alone measures contrast. */
export function useColors({ color, colorDark }: { color: string; colorDark: string }) {
  const [colors, hold] = useState<Colors | null>(null)
  const ask = useDebounced((asked: { color: string; colorDark: string }) => {
    get<Colors>('/brand/colors', asked).then(
      answer => hold(answer),
      () => {},
    )
  }, 150)
  useEffect(() => {
    if ([color, colorDark].every(one => !one || isColor(one))) ask({ color, colorDark })
  }, [color, colorDark])
  return colors
}

type Props = {
  id: string
  name: string
  label: string
  help?: string
  error?: string
  value: string
  set: (color: string) => void
  made: Colors['light'] | undefined
  onBlur: () => void
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** A colour by its signs, by the picker of the browser, or one of a few; and whether it can be read. */
export function ColorInput({ label, help, error, set, made, value, ...input }: Props) {
  return (
    <Field id={input.id} label={label} help={help} error={error}>
      <div className="color-line">
        <span className={`input ${error ? 'is-invalid' : ''}`}>
          <input
            type="color"
            className="color-pick"
            aria-label={`${label}: ${words('hex')}`}
            value={isColor(value) ? value : OFFERED[0]}
            onChange={event => set(event.currentTarget.value)}
          />
          <input className="tnum" autoComplete="off" spellCheck={false} maxLength={7} placeholder={OFFERED[0]} value={value} {...input} />
        </span>
        {OFFERED.map(color => (
          <button
            key={color}
            type="button"
            className="sw-b"
            style={{ '--c': color }}
            aria-label={`${label}: ${words('use', { color })}`}
            aria-pressed={value.toLowerCase() === color}
            onClick={() => set(color)}
          />
        ))}
        {value && <IconButton icon={RotateCcw} className="btn-sm" label={`${label}: ${words('asProduct')}`} onClick={() => set('')} />}
      </div>
      <p className={`color-says ${made?.isCorrected ? 'warn' : 'ok'}`} role="status">
        {made && !error && <Says made={made} />}
      </p>
    </Field>
  )
}

function Says({ made: { fill, ink, ratio, isCorrected } }: { made: Colors['light'] }) {
  const Icon = isCorrected ? TriangleAlert : Check
  return (
    <>
      <Icon className="icon icon-sm" aria-hidden />
      {isCorrected
        ? words('corrected', { color: fill, ratio: number(ratio) })
        : words(ink === WHITE ? 'readsWhite' : 'readsInk', { ratio: number(ratio) })}
    </>
  )
}
