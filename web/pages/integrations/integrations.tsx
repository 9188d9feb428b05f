import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, Plug, Plus, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { del, get } from '../../kit/api'
import { State } from '../../kit/chips'
import { confirm } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { ago } from '../../kit/format'
import { number, t, translated } from '../../kit/i18n'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { SearchBox } from '../../kit/search-box'
import { DataTable, type Column } from '../../kit/table'
import { toast } from '../../kit/toast'
import { IconButton } from '../../kit/tooltip'
import { isAdmin, user } from '../../session'
import { Editor } from './editor'
import { list, open, placesOf, plugins } from './store'
import { TypeIcon } from './type-icon'
import { pluginFor, type Integration } from './types'
import { words } from './texts'

/** Leads away who may not be here, in words. */
function useRight() {
  const [, go] = useLocation()
  useEffect(() => {
    const refuse = (text: string) => {
      toast.bad(text)
      return setTimeout(() => go('/tickets', { replace: true }), 1_000)
    }
    if (!isAdmin.peek()) return void refuse(t('common.noPermission'))
    const id = user.peek()?.companyId
    get<{ plan: { useIntegrations: boolean } | null }>(`/companies/listPlan/${id}`).then(
      ({ plan }) => plan && !plan.useIntegrations && refuse(words('noPlan')),
      () => undefined,
    )
  }, [go])
}

export default function Integrations() {
  useSignals()
  useRight()
  useEffect(open, [])
  const [editing, edit] = useState<Integration | 'new' | null>(null)
  const all = plugins.value
  const plugin = editing === 'new' ? all[0] : editing ? pluginFor(all, editing.type) : undefined
  const columns = useMemo(() => columnsOf(), [])
  const { items, search, loaded, loading, failed, count } = list
  const start = () => edit('new')
  const change = (row: Integration) => (pluginFor(all, row.type) ? edit(row) : toast.bad(words('noPlugin', { type: row.type })))
  const add = (
    <button className="btn btn-primary" disabled={!all.length} onClick={start}>
      <Plus className="icon" aria-hidden />
      {words('new')}
    </button>
  )
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('nav.integrations')}</h1>
        {loaded.value && <span className="sub tnum">{number(count.value)}</span>}
        <div className="acts">{add}</div>
      </header>
      <div className="toolbar">
        <SearchBox label={words('search')} find={list.find} width={260} />
      </div>
      {failed.value && !items.value.length ? (
        <LoadFailed what={words('what')} retry={list.reload} />
      ) : !loaded.value ? (
        <Skeleton height={68} />
      ) : items.value.length ? (
        <DataTable
          tall
          label={t('nav.integrations')}
          rows={items.value}
          columns={columns}
          open={change}
          more={list.more}
          dim={loading.value}
          actions={row => (
            <>
              <IconButton icon={Pencil} className="btn-sm" label={words('edit', { name: row.name })} onClick={() => change(row)} />
              <IconButton icon={Trash2} className="btn-sm" label={words('delete', { name: row.name })} onClick={() => remove(row)} />
            </>
          )}
        />
      ) : search.value ? (
        <Empty icon={Plug} title={t('common.noMatch')} />
      ) : (
        <Empty icon={Plug} title={words('emptyTitle')} text={words('emptyText')}>
          {add}
        </Empty>
      )}
      {editing && plugin && <Editor plugins={all} plugin={plugin} row={editing === 'new' ? undefined : editing} close={() => edit(null)} />}
    </div>
  )
}

async function remove(row: Integration) {
  const used = placesOf(row.id).map(({ place }) => place.name)
  const text = used.length ? words('deleteUsed', { names: used.join(', ') }) : words('deleteText')
  if (
    !(await confirm({
      title: words('deleteTitle', { name: row.name }),
      text,
      action: words('deleteAction'),
      danger: true,
    }))
  )
    return
  try {
    await del(`/queueIntegration/${row.id}`)
    list.remove(row.id)
    toast.ok(words('deleted'), 3_000)
  } catch (error) {
    toastError(error)
  }
}

const columnsOf = (): Column<Integration>[] => [
  { id: 'name', head: t('common.name'), cell: row => <Name row={row} />, value: row => row.name },
  { id: 'where', head: words('usedIn'), cell: row => <Used id={row.id} />, className: 'only-wide muted' },
  { id: 'state', head: words('state'), cell: row => <Outcome row={row} /> },
]

function Name({ row }: { row: Integration }) {
  useSignals()
  const plugin = pluginFor(plugins.value, row.type)
  return (
    <div className="flex items-center gap-3 min-w-0">
      <span className="tile">
        <TypeIcon type={plugin?.name ?? row.type} />
      </span>
      <div className="min-w-0">
        <div className="font-medium clip">{row.name}</div>
        <div className="t-meta faint">
          {plugin?.title ?? row.type} · {row.id}
        </div>
      </div>
    </div>
  )
}

function Used({ id }: { id: number }) {
  useSignals()
  return (
    <>
      {placesOf(id)
        .map(({ place }) => place.name)
        .join(', ') || '–'}
    </>
  )
}

function Outcome({ row }: { row: Integration }) {
  useSignals()
  if (plugins.value.length && !pluginFor(plugins.value, row.type)) return <State tone="wait">{words('stateNoPlugin')}</State>
  if (!row.lastAt) return <State tone="idle">{words('stateNever')}</State>
  if (!row.lastError) return <State tone="ok">{words('stateOk', { ago: ago(row.lastAt) })}</State>
  return (
    <div className="grid justify-items-start gap-1">
      <State tone="bad">{words('stateBad', { ago: ago(row.lastAt) })}</State>
      <span className="t-meta faint only-wide">{translated(`error.${row.lastError}`) ?? row.lastError}</span>
    </div>
  )
}
