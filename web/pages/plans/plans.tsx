import { Check, Package } from 'lucide-react'
import { planApi } from '../../../src/modules/plans/api'
import { FLAGS, PlanBody } from '../../../src/modules/plans/body'
import { type Plan } from '../../catalog'
import { crudPage } from '../../crud/page'
import { money } from '../../kit/measures'
import { number } from '../../kit/i18n'
import { words } from './texts'

function Features(plan: Plan) {
  const on = FLAGS.filter(flag => plan[flag])
  if (on.length < FLAGS.length)
    return <span className="clip block max-w-100">{on.map(flag => words.find(flag)).join(', ') || words('none')}</span>
  return (
    <span className="inline-flex items-center gap-1">
      <Check className="icon icon-sm" aria-hidden />
      {words('all')}
    </span>
  )
}

/** What companies may use, how much of it, and for what. */
export default crudPage<Plan>({
  api: planApi,
  body: PlanBody,
  words,
  icon: Package,
  right: 'plans:write',
  cells: {
    name: plan => (
      <span className="flex items-center gap-2 min-w-0">
        <span className="clip font-medium">{plan.name}</span>
        {plan.isPublic && <span className="state ok">{words('public')}</span>}
        {plan.useInternal && <span className="state idle">{words('internal')}</span>}
      </span>
    ),
    value: plan => (plan.value ? money(plan.value) : words('free')),
  },
  columns: ({ name, value, users, connections, queues }) => [
    name!,
    value!,
    users!,
    connections!,
    queues!,
    { id: 'features', head: words('features'), className: 'muted wide', cell: plan => <Features {...plan} /> },
    {
      id: 'companies',
      head: words('companies'),
      className: 'num only-wide',
      value: plan => plan.companies,
      cell: plan => number(plan.companies),
    },
  ],
  nameOf: plan => plan.name,
  order: (a, b) => a.name.localeCompare(b.name),
  removeText: plan => (plan.companies ? words('inUse', { n: plan.companies }) : words('removeText')),
  tabs: () => [{ name: 'features', fields: [...FLAGS] }],
})
