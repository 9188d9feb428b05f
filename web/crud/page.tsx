import { retryable } from '../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { EllipsisVertical, FileDown, FileUp, type LucideIcon, Pencil, SearchX, Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { OFFICE_TOAST_MS } from '../constants'
import type { NounApi } from '../../src/kernel/noun/api'
import { del } from '../kit/api'
import { type Collection, collection } from '../kit/collection'
import { confirm } from '../kit/confirm'
import { toastError } from '../kit/errors'
import { t } from '../kit/i18n'
import { Empty } from '../kit/placeholder'
import { type Item, Menu } from '../kit/menu'
import type { Column, TableProps } from '../kit/table'
import { toast } from '../kit/toast'
import { IconButton } from '../kit/icon-button'
import { ListPage } from '../shell/list-page'
import { type Cells, type Columns, columnsOf } from './columns'
import { ImportSheet } from './import'
import type { Importing } from './import/import-dialog'
import type { Sheet as ExportedSheet } from './export'
import type { Right } from '../../src/modules/rights'
import { type Reason, useRight } from './right'
import { NounSheet, type SheetProps, type SheetSpec } from './sheet'
import { capital, sayer } from './words'

const importExport = retryable(() => import('./export'))

/** What stands beside the search, and which rows it leaves where it is not the list that asks for fewer. */
export type Beside<R> = { bar: () => ReactNode; keep?: () => ((row: R) => boolean) | undefined; clear: () => void }

type Spec<R extends { id: number }> = SheetSpec<R> & {
  api: NounApi
  icon: LucideIcon
  /** Without it how its rows are called, in many. */
  title?: () => string | undefined
  /** The cells of these fields are drawn by the page. */
  cells?: Cells<R>
  /** In the place of all fields of the body; `open` opens the form of a row, for a button in a cell. */
  columns?: (fields: Columns<R>, open: (row: R) => void) => Column<R>[]
  /** Draws the rows in the place of a table. */
  table?: ComponentType<TableProps<R>>
  nameOf: (row: R) => string
  order?: (a: R, b: R) => number
  /** In the place of all rows: some of them, or a list of the catalogue, which is followed already, and not searched, as others show it too. */
  list?: () => Collection<R>
  /** Without it nobody sees the page. */
  right?: Right
  /** Why, where the server lets everyone read the rows. */
  reason?: Reason
  /** Who may make a row, change or delete this one. Without it everyone who may be here. */
  can?: { create?: () => boolean; write?: (row: R) => boolean; remove?: (row: R) => boolean }
  /** What a deletion takes with it. */
  removeText?: (row: R) => string | Promise<string>
  /** Deletes in the page's own way, in the place of a question. */
  remove?: (row: R) => void
  filters?: Beside<R>
  /** Further entries of the menu of the page. */
  more?: () => Item[]
  /** Rows come from a spreadsheet; what is special about that. */
  imports?: true | (() => Importing)
  /** The cells of a row in a spreadsheet, whose heads are the keys; or its fields, under their labels. */
  exports?: true | ((row: R) => Record<string, string | number | boolean | null>)
  /** Rows of two lines. */
  tall?: boolean
  /** What a press of a row does, where it is not to open its form. */
  press?: (row: R) => void
  /** Further buttons of a row. */
  actions?: (row: R) => ReactNode
  /** A menu of the row with these entries, to which changing and deleting go then. */
  menu?: (row: R) => Item[]
  foot?: (shown: number, count: number) => ReactNode
  /** Between the head of the page and the list. */
  notice?: (list: Collection<R>) => ReactNode
  /** In the place of the sheet that is drawn from the body. */
  sheet?: (props: SheetProps<R> & { open: (row: R) => void }) => ReactNode
  /** One deletes in the sheet too: a phone shows it there alone. */
  sheetRemoves?: true
}

