import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, CircleOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Beside } from './page'
import { type NounWords, switchWord } from './words'

type Switch<R> = { label: string; icon: LucideIcon; keep: (row: R) => boolean }

/** Switches beside the search of a list, of which one is on: it leaves the rows that its `keep` says. `after` stands behind them. */
export function switches<R>(all: () => Switch<R>[], after?: () => ReactNode): Beside<R> {
  const on = signal<string>()
  const clear = () => (on.value = undefined)

  function Bar() {
    useSignals()
    useEffect(() => () => void clear(), [])
    return (
      <>
        {all().map(({ label, icon: Icon }) => (
          <button
            key={label}
            className="btn btn-quiet"
            aria-pressed={on.value === label}
            onClick={() => (on.value = on.value === label ? undefined : label)}
          >
            <Icon className="icon icon-sm" aria-hidden />
            {label}
          </button>
        ))}
        {after?.()}
      </>
    )
  }
  return { bar: () => <Bar />, keep: () => (on.value ? all().find(({ label }) => label === on.value)?.keep : undefined), clear }
}

/** The rows that have a switch of theirs on, and those that have it off. */
export const onOff = <Field extends string>(words: NounWords, field: Field) =>
  switches<Record<Field, unknown>>(() => [
    { label: switchWord(words, field, true, true), icon: CircleCheck, keep: row => Boolean(row[field]) },
    { label: switchWord(words, field, false, true), icon: CircleOff, keep: row => !row[field] },
  ])
