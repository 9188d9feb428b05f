import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Target } from './columns'
import { LeftOut } from './left-out'
import type { Loaded, Step } from './import-dialog'
import { words } from './texts'

/** Of many that were left out, so many are shown. */
const MOST = 50

type OutcomeProps = Extract<Step, { at: 'done' }> & Loaded & { targets: Target[]; after: ReactNode }

/** What became of the rows, which of them were left out, and what may follow. */
export function Outcome(props: OutcomeProps) {
  const { created, known, repeated, refused, problem, stoppedAt, first, after } = props
  return (
    <>
      <div className="result ok" role="status">
        <CircleCheck className="icon" aria-hidden />
        <div>
          <b className="font-medium">{words('created', { n: created })}</b>
          {known > repeated && <div>{words('known', { n: known - repeated })}</div>}
          {repeated > 0 && <div>{words('repeated', { n: repeated })}</div>}
        </div>
      </div>
      {stoppedAt !== undefined && (
        <div className="result bad mt-2" role="alert">
          <CircleAlert className="icon" aria-hidden />
          <div>
            {words('failed', { n: stoppedAt + first })} {problem}
          </div>
        </div>
      )}
      {after}
      <LeftOut {...props} title={words('refused', { n: refused.length })} most={MOST} />
    </>
  )
}
