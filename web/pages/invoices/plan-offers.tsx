import { useState } from 'react'
import { OFFICE_TOAST_MS } from '../../constants'
import { post } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { keep, type Standing } from './standing'
import { capacityOf } from './capacity'
import { money, price } from './money'
import { words } from './plan-texts'

type Offer = Standing['plans'][number]

/** What the days that are left cost or give back. */
const changeText = ({ change: { value, days } }: Offer) =>
  value > 0
    ? words('costs', { value: money(value), n: days })
    : value < 0
      ? words('credits', { value: money(-value), n: days })
      : words('noCost')

const exceedsText = ({ exceeds }: Offer) =>
  words('tooSmall', { exceeds: exceeds.map(({ what, used, limit }) => words(`exceeds.${what}`, { used, limit })).join('; ') })

const costOf = (offer: Offer) => (offer.value ? words('aMonth', { value: price(offer) }) : words('free'))

async function change(offer: Offer) {
  const { id, name, period } = offer
  const text = words('changeText', { name, value: money(period), change: changeText(offer) })
  if (!(await confirm({ title: words('changeTitle', { name }), text, action: words('change') }))) return
  await post<Standing>('/subscription/plan', { planId: id }).then(standing => {
    keep(standing)
    toast.ok(words('changed', { name }), OFFICE_TOAST_MS)
  }, toastError)
}

/** The plans that the company may change to, each with what that costs today and why it may not. */
export function PlanOffers({ standing: { plans } }: { standing: Standing }) {
  const [changing, begin] = useState<number>()
  if (!plans.some(({ isCurrent }) => !isCurrent)) return null
  return (
    <section className="card-b offers" aria-labelledby="offers">
      <h2 id="offers" className="font-semibold">
        {words('plans')}
      </h2>
      <p className="muted t-meta">{words('plansRule')}</p>
      <ul>
        {plans.map(offer => (
          <li key={offer.id}>
            <div className="min-w-0">
              <b className="font-semibold">{offer.name}</b>
              {offer.isCurrent && <span className="chip chip-plain ml-2">{words('current')}</span>}
              <p className="muted t-meta">{capacityOf(offer)}</p>
              {!offer.isCurrent && <p className="faint t-meta">{offer.exceeds.length ? exceedsText(offer) : changeText(offer)}</p>}
            </div>
            <b className="price font-semibold tnum">{costOf(offer)}</b>
            {!offer.isCurrent && (
              <button
                type="button"
                className="btn btn-plain"
                aria-busy={changing === offer.id}
                disabled={offer.exceeds.length > 0 || changing !== undefined}
                onClick={() => {
                  begin(offer.id)
                  void change(offer).finally(() => begin(undefined))
                }}
              >
                <span className="clip">{words('choose', { name: offer.name })}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
