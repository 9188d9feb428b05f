import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import type { checkOfContacts } from '../../../src/flows/number-check/contacts'
import { del, get, post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { number } from '../../kit/i18n'
import { on, onResync } from '../../kit/realtime'
import { toast } from '../../kit/toast'
import { filter } from './filters'
import { words } from './texts'

/** `of` is null while nothing is being checked. */
type Progress = Awaited<ReturnType<typeof checkOfContacts>>
const progress = signal<Progress>()
const load = () => void get<Progress>('/contacts/check').then(found => (progress.value = found), toastError)

/** Has the numbers checked that were never asked about, or those once more that had no account. */
export async function checkNumbers() {
  try {
    progress.value = await post<Progress>('/contacts/check')
    if (progress.value.of === null) toast.ok(words('allChecked'))
  } catch (error) {
    toastError(error)
  }
}

/** Ends it; what was answered stays. */
async function stopCheck() {
  try {
    progress.value = await del<Progress>('/contacts/check')
    toast.ok(words('checkStopped'))
  } catch (error) {
    toastError(error)
  }
}

const Bar = ({ of, unchecked }: { of: number; unchecked: number }) => (
  <>
    <progress className="bar" max={of} value={of - unchecked} aria-label={words('numbers')} />
    <p className="muted t-meta mt-2">
      {words('numbersDone', { done: number(Math.max(0, of - unchecked)), n: number(of) })} {words('numbersSlow')}
    </p>
  </>
)

/** How far the check of the numbers is, as long as one goes on; then, whose number has no account. */
export function NumberCheck() {
  useSignals()
  useEffect(() => {
    load()
    const stops = [on('contactNumbers', ({ action: _, ...now }) => (progress.value = now)), onResync(load)]
    return () => stops.forEach(stop => stop())
  }, [])
  const now = progress.value
  if (now?.of == null) return null
  return (
    <section className="number-check" aria-label={words('numbers')}>
      <header>
        <b className="font-medium">{words('numbers')}</b>
        {now.invalid > 0 && (
          <button type="button" className="btn btn-plain btn-sm" onClick={() => (filter.value = { whatsapp: 'invalid' })}>
            {words('numbersInvalid', { n: now.invalid })}
          </button>
        )}
        <button type="button" className="btn btn-quiet btn-sm ml-auto" onClick={() => void stopCheck()}>
          {words('stopCheck')}
        </button>
      </header>
      <Bar of={now.of} unchecked={now.unchecked} />
    </section>
  )
}

/** Below what an import brought: the numbers that nobody asked WhatsApp about. */
export function OfferCheck() {
  useSignals()
  useEffect(load, [])
  const now = progress.value
  if (!now || (now.of === null && !now.unchecked)) return null
  return (
    <div className="mt-3 mb-3" role="status">
      {now.of === null ? (
        <>
          <button type="button" className="btn btn-plain btn-sm" onClick={() => void checkNumbers()}>
            <CircleCheck className="icon icon-sm" aria-hidden />
            {words('checkSome', { n: now.unchecked })}
          </button>
          <p className="muted t-meta mt-2">{words('checkHelp')}</p>
        </>
      ) : (
        <Bar of={now.of} unchecked={now.unchecked} />
      )}
    </div>
  )
}
