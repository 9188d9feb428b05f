import type { Line } from '../../../src/modules/invoices'
import { money } from './money'
import { words } from './plan-texts'

/** What a line is for, with its months or days where it counts some. */
export function nameOf({ kind, text, n }: Pick<Line, 'kind' | 'text' | 'n'>) {
  const name = words(`line.${kind}`, { text, n })
  if (kind === 'plan' && n > 1) return `${name} · ${words('months', { n })}`
  return kind === 'change' ? `${name} · ${words('days', { n })}` : name
}

/** What an amount is made of. */
export const Lines = ({ lines }: { lines: Line[] }) =>
  lines.map((line, i) => (
    <div key={line.itemId ?? `${line.kind}-${i}`}>
      <dt>{nameOf(line)}</dt>
      <dd className="tnum">{money(line.cents / 100)}</dd>
    </div>
  ))
