import { batch, computed, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { ApiError } from './api'
import { toastError } from './errors'
import { fieldText } from './field-text'

/** What `save` throws to say something at one field. */
export const fieldError = (name: string, text: string) =>
  new ApiError(400, { error: text, code: 'ERR_VALIDATION', details: { [name]: [text] } })

/** Whether two values of forms say the same; a file is the same as itself alone. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || a instanceof Blob || b instanceof Blob) return false
  const keys = Object.keys({ ...a, ...b })
  return keys.every(key => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

type Errors = Record<string, string | undefined>
type Schema = v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>

/**
 * A form over one valibot schema, the one the server validates with. A field is checked when it is left, from then on at
 * every change; the server's field errors land beside the client's. `save` may throw ApiError.
 */
export function form<S extends Schema>(schema: S, initial: v.InferInput<S>, save: (body: v.InferOutput<S>) => Promise<unknown>) {
  type Values = v.InferInput<S> & Record<string, unknown>
  const values = signal({ ...initial } as Values)
  const start = signal<unknown>(initial)
  const errors = signal<Errors>({})
  const busy = signal(false)
  const left = new Set<string>()
  /** What the server said of a value holds until that value changes. */
  const refused = new Map<string, { value: unknown; text: string }>()
  const dirty = computed(() => !same(values.value, start.value))

  function issues(): Errors {
    const parsed = v.safeParse(schema, values.value)
    if (parsed.success) return {}
    const found: Errors = {}
    for (const { path, message, requirement } of parsed.issues) found[String(path?.[0]?.key)] ??= fieldText(message, requirement)
    return found
  }
  function check(name: string) {
    const known = refused.get(name)
    const found = issues()[name] ?? (known?.value === values.value[name] ? known?.text : undefined)
    if (found !== errors.value[name]) errors.value = { ...errors.value, [name]: found }
  }
  function set<K extends keyof Values & string>(name: K, value: Values[K]) {
    values.value = { ...values.value, [name]: value }
    if (left.has(name)) check(name)
    else if (errors.value[name]) errors.value = { ...errors.value, [name]: undefined }
  }
  /** Props for an input, a select or a textarea. */
  const field = <K extends keyof Values & string>(name: K) => ({
    name,
    id: `f-${name}`,
    value: (values.value[name] as string | number | undefined) ?? '',
    'aria-invalid': errors.value[name] ? true : undefined,
    'aria-describedby': errors.value[name] ? `f-${name}-error` : undefined,
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as Values[K]),
    onBlur: () => {
      if (!dirty.value) return
      left.add(name)
      // A line that comes under a field moves what is below it: not from under a button of the mouse that is down, whose press would be lost.
      if (document.querySelector(':active')) addEventListener('pointerup', () => setTimeout(check, 0, name), { once: true })
      else check(name)
    },
  })
  /** Props for a checkbox or a switch. */
  const box = <K extends keyof Values & string>(name: K) => ({
    name,
    id: `f-${name}`,
    checked: Boolean(values.value[name]),
    onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked as Values[K]),
  })
  function refuse(found: Errors) {
    for (const name of Object.keys(found)) left.add(name)
    errors.value = found
    const first = Object.keys(found)[0]
    if (first) requestAnimationFrame(() => document.getElementById(`f-${first}`)?.focus())
  }
  let saving: Promise<boolean> | undefined
  /** Resolves to whether it was saved. Who submits again meanwhile waits for the save that runs: it is not sent twice. */
  function submit(event?: { preventDefault(): void }) {
    event?.preventDefault()
    saving ??= send().finally(() => (saving = undefined))
    return saving
  }
  async function send() {
    const found = issues()
    if (Object.keys(found).length) {
      refuse(found)
      return false
    }
    busy.value = true
    refused.clear()
    try {
      await save(v.parse(schema, values.value))
      start.value = values.value
      return true
    } catch (error) {
      // Details of other refusals say something else; one that is about none of these fields is said as a whole.
      const details = Object.entries((error instanceof ApiError && error.body.details) || {}).filter(
        ([name, list]) => name in values.value && Array.isArray(list),
      )
      if (!details.length) toastError(error)
      else {
        for (const [name, list] of details) refused.set(name, { value: values.value[name], text: fieldText(list[0]!) })
        refuse(Object.fromEntries([...refused].map(([name, { text }]) => [name, text])))
      }
      return false
    } finally {
      busy.value = false
    }
  }
  function reset(next: v.InferInput<S>) {
    left.clear()
    batch(() => {
      values.value = { ...next } as Values
      start.value = next
      errors.value = {}
    })
  }
  return { schema, values, errors, busy, dirty, field, box, set, submit, reset }
}
