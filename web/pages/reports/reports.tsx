import { retryable } from '../../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { EllipsisVertical, FileSpreadsheet, FileText, ListFilter, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { OFFICE_TOAST_MS } from '../../constants'
import { choicesOf } from '../../catalog'
import { useRight } from '../../crud/right'
import { words as common } from '../../crud/words'
import { toastError } from '../../kit/errors'
import { number, t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { Menu } from '../../kit/menu'
import { Picker } from '../../kit/picker'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { SearchBox } from '../../kit/search-box'
import { DataTable } from '../../kit/table'
import { toast } from '../../kit/toast'
import { columns, FIELDS } from './columns'
import { type Filter, NOTHING, pageOf, useReport } from './report'
import { words } from './texts'

const importExport = retryable(() => import('../../crud/export'))

const MANY = 500

/** All that the filter finds, with the columns of the screen. */
async function exportAs(format: 'csv' | 'xlsx', filter: Filter) {
  const { saveSheet } = await importExport()
  const rows: (string | number)[][] = []
  for (let page = 1; ; page++) {
    const found = await pageOf(filter, page, MANY)
    rows.push(...found.rows.map(row => FIELDS.map(({ text }) => text(row))))
    if (rows.length >= found.count || !found.rows.length) break
    toast.ok(words('exporting', { done: rows.length, count: found.count }))
  }
  await saveSheet(words('file'), format, [FIELDS.map(({ head }) => head()), ...rows])
  toast.ok(words('exported', { n: rows.length }), OFFICE_TOAST_MS)
}

/** Every ticket of the company, by when it was opened, for a spreadsheet. */
export default function Reports() {
  useSignals()
  const [, go] = useLocation()
  const [filter, setFilter] = useState(NOTHING)
  const [emptied, empty] = useState(0)
  const [isOpen, open] = useState(false)
  const shownColumns = useMemo(() => columns(), [])
  if (!useRight('reports:view', '/ticket/reports')) return null
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part })
  const isFiltered = filter !== NOTHING
  const save = (format: 'csv' | 'xlsx') => void exportAs(format, filter).catch(toastError)
  const items = [
    { icon: <FileText className="icon" aria-hidden />, label: common('exportCsv'), run: () => save('csv') },
    { icon: <FileSpreadsheet className="icon" aria-hidden />, label: common('exportXlsx'), run: () => save('xlsx') },
  ]
  const dateOf = (key: 'dateFrom' | 'dateTo', label: string) => (
    <label className="report-date">
      <span>{label}</span>
      <input
        type="date"
        className="input"
        defaultValue=""
        onChange={({ target: { value } }) => (!value || /^[12]\d{3}-/.test(value)) && change({ [key]: value })}
      />
    </label>
  )
  return (
    <div className="page reports">
      <header className="page-head">
        <h1>{words('title')}</h1>
        <div className="acts">
          <Menu label={t('common.more')} end items={items} trigger={<IconButton icon={EllipsisVertical} label={t('common.more')} />} />
        </div>
      </header>
      <div className={isOpen ? 'toolbar is-open' : 'toolbar'} key={emptied}>
        <SearchBox label={words('search')} find={searchParam => change({ searchParam })} width={248} />
        <button className="btn btn-quiet report-open" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <ListFilter className="icon icon-sm" aria-hidden />
          {words('filters')}
        </button>
        {dateOf('dateFrom', words('from'))}
        {dateOf('dateTo', words('to'))}
        <Picker
          id="report-people"
          label={words('people')}
          choices={choicesOf('users')}
          chosen={filter.users}
          change={users => change({ users })}
          several
          none={words('anyPerson')}
        />
        <Picker
          id="report-queues"
          label={words('queues')}
          choices={choicesOf('queues')}
          chosen={filter.queueIds}
          change={queueIds => change({ queueIds })}
          several
          none={words('anyQueue')}
        />
        <Picker
          id="report-connection"
          label={words('connection')}
          choices={choicesOf('connections')}
          chosen={filter.whatsappId ? [filter.whatsappId] : []}
          change={([whatsappId]) => change({ whatsappId })}
          none={words('anyConnection')}
        />
        <select
          className="select"
          aria-label={words('status')}
          value={filter.status}
          onChange={event => change({ status: event.target.value })}
        >
          <option value="">{words('anyStatus')}</option>
          {(['open', 'pending', 'closed', 'group'] as const).map(status => (
            <option key={status} value={status}>
              {words(status)}
            </option>
          ))}
        </select>
      </div>
      <Found
        filter={filter}
        columns={shownColumns}
        open={uuid => go(`/tickets/${uuid}`)}
        clear={
          isFiltered
            ? () => {
                setFilter(NOTHING)
                empty(emptied + 1)
              }
            : undefined
        }
      />
    </div>
  )
}

type FoundProps = { filter: Filter; columns: ReturnType<typeof columns>; open: (uuid: string) => void; clear: (() => void) | undefined }

function Found({ filter, columns: shownColumns, open, clear }: FoundProps) {
  const { shown, error, isLoading, retry, more } = useReport(filter)
  if (error && !shown?.rows.length) return <LoadFailed what={words('report')} retry={retry} />
  if (!shown)
    return (
      <div className="page-body">
        <Skeleton rows={9} height={44} avatar={false} />
      </div>
    )
  if (!shown.rows.length)
    return clear ? (
      <Empty icon={SearchX} title={t('common.noMatch')}>
        <button className="btn btn-plain" onClick={clear}>
          {t('common.clearFilters')}
        </button>
      </Empty>
    ) : (
      <Empty icon={FileSpreadsheet} title={words('empty')} text={words('emptyText')} />
    )
  return (
    <>
      <DataTable
        label={words('title')}
        rows={shown.rows}
        columns={shownColumns}
        open={row => open(row.uuid)}
        dim={isLoading && shown.page === 1}
        more={more}
      />
      <div className="list-foot">
        <span className="tnum">{words('count', { n: number(shown.rows.length), count: number(shown.count) })}</span>
        {isLoading && <span>{t('common.loadingMore')}</span>}
      </div>
    </>
  )
}
