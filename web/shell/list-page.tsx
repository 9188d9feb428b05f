import { useSignals } from '@preact/signals-react/runtime'
import { Plus, SearchX } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Collection } from '../kit/collection'
import { FailedLine } from '../kit/failed-line'
import { number, t } from '../kit/i18n'
import { keycaps, keysOf, useShortcut } from '../kit/keys'
import { Empty, LoadFailed, Skeleton } from '../kit/placeholder'
import { SearchBox } from '../kit/search-box'
import { type Column, DataTable, type TableProps } from '../kit/table'
import { useSearchTarget } from './focus-search'

type Props<R extends { id: number }> = {
  title: string
  /** As in "Não deu para carregar as tags". */
  what: string
  list: Collection<R>
  columns: Column<R>[]
  /** In the place of the table. */
  table?: ComponentType<TableProps<R>>
  /** Without it the list is one of the catalogue, which is read and followed already. */
  search?: { label: string; from?: number }
  /** The one filled button; also on C. */
  create?: { label: string; run: () => void }
  /** What is shown when there is nothing at all. */
  empty: ReactNode
  foot: (shown: number, count: number) => ReactNode
  open?: (row: R) => void
  closed?: (row: R) => boolean
  remove?: (row: R) => void
  tall?: boolean
  /** Below the head, over everything else. */
  notice?: ReactNode
  /** Beside the filled button. */
  head?: ReactNode
  actions?: (row: R) => ReactNode
  /** The row whose form is open. */
  selected?: number
  /** Filters beside the search, and what they leave of the rows. */
  filters?: ReactNode
  keep?: (row: R) => boolean
  clear?: () => void
}

/** The page of a noun: title and count, search, the table that follows the server, and its foot. */
export function ListPage<R extends { id: number }>({ title, list, search, create, filters, foot, head, notice, ...rest }: Props<R>) {
  useSignals()
  useShortcut('create', () => create?.run(), Boolean(create))
  useEffect(() => {
    if (!search) return
    void list.find('')
    return list.follow()
  }, [list])
  const rows = rest.keep ? list.items.value.filter(rest.keep) : list.items.value
  const key = keysOf('create')
  // The empty state has the filled button then.
  const nothing = list.loaded.value && !list.items.value.length && !list.search.value
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        {list.loaded.value && <span className="sub tnum">{number(list.count.value)}</span>}
        <div className="acts">
          {head}
          {create && (
            <button className={`btn ${nothing ? 'btn-plain' : 'btn-primary'}`} onClick={create.run}>
              <Plus className="icon" aria-hidden />
              {create.label} {key && <kbd className="kbd">{keycaps(key)[0]}</kbd>}
            </button>
          )}
        </div>
      </header>
      {notice}
      {search && <Toolbar list={list} {...search} filters={filters} />}
      <Rows {...rest} title={title} list={list} rows={rows} find={() => void list.find('')} />
      {rows.length > 0 && (
        <div className="list-foot">
          <span className="tnum">{foot(rows.length, list.count.value)}</span>
          {list.loading.value && !list.stale.value && (
            <>
              <span className="loading loading-spinner" style={{ width: 14 }} />
              <span>{t('common.loadingMore')}</span>
            </>
          )}
          {list.failed.value && <FailedLine what={rest.what} retry={() => void list.retry()} />}
        </div>
      )}
    </div>
  )
}

type ToolbarProps<R extends { id: number }> = NonNullable<Props<R>['search']> & Pick<Props<R>, 'list' | 'filters'>

function Toolbar<R extends { id: number }>({ list, label, from = 1, filters }: ToolbarProps<R>) {
  useSignals()
  const box = useRef<HTMLInputElement>(null)
  useSearchTarget(() => box.current?.focus())
  const [short, setShort] = useState(false)
  const find = (text: string) => {
    const enough = [...text].length >= from
    const wanted = enough ? text : ''
    setShort(text !== '' && !enough)
    if (wanted !== list.search.value) void list.find(wanted)
  }
  return (
    <div className="toolbar">
      <SearchBox ref={box} label={label} find={find} width={260} initial={list.search.peek()} />
      {filters}
      {short && <span className="faint t-meta">{t('common.searchFrom', { n: from })}</span>}
    </div>
  )
}

type RowsProps<R extends { id: number }> = Omit<Props<R>, 'search' | 'create' | 'foot' | 'filters' | 'head' | 'notice'> & {
  rows: R[]
  find: () => void
}

function Rows<R extends { id: number }>({
  title,
  what,
  list,
  rows,
  columns,
  table: Table = DataTable,
  empty,
  open,
  closed,
  remove,
  tall,
  actions,
  selected,
  keep,
  clear,
}: RowsProps<R>) {
  useSignals()
  if (list.failed.value && !rows.length) return <LoadFailed what={what} retry={() => void list.retry()} />
  if (!list.loaded.value)
    return (
      <div className="page-body">
        <Skeleton rows={9} height={44} avatar={false} />
      </div>
    )
  if (!list.items.value.length && !list.search.value) return empty
  if (!rows.length && !list.hasMore.value)
    return (
      <Empty icon={SearchX} title={t('common.noMatch')}>
        {keep && clear && (
          <button className="btn btn-plain" onClick={clear}>
            {t('common.clearFilters')}
          </button>
        )}
      </Empty>
    )
  // A page of which a filter leaves nothing changes no row: the table is drawn again all the same, and asks for the next.
  void list.loading.value
  const props = { rows, columns, open, closed, remove, tall, actions, selected }
  return <Table label={title} {...props} dim={list.stale.value} more={list.nearEnd} />
}
