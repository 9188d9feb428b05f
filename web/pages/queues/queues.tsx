import { Layers } from 'lucide-react'
import { queueApi } from '../../../src/modules/queues/api'
import { QueueBody } from '../../../src/modules/queues/body'
import type { Queue } from '../../catalog'
import type { Columns } from '../../crud/columns'
import { crudPage } from '../../crud/page'
import { Dot } from '../../kit/chips'
import type { Column } from '../../kit/table'
import { may } from '../../session'
import { hasHours, initialHours, queueTabs } from './queue-sheet'
import { TryOut } from '../try-out/try-out'
import { words } from './texts'

const TRIED = ['name', 'greetingMessage', 'outOfHoursMessage', 'schedules', 'promptId', 'integrationId']

const columns = ({ integrationId }: Columns<Queue>): Column<Queue>[] => [
  {
    id: 'order',
    head: words('orderQueue'),
    className: 'muted tnum only-wide',
    value: row => row.orderQueue ?? 0,
    cell: row => row.orderQueue ?? '–',
  },
  { id: 'id', head: 'Id', className: 'muted tnum only-wide', value: row => row.id, cell: row => row.id },
  {
    id: 'name',
    head: words('name'),
    value: row => row.name.toLowerCase(),
    cell: row => (
      <span className="inline-flex items-center gap-2 font-medium min-w-0">
        <Dot color={row.color} />
        <span className="clip">{row.name}</span>
      </span>
    ),
  },
  {
    id: 'greeting',
    head: words('greetingMessage'),
    className: 'muted wide',
    cell: row =>
      row.greetingMessage ? (
        <span className="clip block max-w-120">{row.greetingMessage}</span>
      ) : (
        <span className="faint">{words('noGreeting')}</span>
      ),
  },
  integrationId!,
]

/** The queues of the company, in the order of the menu that customers get. */
export default crudPage<Queue>({
  api: queueApi,
  body: QueueBody,
  words,
  icon: Layers,
  columns,
  nameOf: row => row.name,
  order: (a, b) => (a.orderQueue ?? 0) - (b.orderQueue ?? 0) || a.id - b.id,
  right: 'queues:write',
  media: true,
  fields: {
    color: { isDistinct: true },
    outOfHoursMessage: { when: hasHours },
    promptId: { when: () => may('prompts:write') },
    integrationId: { when: () => may('integrations:write') },
  },
  values: initialHours,
  tabs: queueTabs,
  after: (form, row) => <TryOut form={form} kind="queue" id={row?.id} fields={TRIED} />,
  width: 760,
  exports: row => ({
    [words('name')]: row.name,
    [words('color')]: row.color,
    [words('orderQueue')]: row.orderQueue,
    [words('greetingMessage')]: row.greetingMessage,
  }),
})
