import { State } from '../../kit/chips'
import { date } from '../../kit/format'
import type { Column } from '../../kit/table'
import { inWords } from '../tickets/conversation/preview'
import type { ReportRow } from './report'
import { words } from './texts'

const STATES = {
  ABERTO: ['open', 'run'],
  PENDENTE: ['pending', 'wait'],
  FECHADO: ['closed', 'idle'],
  GRUPO: ['group', 'ok'],
} as const satisfies Record<ReportRow['status'], [string, string]>
const stateOf = (row: ReportRow) => words(STATES[row.status][0])

/** 21/11/2026 16:42 of the company's clock, as the language writes a date. */
function moment(stamp: string | null) {
  if (!stamp) return ''
  const [day, time] = stamp.split(' ')
  return `${date(`${day!.split('/').toReversed().join('-')}T12:00`)} ${time}`
}

/** What a report says of each ticket: on the screen and in the file alike. */
export const FIELDS: { head: () => string; text: (row: ReportRow) => string | number }[] = [
  { head: () => words('id'), text: row => row.id },
  { head: () => words('contact'), text: row => row.contactName },
  { head: () => words('status'), text: stateOf },
  { head: () => words('person'), text: row => row.userName ?? '' },
  { head: () => words('queue'), text: row => row.queueName ?? '' },
  { head: () => words('connection'), text: row => row.whatsappName ?? '' },
  { head: () => words('opened'), text: row => moment(row.createdAt) },
  { head: () => words('ended'), text: row => moment(row.closedAt) },
  { head: () => words('lastMessage'), text: row => inWords(row.lastMessage) },
]

/** It says nothing where no head says of what. */
const dash = () => <span className="only-wide">{words('none')}</span>

const CELLS: Partial<Column<ReportRow>>[] = [
  { className: 'tnum only-wide' },
  { cell: row => <strong className="font-medium">{row.contactName}</strong> },
  { className: 'end-sm', cell: row => <State tone={STATES[row.status][1]}>{stateOf(row)}</State> },
  { cell: row => row.userName || dash() },
  { cell: row => row.queueName || dash() },
  { className: 'only-wide' },
  {
    className: 'tnum',
    cell: row => (
      <>
        <span className="phone-label">{words('opened')} </span>
        {moment(row.createdAt)}
      </>
    ),
  },
  { className: 'tnum only-wide' },
  { className: 'wide', cell: row => <span className="clip report-text">{inWords(row.lastMessage)}</span> },
]
export const columns = (): Column<ReportRow>[] =>
  FIELDS.map(({ head, text }, i) => ({ id: String(i), head: head(), cell: row => text(row) || words('none'), ...CELLS[i] }))
