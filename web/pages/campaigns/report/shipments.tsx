import { retryable } from '../../../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { Download, RotateCw, Users } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { VIEWS, type View } from '../../../../src/modules/campaigns/body'
import { OFFICE_TOAST_MS } from '../../../constants'
import { State } from '../../../kit/chips'
import { toastError } from '../../../kit/errors'
import { phone } from '../../../kit/format'
import { number, t } from '../../../kit/i18n'
import { phone as isNarrow } from '../../../kit/screen-width'
import { Menu } from '../../../kit/menu'
import { Empty, LoadFailed } from '../../../kit/placeholder'
import { SearchBox } from '../../../kit/search-box'
import { toast } from '../../../kit/toast'
import { words as common } from '../../../crud/words'
import { dateTimeHere, shortTimeHere } from '../clock'
import { failedOf } from '../state'
import { words as campaignWords } from '../texts'
import { words } from './texts'
import type { Campaign } from '../../../catalog'
import { repeat } from '../verbs'
import { rowHeight, useInSight } from './in-sight'
import { peopleAfter, type Shipment, usePeople } from './people'

const importExport = retryable(() => import('../../../crud/export'))

const TONES = {
  waiting: 'idle',
  asking: 'run',
  confirmed: 'run',
  queued: 'run',
  sent: 'ok',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  stopped: 'wait',
} as const
const stateOf = ({ state, reason }: Shipment) => {
  const said = words(`s.${state}`)
  const why = reason && (state === 'failed' || state === 'stopped') ? words(`r.${reason}`) : ''
  return why ? `${said}: ${why}` : said
}
const timeOf = ({ readAt, deliveredAt, sentAt, confirmationRequestedAt }: Shipment) =>
  readAt ?? deliveredAt ?? sentAt ?? confirmationRequestedAt

const full = (moment: string | null) => (moment ? dateTimeHere(moment) : '')
const when = (moment: string | null) => (moment ? shortTimeHere(moment) : '–')

type Field = {
  id: string
  head: () => string
  /** In a spreadsheet. */
  text: (row: Shipment) => string
  cell: (row: Shipment) => ReactNode
  className?: string
}
const moment = (id: 'time' | 'confirmed' | 'answer' | 'optedOut', of: (row: Shipment) => string | null): Field => ({
  id,
  head: () => words(id),
  text: row => full(of(row)),
  cell: row => when(of(row)),
  className: `muted tnum ${id === 'time' ? 'desktop-only' : 'only-wide'}`,
})
const FIELDS: Field[] = [
  {
    id: 'contact',
    head: () => words('contact'),
    text: row => row.name,
    cell: row =>
      row.number ? (
        <>
          {row.name}
          {isNarrow.peek() && <small className="t-meta muted clip">{phone(row.number)}</small>}
        </>
      ) : (
        <span className="faint">{words('erased')}</span>
      ),
    className: 'font-medium',
  },
  {
    id: 'number',
    head: () => campaignWords('number'),
    text: row => row.number,
    cell: row => phone(row.number),
    className: 'muted desktop-only',
  },
  {
    id: 'situation',
    head: () => words('situation'),
    text: stateOf,
    cell: row => (
      <>
        <State tone={TONES[row.state]}>{stateOf(row)}</State>
        {/* Where that is why nothing went, it is said already. */}
        {row.optedOutAt && row.reason !== 'opted_out' && (
          <span className="desktop-only ml-2">
            <State tone="wait">{words('optedOut')}</State>
          </span>
        )}
      </>
    ),
    className: 'end-sm',
  },
  moment('time', timeOf),
  moment('confirmed', row => row.confirmedAt),
  moment('answer', row => row.answeredAt),
  moment('optedOut', row => row.optedOutAt),
]
const features = tableFeatures({})
/** Those of a campaign that asks first, and of one that does not. Who asked to leave has a word beside what became of them. */
const ASKING = FIELDS.filter(({ id }) => id !== 'optedOut')
const SHOWN = { asking: ASKING, other: ASKING.filter(({ id }) => id !== 'confirmed') }
const columnsOf = (fields: Field[]): ColumnDef<typeof features, Shipment>[] => fields.map(({ id, text }) => ({ id, accessorFn: text }))
const COLUMNS = { asking: columnsOf(SHOWN.asking), other: columnsOf(SHOWN.other) }
/** The head of a column leaves with its cells. */
const hiding = /\b(?:only-wide|desktop-only)\b/
const fieldOf = (id: string) => FIELDS.find(field => field.id === id)!

/** All of a view that a search finds, with the columns of the screen. */
async function exportAs(format: 'csv' | 'xlsx', { id, name }: Campaign, which: { view: View; searchParam: string }) {
  const { saveSheet } = await importExport()
  const rows: string[][] = [FIELDS.map(({ head }) => head())]
  for (let after = 0; ;) {
    const { records, hasMore, count } = await peopleAfter(id, { ...which, after })
    rows.push(...records.map(row => FIELDS.map(({ text }) => text(row))))
    if (!hasMore) break
    after = records.at(-1)!.id
    toast.ok(`${number(rows.length - 1)} / ${number(count)}`)
  }
  await saveSheet(name, format, rows)
  toast.ok(common('exported', { count: rows.length - 1 }), OFFICE_TOAST_MS)
}

