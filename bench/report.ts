import { type Figure, isMet } from './figures'
import type { Machine } from './machine'
import { rounded } from './measure'

type Told = Figure & { bench: string; met?: boolean }
export type Report = { machine: Machine; scale: number; figures: Told[]; failed: { bench: string; reason: string }[] }

const round = (value: number) => rounded(value, value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0)
const valueOf = ({ value, unit }: Figure) => `${round(value)} ${unit}`.trim()
const goalOf = ({ goal }: Figure) => (!goal ? '' : 'atMost' in goal ? `≤ ${round(goal.atMost)}` : `≥ ${round(goal.atLeast)}`)
const verdict = (figure: Figure) => ({ true: 'met', false: 'not met', undefined: '–' })[String(isMet(figure)) as 'true']

/** A figure as it comes. */
export const line = (figure: Figure) =>
  `  ${figure.name.padEnd(66)} ${valueOf(figure).padStart(14)}  ${verdict(figure)}${figure.detail ? `  (${figure.detail})` : ''}\n`

/** The new value as a share of the one of an earlier run. */
function ratioOf({ bench, name, value }: Told, earlier: Report | undefined) {
  const before = earlier?.figures.find(figure => figure.bench === bench && figure.name === name)
  return before?.value ? `${round(value / before.value)} ×` : ''
}

function cells(figures: Told[], earlier: Report | undefined) {
  const head = ['figure', 'value', 'goal', '', ...(earlier ? ['new / old'] : [])]
  const rows = figures.map(figure => [
    `${figure.bench}: ${figure.name}`,
    valueOf(figure),
    goalOf(figure),
    verdict(figure),
    ...(earlier ? [ratioOf(figure, earlier)] : []),
  ])
  return { head, rows }
}

const about = ({ machine: { processor, cores, memoryGb, system, load, bun, commit, date }, scale }: Report) =>
  `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, load ${round(load)}; Bun ${bun}, commit ${commit}, ${date.slice(0, 16)}Z, scale ${scale}`

export function table(report: Report, earlier?: Report) {
  const { head, rows } = cells(report.figures, earlier)
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map(row => row[i]!.length)))
  const aligned = [head, ...rows].map(row => row.map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  '))
  return `${aligned.join('\n')}\n\n${about(report)}\n`
}

/** What has a goal, for a page of documentation. */
export function markdown(report: Report, earlier?: Report) {
  const goals = report.figures.filter(figure => figure.goal)
  const { head, rows } = cells(goals, earlier)
  const written = [head, head.map((_, i) => (i ? '---:' : '---')), ...rows].map(row => `| ${row.join(' | ')} |`)
  return `${written.join('\n')}\n\n${about(report)}\n`
}
