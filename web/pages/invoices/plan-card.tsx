import { Link } from '../../kit/link'
import type { Standing } from './standing'
import { words } from './texts'

export const USAGE = ['users', 'connections', 'queues'] as const

/** The plan of the company and how much of it is used. */
export const PlanCard = ({ standing: { plan, used } }: { standing: Standing }) => (
  <section className="card-b plan-card">
    {plan && (
      <>
        <div className="min-w-0">
          <div className="faint t-meta">{words('plan')}</div>
          <div className="t-title clip">{plan.name}</div>
        </div>
        <dl>
          {USAGE.map(name => (
            <div key={name}>
              <dt className="faint t-meta">{words(name)}</dt>
              <dd className="font-medium tnum">{words('of', { n: used[name], max: plan[name] })}</dd>
            </div>
          ))}
        </dl>
      </>
    )}
    <Link href="/subscription" className="btn btn-plain ml-auto">
      {words('seeSubscription')}
    </Link>
  </section>
)
