import { batch, type Signal } from '@preact/signals-react'
import { CircleAlert, CircleCheck, Play } from 'lucide-react'
import { useState } from 'react'
import { ApiError, post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { fieldText } from '../../kit/field-text'
import { number } from '../../kit/i18n'
import { reasonText } from './reason'
import { words } from './texts'
import type { TestResult } from './types'

/** Tries what is in a form; undefined when a field has to be corrected first, which then says so. */
export async function tried<Result = TestResult>(errors: Signal<Record<string, string | undefined>>, path: string, body: object) {
  try {
    return await post<Result>(path, body)
  } catch (error) {
    const details = error instanceof ApiError ? error.body.details : undefined
    if (!details) throw error
    batch(() => {
      errors.value = Object.fromEntries(Object.entries(details).map(([name, texts]) => [name, fieldText(texts[0]!)]))
    })
    document.getElementById(`f-${Object.keys(details)[0]}`)?.focus()
  }
}

type Trial = { result: TestResult | undefined; isRunning: boolean; run: () => void; forget: () => void }

/** The try that a form had last. */
export function useTrial(tryOut: () => Promise<TestResult | undefined>): Trial {
  const [state, set] = useState<TestResult | 'running'>()
  const isRunning = state === 'running'
  const run = async () => {
    if (isRunning) return
    set('running')
    set(await tryOut().catch(error => void toastError(error)))
  }
  return { result: isRunning ? undefined : state, isRunning, run: () => void run(), forget: () => set(undefined) }
}

export const TestButton = ({ isRunning, run, className = '' }: Trial & { className?: string }) => (
  <button type="button" className={`btn btn-plain ${className}`} aria-busy={isRunning} onClick={run}>
    {isRunning ? <span className="loading loading-spinner" style={{ width: 14 }} /> : <Play className="icon icon-sm" aria-hidden />}
    {words('test')}
  </button>
)

/** How it went. */
export const Outcome = ({ result }: Trial) => <div role="status">{result && <Result {...result} />}</div>

const Result = ({ ok, ms, reply, detail, raw, error }: TestResult) => {
  const time = number(ms)
  const Icon = ok ? CircleCheck : CircleAlert
  const said = reply ? words('firstReply', { text: reply }) : ok ? words('noReply') : reasonText(error!)
  return (
    <div className={`result mt-4 ${ok ? 'ok' : 'bad'}`}>
      <Icon className="icon" aria-hidden />
      <div className="min-w-0">
        <div className="font-medium">
          {ok ? words('worked', { time }) : words('failed', { time })}
          {detail && <span className="muted"> · {detail}</span>}
        </div>
        <div className="t-meta muted wrap-anywhere">{said}</div>
        {raw && (
          <details className="mt-2">
            <summary className="t-meta cursor-pointer">{words('cameBack')}</summary>
            <pre className="t-meta wrap-anywhere" style={{ whiteSpace: 'pre-wrap', maxHeight: 220, overflow: 'auto', margin: 0 }}>
              {raw}
            </pre>
          </details>
        )}
      </div>
    </div>
  )
}
