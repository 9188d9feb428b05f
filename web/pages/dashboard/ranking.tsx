import { number } from '../../kit/i18n'
import type { Bar } from '../../kit/charts/bars'
import { words } from './texts'

/** Bars that lie, the longest first: a table that is drawn. */
export function Ranking({ bars, title }: { bars: Bar[]; title: string }) {
  const sorted = bars.toSorted((a, b) => b.count - a.count)
  const highest = Math.max(1, sorted[0]?.count ?? 1)
  return (
    <div className="ranking" role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead className="sr-only">
          <tr>
            <th>{words('name')}</th>
            <td />
            <th>{words('tickets')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ label, count }, i) => (
            <tr key={i}>
              <th scope="row">
                <span className="clip">{label}</span>
              </th>
              <td className="track" aria-hidden>
                <span className="hbar" style={{ width: `${(count / highest) * 100}%` }} />
              </td>
              <td className="tnum">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