/** Who gets a campaign, and what became of each: as many rows as there are, of which those in sight are drawn. */
export function Shipments({ campaign, changes }: { campaign: Campaign; changes: number }) {
  useSignals()
  const height = rowHeight()
  const [view, setView] = useState<View>('all')
  const [text, find] = useState('')
  const { count, rows, hasFailed, reach, refresh } = usePeople(campaign.id, view, text)
  const box = useRef<HTMLDivElement>(null)
  const { from, to } = useInSight(box, count ?? 0)
  const kind = campaign.confirmation ? 'asking' : 'other'
  const table = useTable({ features, data: rows.slice(from, to), columns: COLUMNS[kind], getRowId: row => String(row.id) })
  const lines = table.getRowModel().rows
  const elementOf = useElements(from, to)
  useEffect(() => reach(to), [to, reach])
  useEffect(() => {
    if (changes) refresh(from)
  }, [changes])
  useEffect(() => void box.current?.scrollTo(0, 0), [view, text])
  const save = (format: 'csv' | 'xlsx') => void exportAs(format, campaign, { view, searchParam: text }).catch(toastError)
  return (
    <section className="people" aria-label={words('shipments')}>
      <div className="toolbar">
        <SearchBox label={words('searchPeople')} find={find} width={220} />
        <select
          className="select"
          aria-label={words('situation')}
          value={view}
          onChange={event => setView(event.currentTarget.value as View)}
        >
          {VIEWS.filter(one => one !== 'asking' || campaign.confirmation).map(one => (
            <option key={one} value={one}>
              {words(`v.${one}`)}
            </option>
          ))}
        </select>
        <span className="ml-auto flex items-center gap-2">
          {failedOf(campaign) > 0 && campaign.status !== 'EM_ANDAMENTO' && (
            <button type="button" className="btn btn-quiet" onClick={() => void repeat(campaign)}>
              <RotateCw className="icon icon-sm" aria-hidden />
              {words('repeat', { n: number(failedOf(campaign)) })}
            </button>
          )}
          <Menu
            label={words('exportPeople')}
            end
            items={[
              { label: common('exportXlsx'), run: () => save('xlsx') },
              { label: common('exportCsv'), run: () => save('csv') },
            ]}
            trigger={
              <button type="button" className="btn btn-plain">
                <Download className="icon icon-sm" aria-hidden />
                {words('exportPeople')}
              </button>
            }
          />
        </span>
      </div>
      {hasFailed && !rows.length && <LoadFailed what={words('reportWhat')} retry={() => reach(1)} />}
      {count === 0 && (
        <Empty
          icon={Users}
          title={text ? t('common.noMatch') : words('nobody')}
          text={campaign.status === 'INATIVA' || campaign.status === 'PROGRAMADA' ? words('nobodyYet') : undefined}
        />
      )}
      {count !== undefined && count > 0 && (
        <div ref={box} className="page-body" tabIndex={0}>
          <table className="data" aria-label={words('shipments')} aria-rowcount={count + 1}>
            <thead>
              <tr>
                {table.getHeaderGroups()[0]!.headers.map(({ id }) => (
                  <th key={id} className={hiding.exec(fieldOf(id).className ?? '')?.[0]}>
                    {fieldOf(id).head()}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {from > 0 && <tr aria-hidden style={{ height: from * height }} />}
              {Array.from({ length: to - from }, (_, i) => (
                <Line key={elementOf(from + i)} at={from + i} row={lines[i]?.original} height={height} fields={SHOWN[kind]} />
              ))}
              {to < count && <tr aria-hidden style={{ height: (count - to) * height }} />}
            </tbody>
          </table>
        </div>
      )}
      {count !== undefined && count > 0 && (
        <div className="list-foot">
          <span className="tnum">{words('peopleFoot', { n: count })}</span>
        </div>
      )}
    </section>
  )
}

/**
 * Which of the elements that are there says a row: one that leaves the sight at one end is written anew at the other. After a jump, which
 * leaves none in sight, each stays at its place and says something else.
 */
function useElements(from: number, to: number) {
  const { current: drawn } = useRef({ from: 0, to: 0, first: 0, count: 1 })
  if (from >= drawn.to || to <= drawn.from) drawn.first += from - drawn.from
  Object.assign(drawn, { from, to, count: Math.max(drawn.count, to - from) })
  return (at: number) => (((at - drawn.first) % drawn.count) + drawn.count) % drawn.count
}

type LineProps = { at: number; row: Shipment | undefined; height: number; fields: Field[] }

/** A row, or its place while it is on its way. */
const Line = memo(function Line({ at, row, height, fields }: LineProps) {
  return (
    <tr style={{ height }} aria-rowindex={at + 2}>
      {row ? (
        fields.map(({ id, cell, className }) => (
          <td key={id} className={className}>
            {cell(row)}
          </td>
        ))
      ) : (
        <td colSpan={fields.length}>
          <span className="skeleton" style={{ width: '40%' }} />
        </td>
      )}
    </tr>
  )
})
