import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Store, UserPlus } from 'lucide-react'
import { resellerApi } from '../../../src/modules/resellers/api'
import { ResellerBody, ResellerPatch } from '../../../src/modules/resellers/body'
import type { Columns } from '../../crud/columns'
import { crudPage } from '../../crud/page'
import { number } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import type { Column } from '../../kit/table'
import { AddOperator } from './add-operator'
import { words } from './texts'
import type { Reseller } from './types'

/** For whom one more operator is asked for. */
const asked = signal<Reseller>()

const columns = ({ isActive }: Columns<Reseller>): Column<Reseller>[] => [
  {
    id: 'name',
    head: words('name'),
    className: 'cell-who',
    value: ({ name }) => name.toLowerCase(),
    cell: ({ name, domains }) => (
      <span className="grid min-w-0 max-w-100 py-2">
        <span className="clip font-medium">{name}</span>
        <span className="clip faint t-meta">{domains.join(', ')}</span>
      </span>
    ),
  },
  {
    id: 'operators',
    head: words('operators'),
    className: 'muted only-wide',
    cell: ({ operators }) => <span className="clip block max-w-100">{operators.map(({ email }) => email).join(', ')}</span>,
  },
  {
    id: 'companies',
    head: words('companies'),
    className: 'num only-wide',
    value: ({ companies }) => companies,
    cell: ({ companies }) => number(companies),
  },
  isActive!,
]

function Asked({ saved }: { saved: (row: Reseller) => void }) {
  useSignals()
  return asked.value ? <AddOperator reseller={asked.value} saved={saved} close={() => (asked.value = undefined)} /> : null
}

/** Who sells the product under a name of their own, for those who run the installation. */
export default crudPage<Reseller>({
  api: resellerApi,
  body: ResellerBody,
  patch: ResellerPatch,
  words,
  icon: Store,
  right: 'resellers:write',
  columns,
  tall: true,
  nameOf: ({ name }) => name,
  order: (a, b) => a.name.localeCompare(b.name),
  values: row => ({ domains: row?.domains.join('\n') ?? '' }),
  // Companies, mails and sessions hang on it: it is switched off, and never deleted.
  can: { remove: () => false },
  notice: list => <Asked saved={list.put} />,
  actions: row => (
    <IconButton icon={UserPlus} className="btn-sm" label={words('addOperator', { name: row.name })} onClick={() => (asked.value = row)} />
  ),
})
