import { useSignals } from '@preact/signals-react/runtime'
import { Plug } from 'lucide-react'
import { useEffect } from 'react'
import { integrationApi } from '../../../src/modules/integrations/api'
import { IntegrationBody } from '../../../src/modules/integrations/body'
import { crudPage } from '../../crud/page'
import type { SheetProps } from '../../crud/sheet'
import { get } from '../../kit/api'
import { State } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import type { Column } from '../../kit/table'
import { toast } from '../../kit/toast'
import { may } from '../../session'
import { Editor } from './editor'
import { RobotState } from './robot-state'
import { placesOf, plugins } from './store'
import { words } from './texts'
import { TypeIcon } from './type-icon'
import { pluginFor, titleOf, type Integration, type Plugin } from './types'

/** The form of an integration follows from its plugin; a row of a type that no plugin answers for has none. */
function Edit({ row, saved, close }: SheetProps<Integration>) {
  useSignals()
  const all = plugins.value
  const isKnown = all.length > 0 && (!row || pluginFor(all, row.type) !== undefined)
  useEffect(() => {
    if (isKnown || !all.length) return
    toast.bad(words('noPlugin', { type: row?.type ?? '' }))
    close()
  }, [isKnown, all.length])
  return isKnown ? <Editor plugins={all} row={row} saved={saved} close={close} /> : null
}

function removeText({ id }: Integration) {
  const used = placesOf(id).map(({ place }) => place.name)
  return used.length ? words('deleteUsed', { names: used.join(', ') }) : words('deleteText')
}

const List = crudPage<Integration>({
  api: integrationApi,
  body: IntegrationBody,
  words,
  icon: Plug,
  columns: () => columnsOf(),
  tall: true,
  nameOf: row => row.name,
  right: 'integrations:write',
  sheet: props => <Edit {...props} />,
  removeText,
})

export default function Integrations() {
  useEffect(
    () => void (may('integrations:write') && get<Plugin[]>('/queueIntegration/plugins').then(all => (plugins.value = all), toastError)),
    [],
  )
  return <List />
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
        <TypeIcon type={row.type} />
      </span>
      <div className="min-w-0">
        <div className="font-medium clip">{row.name}</div>
        <div className="t-meta faint">
          {titleOf(plugin, row.type)} · {row.id}
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
  return <RobotState {...row} />
}
