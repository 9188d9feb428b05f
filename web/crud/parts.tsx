import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { NounWords } from './words'

type Props<F> = {
  parts?: Record<string, string[]>
  fields: F[]
  words: NounWords
  errors: ReadonlySignal<Record<string, string | undefined>>
  children: (field: F) => ReactNode
}
const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** The fields of a form, in parts behind tabs where there are any. What is not seen stays in the form, and an error opens its part. */
export function Parts<F extends { name: string }>({ parts, fields, words, errors, children }: Props<F>) {
  useSignals()
  const id = useId()
  const names = Object.keys(parts ?? {})
  const shown = useSignal(names[0])
  const partOf = (field: string) => names.find(name => parts![name]!.includes(field)) ?? names[0]
  useSignalEffect(() => {
    const wrong = fields.filter(({ name }) => errors.value[name]).map(({ name }) => partOf(name))
    if (wrong.length && !wrong.includes(shown.peek())) shown.value = wrong[0]
  })
  if (!parts) return fields.map(children)
  const move = (event: KeyboardEvent) => {
    const by = moves[event.key]
    if (!by) return
    const at = names.indexOf(shown.value!)
    shown.value = names[(at + by + names.length) % names.length]
    document.getElementById(`${id}-${shown.value}-tab`)?.focus()
  }
  return (
    <>
      <div className="tabs-line -mx-2 mb-4 overflow-x-auto" role="tablist" onKeyDown={move}>
        {names.map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}-tab`}
            className="whitespace-nowrap"
            aria-selected={shown.value === name}
            aria-controls={`${id}-${name}`}
            tabIndex={shown.value === name ? 0 : -1}
            onClick={() => (shown.value = name)}
          >
            {words.find(name)}
          </button>
        ))}
      </div>
      {names.map(name => (
        <div key={name} role="tabpanel" id={`${id}-${name}`} aria-labelledby={`${id}-${name}-tab`} hidden={shown.value !== name}>
          {fields.filter(field => partOf(field.name) === name).map(children)}
        </div>
      ))}
    </>
  )
}
