import { CircleAlert } from 'lucide-react'
import type { Wrong } from '../../../src/kernel/media/check-row'
import { fieldText } from '../../kit/field-text'
import { downloadCsv } from '../export'
import type { Target } from './columns'
import type { Loaded } from './import-dialog'
import { words } from './texts'

export type Refused = Wrong & { row: number }
/** What a row is known by: its first columns that go somewhere. */
const KNOWN_BY = 2

type Props = Pick<Loaded, 'heads' | 'rows' | 'first' | 'columns'> & { targets: Target[]; refused: Refused[]; title: string; most: number }

/** Rows that are left out, and why: the first of them, and all as a file that can be mended. */
export function LeftOut({ heads, rows, first, columns, targets, refused, title, most }: Props) {
  if (!refused.length) return null
  const labelOf = (name: string) => targets.find(target => target.name === name)?.label
  const reason = ({ details, limits }: Refused) =>
    Object.entries(details)
      .map(([name, list]) => [labelOf(name), fieldText(list?.[0] ?? '', limits?.[name])].filter(Boolean).join(': '))
      .join('; ')
  const save = () =>
    downloadCsv(title, [
      [...heads, words('reason')],
      ...refused.map(one => [...heads.map((_, i) => rows[one.row]?.[i] ?? ''), reason(one)]),
    ])
  const shown = columns.flatMap((name, i) => (name ? i : [])).slice(0, KNOWN_BY)
  return (
    <>
      <div className="result bad mt-3">
        <CircleAlert className="icon" aria-hidden />
        <b className="font-medium">{title}</b>
        <button type="button" className="btn btn-plain btn-sm ml-auto" onClick={save}>
          {words('download')}
        </button>
      </div>
      <div className="table-box mt-2">
        <table className="data" aria-label={title}>
          <thead>
            <tr>
              <th>{words('line')}</th>
              {shown.map(i => (
                <th key={i}>{heads[i]}</th>
              ))}
              <th>{words('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, most).map(one => (
              <tr key={one.row}>
                <td className="tnum">{one.row + first}</td>
                {shown.map(i => (
                  <td key={i} className="muted">
                    <span className="clip block max-w-36">{rows[one.row]?.[i]}</span>
                  </td>
                ))}
                <td>{reason(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
