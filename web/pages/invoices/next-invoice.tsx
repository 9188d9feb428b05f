import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { OFFICE_TOAST_MS } from '../../constants'
import { post } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { toast } from '../../kit/toast'
import { keep, type Standing } from './standing'
import { Lines } from './lines'
import { money } from './money'
import { words } from './plan-texts'

/** What the next invoice holds as things stand, and the coupon that takes something off it. */
export function NextInvoice({ standing: { next, coupon } }: { standing: Standing }) {
  if (!next) return null
  const { lines, value } = next
  return (
    <section className="card-b usage" aria-labelledby="next-invoice">
      <h2 id="next-invoice" className="font-semibold">
        {words('next')}
      </h2>
      <p className="muted t-meta">{words('nextText')}</p>
      <dl className="sum flush">
        <Lines lines={lines} />
        <div className="tot">
          <dt>{words('total')}</dt>
          <dd className="tnum font-semibold">{value ? money(value) : words('nothing')}</dd>
        </div>
      </dl>
      <CouponForm key={coupon?.code} coupon={coupon} />
    </section>
  )
}

const CodeBody = v.object({ code: v.pipe(v.string(), v.trim(), v.minLength(1, 'Obrigatório')) })

function CouponForm({ coupon }: Pick<Standing, 'coupon'>) {
  useSignals()
  const [held] = useState(() =>
    form(CodeBody, { code: '' }, async body => {
      keep(await post<Standing>('/subscription/coupon', body))
      toast.ok(words('applied'), OFFICE_TOAST_MS)
    }),
  )
  const submit = async () => {
    const text = coupon && words('replaceText', { code: coupon.code })
    if (text && !(await confirm({ title: words('replaceTitle'), text, action: words('replace') }))) return
    await held.submit()
  }
  const left = coupon && (coupon.left === null ? words('couponAlways') : words('couponLeft', { n: coupon.left }))
  return (
    <form
      className="email"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={words('coupon')}
        help={coupon ? `${coupon.code}: ${left}` : words('couponHelp')}
        maxLength={30}
        autoCapitalize="characters"
        error={held.errors.value['code']}
        {...held.field('code')}
      />
      <button className="btn btn-plain" aria-busy={held.busy.value} disabled={!held.dirty.value}>
        {words('apply')}
      </button>
    </form>
  )
}
