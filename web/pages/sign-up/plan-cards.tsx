import { Check } from 'lucide-react'
import type { Plan } from '../../../src/modules/plans'
import { locale, type PlainWord } from '../../kit/i18n'
import type { Json } from '../../kit/rows'
import { words } from './texts'

export type Offered = Json<Plan>

const FEATURES = [
  'useKanban',
  'useSchedules',
  'useInternalChat',
  'useCampaigns',
  'useOpenAi',
  'useIntegrations',
  'useExternalApi',
] as const satisfies (keyof Offered & PlainWord<typeof words>)[]

export const money = (value: number) => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'BRL' }).format(value)

/** Nothing costs nothing, in a word. */
export const price = ({ value }: Pick<Offered, 'value'>) => (value ? money(value) : words('gratis'))
export const perMonth = ({ value }: Pick<Offered, 'value'>) => (value ? words('perMonth') : '')

/** What it holds, in the words of who pays for it. */
const holds = (plan: Offered) => [
  `${words('users', { n: plan.users })}, ${words('connections', { n: plan.connections })}`,
  words('queues', { n: plan.queues }),
  ...FEATURES.filter(feature => plan[feature]).map(feature => words(feature)),
]

type Props = { plans: Offered[]; chosen: number; choose: (id: number) => void }

export const PlanCards = ({ plans, chosen, choose }: Props) => (
  <div className="plan-cards">
    {plans.map(plan => (
      <label key={plan.id} className="plan-option">
        <input type="radio" name="planId" checked={plan.id === chosen} onChange={() => choose(plan.id)} />
        <span className="nm">{plan.name}</span>
        <span className="pr">
          <b>{price(plan)}</b> {perMonth(plan)}
        </span>
        <ul>
          {holds(plan).map(line => (
            <li key={line}>
              <Check className="icon icon-sm" aria-hidden />
              {line}
            </li>
          ))}
        </ul>
      </label>
    ))}
  </div>
)
