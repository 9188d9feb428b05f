import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { fieldText } from '../../kit/field-text'
import { downloadCsv } from '../export'
import type { Loaded, Step } from './sheet'
import type { Target } from './columns'
import { words } from './texts'

type OutcomeProps = Extract<Step, { at: 'done' }> & Loaded & { targets: Target[]; after: ReactNode }

/** What became of the rows: those that were left out as a file that can be mended, and what may follow. */

export function Outcome({ created, known, repeated, refused, problem, stoppedAt, heads, rows, first, targets, after }: OutcomeProps) {
  const labelOf = (name: string) => targets.find(target => target.name === name)?.label
  const reason = ({ details, limits }: (typeof refused)[number]) =>
    Object.entries(details)
      .map(([name, list]) => [labelOf(name), fieldText(list[0] ?? '', limits?.[name])].filter(Boolean).join(': '))
      .join('; ')
  const save = () =>
    downloadCsv(words('refused', { n: refused.length }), [
      [...heads, words('reason')],
      ...refused.map(one => [...heads.map((_, i) => rows[one.row]?.[i] ?? ''), reason(one)]),
    ])
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
      {refused.length > 0 && (
        <>
          <div className="result bad mt-2">
            <CircleAlert className="icon" aria-hidden />
            <b className="font-medium">{words('refused', { n: refused.length })}</b>
            <button type="button" className="btn btn-plain btn-sm ml-auto" onClick={save}>
              {words('download')}
            </button>
          </div>
          <div className="table-box mt-3">
            <table className="data">
              <thead>
                <tr>
                  <th>{words('line')}</th>
                  <th>{words('reason')}</th>
                </tr>
              </thead>
              <tbody>
                {refused.slice(0, 50).map(one => (
                  <tr key={one.row}>
                    <td className="tnum">{one.row + first}</td>
                    <td>{reason(one)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  )
}
