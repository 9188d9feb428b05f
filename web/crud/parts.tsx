import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useId } from 'react'
import { panelOf, Tabs } from '../kit/tabs'
import { capital, type NounWords } from './words'

type Props<F> = {
  parts?: Record<string, string[]>
  fields: F[]
  words: NounWords
  errors: ReadonlySignal<Record<string, string | undefined>>
  children: (field: F) => ReactNode
}

/** The fields of a form, in parts behind tabs where there are any. What is not seen stays in the form, and an error opens its part. */
export function Parts<F extends { name: string }>({ parts, fields, words, errors, children }: Props<F>) {
  useSignals()
  const id = useId()
  const names = Object.keys(parts ?? {})
  const shown = useSignal(names[0] ?? '')
  const partOf = (field: string) => names.find(name => parts![name]!.includes(field)) ?? names[0]
  useSignalEffect(() => {
    const wrong = fields.flatMap(({ name }) => (errors.value[name] && partOf(name)) || [])
    if (wrong.length && !wrong.includes(shown.peek())) shown.value = wrong[0]!
  })
  if (!parts) return fields.map(children)
  return (
    <>
      <Tabs
        id={id}
        label={capital(words.find('one') ?? '')}
        tabs={names.map(name => ({ name, label: words.find(name) ?? '' }))}
        chosen={shown.value}
        choose={name => (shown.value = name)}
      />
      {names.map(name => (
        <div key={name} {...panelOf(id, name, shown.value)}>
          {fields.filter(field => partOf(field.name) === name).map(children)}
        </div>
      ))}
    </>
  )
}
