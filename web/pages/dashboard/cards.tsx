import { Building2, CircleCheck, Clock, Hourglass, type LucideIcon, MessageCircle, Smartphone, Timer, UserPlus } from 'lucide-react'
import type { Figures } from '../../../src/modules/dashboard'
import { number } from '../../kit/i18n'
import { minutes, words } from './texts'

type Counters = Figures['counters']
const OPERATORS = [
  ['totalWhatsappSessions', Smartphone],
  ['totalCompanies', Building2],
] as const satisfies [keyof Counters, LucideIcon][]
const EVERYONE = [
  ['supportHappening', MessageCircle],
  ['supportPending', Hourglass],
  ['supportFinished', CircleCheck],
  ['leads', UserPlus],
  ['avgSupportTime', Timer],
  ['avgWaitTime', Clock],
] as const satisfies [keyof Counters, LucideIcon][]

/** The figures one by one; those of the installation for who operates it. */
export const Cards = ({ counters, isOperator }: { counters: Counters; isOperator: boolean }) => (
  <div className="stats-grid">
    {[...(isOperator ? OPERATORS : []), ...EVERYONE].map(([name, Icon]) => (
      <dl key={name} className="card-b stat-b">
        <dt>
          <Icon className="icon icon-sm" aria-hidden />
          <span className="clip">{words(name)}</span>
        </dt>
        <dd className="figure">{name.startsWith('avg') ? minutes(counters[name]) : number(counters[name])}</dd>
      </dl>
    ))}
  </div>
)
