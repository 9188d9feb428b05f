import { type ColumnDef, createSortedRowModel, rowSortingFeature, sortFns, tableFeatures, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { t } from './i18n'
import { useShortcut } from './keys'
import { useNearEnd } from './scroll'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns })

export type Column<R> = {
  id: string
  head: string
  cell: (row: R) => ReactNode
  /** What the column is sorted by; without it the column cannot be sorted. */
  value?: (row: R) => string | number
  /** num, only-wide (hidden on a phone), wide (a line of its own there), end-sm. */
  className?: string
}
export type TableProps<R> = {
  label: string
  rows: R[]
  columns: Column<R>[]
  /** Row click. */
  open?: (row: R) => void
  /** Rows that a click does not open. */
  closed?: (row: R) => boolean
  /** Del on a row. */
  remove?: (row: R) => void
  /** Buttons at the end of a row, shown on hover and focus. */
  actions?: (row: R) => ReactNode
  more?: () => void
  dim?: boolean
  tall?: boolean
  selected?: number
}

/** Arrows walk the rows, Enter opens the one that has the focus, Del asks to delete it. */
function rowKeys<R>(event: KeyboardEvent<HTMLTableRowElement>, row: R, { open, remove }: Pick<TableProps<R>, 'open' | 'remove'>) {
  const at = event.currentTarget
  if (event.target !== at) return
  const next = { ArrowDown: at.nextElementSibling, ArrowUp: at.previousElementSibling }[event.key]
  const run = { Enter: open, Delete: remove }[event.key]
  if (!next && !run) return
  event.preventDefault()
  if (next) (next as HTMLElement).focus()
  run?.(row)
}

/** The table of a page: sorts by its headers, asks for more 100 px before its end. Scrolls in its `.page-body`. */
export function DataTable<R extends { id: number }>({
  label,
  rows,
  columns,
  open: press,
  closed,
  remove,
  actions,
  more,
  dim,
  tall,
  selected,
}: TableProps<R>) {
  const defs = useMemo<ColumnDef<typeof features, R>[]>(
    () =>
      columns.map(column => ({
        id: column.id,
        header: column.head,
        accessorFn: row => column.value?.(row) ?? '',
        enableSorting: Boolean(column.value),
      })),
    [columns],
  )
  const table = useTable({ features, data: rows, columns: defs, getRowId: row => String(row.id) })
  const body = useNearEnd<HTMLDivElement>(more)
  useShortcut('rows', () => body.current?.querySelector<HTMLElement>('tbody > tr')?.focus())
  return (
    <div className={dim ? 'page-body is-dim' : 'page-body'} ref={body}>
      <table className={tall ? 'data tall' : 'data'} aria-label={label}>
        <thead>
          <tr>
            {table.getHeaderGroups()[0]!.headers.map((header, i) => {
              const sorted = header.column.getIsSorted()
              return (
                <th
                  key={header.id}
                  className={columns[i]!.className}
                  aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {columns[i]!.value ? (
                    <button type="button" className="sort" onClick={header.column.getToggleSortingHandler()}>
                      {columns[i]!.head}
                      {sorted === 'asc' && <ArrowUp className="icon icon-xs" aria-hidden />}
                      {sorted === 'desc' && <ArrowDown className="icon icon-xs" aria-hidden />}
                    </button>
                  ) : (
                    columns[i]!.head
                  )}
                </th>
              )
            })}
            {actions && (
              <th>
                <span className="sr-only">{t('common.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map(({ id, original }, i) => {
            const open = closed?.(original) ? undefined : press
            return (
              <tr
                key={id}
                className={original.id === selected ? 'is-selected' : undefined}
                style={open ? { cursor: 'pointer' } : undefined}
                tabIndex={i === 0 ? 0 : -1}
                onKeyDown={event => rowKeys(event, original, { open, remove })}
                onClick={event => {
                  if (open && !(event.target as Element).closest('button,a,input,label,select')) open(original)
                }}
              >
                {columns.map(column => (
                  <td key={column.id} className={column.className}>
                    {column.cell(original)}
                  </td>
                ))}
                {actions && (
                  <td className="end-sm">
                    <div className="acts">{actions(original)}</div>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