/** The page of a noun, whole: its list that follows the server, its form, deleting, import and export. */
export function crudPage<R extends { id: number }>(spec: Spec<R>) {
  const { api, words, icon, nameOf, can = {}, exports, filters, list: newList = () => collection<R>({ api, order: spec.order }) } = spec

  async function remove(row: R) {
    if (spec.remove) return spec.remove(row)
    const say = sayer(words)
    const text = spec.removeText ? await spec.removeText(row) : say('removeText')
    const question = { title: say('removeTitle', { name: nameOf(row) }), text, action: say('remove'), danger: true }
    if (await confirm(question)) await del(`${api.path}/${row.id}`).then(() => toast.ok(say('removed'), OFFICE_TOAST_MS), toastError)
  }
  async function exportAs(format: ExportedSheet['format'], list: Collection<R>) {
    const { cellsOf, exportRows } = await importExport()
    const cells = typeof exports === 'function' ? exports : await cellsOf<R>(spec)
    await exportRows({ api, format, query: list.asked(), keep: filters?.keep?.(), cells, say: sayer(words) }).catch(toastError)
  }

  /** `begins` with the form of a new row. */
  return function NounPage({ begins }: { begins?: 'new' }) {
    useSignals()
    const say = sayer(words)
    const [{ list, isShared }] = useState(() => {
      const list = newList()
      return { list, isShared: list.isFollowed() }
    })
    const [edited, edit] = useState<R | 'new' | undefined>(begins)
    const [importing, setImporting] = useState(false)
    const columns = useMemo(() => {
      const fields = columnsOf<R>(spec.body, words, spec.cells)
      return spec.columns?.(fields, edit) ?? (Object.values(fields) as Column<R>[])
    }, [])
    const isOn = list.isNarrowed()
    useChange(JSON.stringify(list.query()), () => void list.find(list.search.peek()))
    const mayWrite = can.write ?? (() => true)
    const mayRemove = can.remove ?? mayWrite
    const mayCreate = can.create?.() ?? true
    if (!useRight(spec.right, api.path, spec.reason)) return null
    const create = mayCreate ? { label: say('new'), run: () => edit('new') } : undefined
    const row = edited === 'new' ? undefined : edited
    const isReadOnly = row && !mayWrite(row)
    const sheet: SheetProps<R> = { row, rows: list.items.value, saved: list.put, close: () => edit(undefined), isReadOnly }
    const files = [
      spec.imports && mayCreate && { icon: <FileUp className="icon" aria-hidden />, label: say('import'), run: () => setImporting(true) },
      exports && {
        icon: <FileDown className="icon" aria-hidden />,
        label: say('exportXlsx'),
        run: () => void exportAs('xlsx', list),
      },
      exports && { icon: <FileDown className="icon" aria-hidden />, label: say('exportCsv'), run: () => void exportAs('csv', list) },
      ...(spec.more?.() ?? []),
    ].filter(Boolean)
    return (
      <>
        <ListPage
          title={spec.title?.() ?? capital(words.find('many') ?? '')}
          what={say('what')}
          notice={spec.notice?.(list)}
          list={list}
          columns={columns}
          table={spec.table}
          tall={spec.tall}
          search={isShared ? undefined : { label: say('search'), from: list.searchFrom }}
          create={create}
          selected={row?.id}
          open={spec.press ?? edit}
          closed={one => !spec.press && !mayWrite(one) && !words.find('readOnly')}
          remove={one => mayRemove(one) && void remove(one)}
          foot={spec.foot ?? ((shown, count) => say('foot', { shown, count, n: count }))}
          keep={filters?.keep?.() ?? (isOn ? () => true : undefined)}
          clear={filters?.clear}
          filters={filters?.bar()}
          head={
            files.length > 0 && (
              <Menu label={t('common.more')} end items={files} trigger={<IconButton icon={EllipsisVertical} label={t('common.more')} />} />
            )
          }
          empty={
            isOn ? (
              <Empty icon={SearchX} title={t('common.noMatch')}>
                <button className="btn btn-plain" onClick={filters?.clear}>
                  {t('common.clearFilters')}
                </button>
              </Empty>
            ) : (
              <Empty icon={icon} title={words.find('emptyTitle') ?? ''} text={words.find('emptyText')}>
                {create && (
                  <button className="btn btn-primary" onClick={create.run}>
                    {create.label}
                  </button>
                )}
                {spec.imports && mayCreate && (
                  <button className="btn btn-plain" onClick={() => setImporting(true)}>
                    {say('import')}
                  </button>
                )}
              </Empty>
            )
          }
          actions={one => (
            <>
              {spec.actions?.(one)}
              {spec.menu && mayWrite(one) && (
                <Menu
                  label={say('moreOf', { name: nameOf(one) })}
                  end
                  items={[
                    { label: t('common.edit'), icon: <Pencil className="icon" aria-hidden />, run: () => edit(one) },
                    ...spec.menu(one),
                    'line',
                    mayRemove(one) && {
                      label: say('remove'),
                      icon: <Trash2 className="icon" aria-hidden />,
                      danger: true,
                      run: () => void remove(one),
                    },
                  ]}
                  trigger={<IconButton icon={EllipsisVertical} className="btn-sm" label={say('moreOf', { name: nameOf(one) })} />}
                />
              )}
              {!spec.menu && mayWrite(one) && (
                <IconButton
                  icon={Pencil}
                  className={spec.press ? 'btn-sm' : 'btn-sm in-sheet'}
                  label={say('editOne', { name: nameOf(one) })}
                  onClick={() => edit(one)}
                />
              )}
              {!spec.menu && mayRemove(one) && (
                <IconButton
                  icon={Trash2}
                  className={spec.sheetRemoves ? 'btn-sm in-sheet' : 'btn-sm'}
                  label={say('removeOne', { name: nameOf(one) })}
                  onClick={() => void remove(one)}
                />
              )}
            </>
          )}
        />
        {edited && (
          <Keyed key={row?.id ?? 'new'}>{spec.sheet ? spec.sheet({ ...sheet, open: edit }) : <NounSheet spec={spec} {...sheet} />}</Keyed>
        )}
        {importing && (
          <Suspense>
            <ImportSheet
              spec={{ ...spec, importing: spec.imports === true ? undefined : spec.imports?.() }}
              done={() => void list.reload()}
              close={() => setImporting(false)}
            />
          </Suspense>
        )}
      </>
    )
  }
}

/** Runs when the text is another one than before. */
function useChange(text: string | undefined, run: () => void) {
  const before = useRef(text)
  useEffect(() => {
    if (before.current !== text) run()
    before.current = text
  }, [text])
}

/** A sheet of another row begins anew. */
const Keyed = ({ children }: { children: ReactNode }) => children
