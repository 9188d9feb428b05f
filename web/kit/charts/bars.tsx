import { useEffect, useRef, useState } from 'react'
import { number } from '../i18n'
import { words } from './texts'

export type Bar = { label: string; count: number }

const HEIGHT = 190
const TOP = 12
const BOTTOM = 168
/** The width of a sign, about, and the least room of a label below. */
const SIGN = 7
const LABEL = 52

/** The step of four lines that holds the highest bar: 1, 2 or 5 and zeros. */
function stepFor(highest: number) {
  const least = Math.max(1, highest / 4)
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5, 10].find(one => one * power >= least) ?? 10)
}

/** The width in real pixels, so that what is written is as large as everywhere. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  return { box, width }
}

type Props = {
  bars: Bar[]
  title: string
  /** What a bar is of: a day, an hour, a month. */
  head: string
  /** What is counted, and how a count is said. */
  unit: string
  say: (n: number) => string
  /** The last bar is of now: it has its label, and those before it as there is room. */
  untilNow?: boolean
}

/** Upright bars along time, with the count of the one under the pointer; as a table for who does not see them. */
export function Bars({ bars, title, head, unit, say, untilNow = false }: Props) {
  const { box, width } = useWidth()
  const [pointed, point] = useState<number>()
  const highest = Math.max(...bars.map(bar => bar.count))
  const step = stepFor(highest)
  const left = Math.max(36, 8 + SIGN * number(4 * step).length)
  const place = (width - left) / bars.length
  const thick = Math.max(1, Math.min(34, place * 0.74))
  const y = (count: number) => BOTTOM - (count / (4 * step)) * (BOTTOM - TOP)
  const room = untilNow ? SIGN * Math.max(...bars.map(({ label }) => label.length)) + 8 : LABEL
  const each = Math.max(1, Math.ceil(room / place))
  const hasLabel = (i: number) => (untilNow ? (bars.length - 1 - i) % each === 0 : i % each === 0 && at(i) + LABEL / 2 < width + 8)
  const shown = pointed === undefined ? undefined : bars[pointed]
  const peak = bars.find(bar => bar.count === highest)!
  const all = bars.reduce((sum, bar) => sum + bar.count, 0)
  const at = (i: number) => left + (i + 0.5) * place
  return (
    <div className="bars" ref={box}>
      {width > 0 && (
        <svg
          className="chart"
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={words('peak', { title, count: say(all), peak: say(highest), label: peak.label })}
          onPointerLeave={() => point(undefined)}
          onPointerMove={event => {
            const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left
            const i = Math.floor(x / place)
            point(i >= 0 && i < bars.length ? i : undefined)
          }}
        >
          {[0, 1, 2, 3, 4].map(line => (
            <g key={line}>
              <line className="grid-line" x1={left} x2={width} y1={y(line * step)} y2={y(line * step)} />
              <text x={left - 8} y={y(line * step) + 4} textAnchor="end">
                {number(line * step)}
              </text>
            </g>
          ))}
          {bars.map(({ label, count }, i) => (
            <g key={label}>
              {count > 0 && (
                <rect
                  className={i === pointed ? 'is-on' : undefined}
                  x={at(i) - thick / 2}
                  width={thick}
                  y={Math.min(y(count), BOTTOM - 2)}
                  height={Math.max(2, BOTTOM - y(count))}
                  rx={Math.min(3, thick / 2)}
                />
              )}
              {hasLabel(i) && (
                <text x={at(i)} y={HEIGHT - 5} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
      {shown && (
        <div className="tip" style={{ left: Math.min(Math.max(at(pointed!), 70), width - 70) }} aria-hidden>
          {shown.label} <b className="tnum">{say(shown.count)}</b>
        </div>
      )}
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th>{head}</th>
            <th>{unit}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, count }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
