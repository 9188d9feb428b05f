import { Download, RotateCw, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { VIEWS, type View } from '../../../../src/modules/campaigns/body'
import { OFFICE_TOAST_MS } from '../../../constants'
import { get } from '../../../kit/api'
import { State } from '../../../kit/chips'
import { toastError } from '../../../kit/errors'
import { dateTime, phone, shortTime } from '../../../kit/format'
import { number, t } from '../../../kit/i18n'
import { Menu } from '../../../kit/menu'
import { Empty, LoadFailed } from '../../../kit/placeholder'
import { SearchBox } from '../../../kit/search-box'
import { toast } from '../../../kit/toast'
import { words as common } from '../../../crud/words'
import { words } from '../texts'
import type { Campaign } from '../../../catalog'
import { repeat } from '../verbs'
import { type Shipment, usePeople } from './people'

/** A row of the table, as its style has it. */
const ROW = 44
/** Rows above and below those in sight. */
const MARGIN = 20

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

const FIELDS: [head: () => string, text: (row: Shipment) => string][] = [
  [() => words('contact'), row => row.name],
  [() => words('number'), row => row.number],
  [() => words('situation'), stateOf],
  [() => words('time'), row => (timeOf(row) ? dateTime(timeOf(row)!) : '')],
  [() => words('confirmed'), row => (row.confirmedAt ? dateTime(row.confirmedAt) : '')],
  [() => words('answer'), row => (row.answeredAt ? dateTime(row.answeredAt) : '')],
]

/** All of a view, with the columns of the screen. */
async function exportAs(format: 'csv' | 'xlsx', { id, name }: Campaign, view: View) {
  const { saveSheet } = await import('../../../crud/export')
  const rows: string[][] = [FIELDS.map(([head]) => head())]
  for (let pageNumber = 1; ; pageNumber++) {
    const { records, hasMore, count } = await get<{ records: Shipment[]; hasMore: boolean; count: number }>(`/campaigns/${id}/shipments`, {
      view,
      pageNumber,
    })
    rows.push(...records.map(row => FIELDS.map(([, text]) => text(row))))
    if (!hasMore) break
    toast.ok(`${number(rows.length - 1)} / ${number(count)}`)
  }
  await saveSheet(name, format, rows)
  toast.ok(common('exported', { count: rows.length - 1 }), OFFICE_TOAST_MS)
}

/** Who gets a campaign, and what became of each: as many rows as there are, of which those in sight are drawn. */
export function Shipments({ campaign, changes }: { campaign: Campaign; changes: number }) {
  const [view, setView] = useState<View>('all')
  const [text, find] = useState('')
  const { count, rows, hasFailed, see, refresh } = usePeople(campaign.id, view, text)
  const box = useRef<HTMLDivElement>(null)
  const [from, scroll] = useState(0)
  const shown = Math.ceil((box.current?.clientHeight ?? 800) / ROW) + 2 * MARGIN
  const to = Math.min(count ?? 0, from + shown)
  useEffect(() => {
    if (count) see(from, Math.max(from, to - 1))
  }, [count, from, to, see])
  useEffect(() => {
    if (changes) refresh(from, Math.max(from, to - 1))
  }, [changes])
  const save = (format: 'csv' | 'xlsx') => void exportAs(format, campaign, view).catch(toastError)
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
          {VIEWS.map(one => (
            <option key={one} value={one}>
              {words(`v.${one}`)}
            </option>
          ))}
        </select>
        <span className="ml-auto flex items-center gap-2">
          {campaign.counts.failed > 0 && campaign.status !== 'EM_ANDAMENTO' && (
            <button type="button" className="btn btn-quiet" onClick={() => void repeat(campaign)}>
              <RotateCw className="icon icon-sm" aria-hidden />
              {words('repeat', { n: number(campaign.counts.failed) })}
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
      {hasFailed && !rows.size && <LoadFailed what={words('reportWhat')} retry={() => refresh(0, 0)} />}
      {count === 0 && (
        <Empty
          icon={Users}
          title={text ? t('common.noMatch') : words('nobody')}
          text={campaign.status === 'INATIVA' || campaign.status === 'PROGRAMADA' ? words('nobodyYet') : undefined}
        />
      )}
      {count !== undefined && count > 0 && (
        <div
          ref={box}
          className="page-body"
          tabIndex={0}
          onScroll={event => scroll(Math.max(0, Math.floor(event.currentTarget.scrollTop / ROW) - MARGIN))}
        >
          <table className="data" aria-label={words('shipments')} aria-rowcount={count + 1}>
            <thead>
              <tr>
                {FIELDS.map(([head], i) => (
                  <th key={i} className={i === 1 || i > 2 ? 'only-wide' : undefined}>
                    {head()}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {from > 0 && <tr aria-hidden style={{ height: from * ROW }} />}
              {Array.from({ length: Math.max(0, to - from) }, (_, i) => (
                <Line key={from + i} at={from + i} row={rows.get(from + i)} />
              ))}
              {to < count && <tr aria-hidden style={{ height: (count - to) * ROW }} />}
            </tbody>
          </table>
        </div>
      )}
      {count !== undefined && count > 0 && (
        <div className="list-foot">
          <span className="tnum">{words('peopleFoot', { n: number(count) })}</span>
        </div>
      )}
    </section>
  )
}

const when = (moment: string | null) => (moment ? shortTime(moment) : '–')

function Line({ at, row }: { at: number; row: Shipment | undefined }) {
  if (!row)
    return (
      <tr style={{ height: ROW }} aria-rowindex={at + 2}>
        <td colSpan={FIELDS.length}>
          <span className="skeleton" style={{ width: '40%' }} />
        </td>
      </tr>
    )
  return (
    <tr aria-rowindex={at + 2}>
      <td>
        <span className="font-medium clip block max-w-64">{row.name}</span>
        <span className="t-meta muted mobile-only">{phone(row.number)}</span>
      </td>
      <td className="muted only-wide">{phone(row.number)}</td>
      <td className="end-sm">
        <State tone={TONES[row.state]}>{stateOf(row)}</State>
      </td>
      <td className="muted tnum only-wide">{when(timeOf(row))}</td>
      <td className="muted tnum only-wide">{when(row.confirmedAt)}</td>
      <td className="muted tnum only-wide">{when(row.answeredAt)}</td>
    </tr>
  )
}
