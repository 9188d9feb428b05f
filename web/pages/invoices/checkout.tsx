import { useSignals } from '@preact/signals-react/runtime'
import { Check, Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { PayerBody } from '../../../src/modules/invoices/body'
import { Dialog } from '../../kit/dialog'
import { fieldError, form } from '../../kit/form'
import type { Standing } from './standing'
import { capacityOf } from './capacity'
import { Lines } from './lines'
import { civil, price } from './money'
import { Payer } from './payer'
import { PayerForm } from './payer-form'
import { PixStep } from './pix-step'
import type { Invoice } from './state'
import { words } from './texts'

const STEPS = ['data', 'customize', 'review', 'pix'] as const
/** Without an id it is the next invoice, which the server makes when it is asked for a code. */
type Payable = Pick<Invoice, 'value' | 'dueDate' | 'months' | 'lines'> & { id: number | undefined }
type Props = { invoice: Payable; standing: Standing; close: () => void }

const NOBODY = { firstName: '', lastName: '', taxId: '', email: '', zipcode: '', address2: '', city: '', state: '', country: 'BR' }

/** Pays one invoice: who pays, for what, a last look, and the code. It begins at the plan; who pays is asked for where it is not known. */
export function Checkout({ invoice, standing, close }: Props) {
  useSignals()
  const [step, go] = useState(1)
  const [payer] = useState(() => {
    const known = { ...NOBODY, ...standing.payer }
    return form(PayerBody, { ...known, country: known.country || 'BR' }, async body => {
      const missing = standing.needs.find(name => !body[name])
      if (missing) throw fieldError(missing, 'Obrigatório')
      go(2)
    })
  })
  const isWhole = v.is(PayerBody, payer.values.value) && standing.needs.every(name => payer.values.value[name])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 0) void payer.submit()
    else if (step === 1) go(isWhole ? 2 : 0)
    else if (step === 2) go(3)
  }
  const isDone = (i: number) => i < step && (i > 0 || isWhole)
  const total = price(invoice)
  const foot = step < 3 && (
    <>
      {step > 0 && (
        <button type="button" className="btn btn-quiet mr-auto" onClick={() => go(step - 1)}>
          {step === 1 ? words('changeData') : words('back')}
        </button>
      )}
      <button type="button" className={step ? 'btn btn-quiet' : 'btn btn-quiet mr-auto'} onClick={close}>
        {words('cancel')}
      </button>
      <button type="submit" className="btn btn-primary" data-autofocus={step === 1 ? true : undefined}>
        {step === 2 ? words('payNow', { value: total }) : words('next')} <kbd className="kbd">↵</kbd>
      </button>
    </>
  )
  return (
    <Dialog
      title={invoice.id ? words('payOf', { id: String(invoice.id) }) : words('subscription')}
      close={close}
      width={step === 3 ? 680 : 540}
      onSubmit={step < 3 ? submit : undefined}
      footer={foot}
      dirty={step < 3 && payer.dirty.value}
    >
      <ol className="steps-b" aria-label={words('steps')}>
        {STEPS.map((name, i) => (
          <li key={name} className={i === step ? 'on' : isDone(i) ? 'done' : undefined} aria-current={i === step ? 'step' : undefined}>
            <span>{isDone(i) ? <Check className="icon icon-xs" aria-hidden /> : i + 1}</span>
            <b>{words(name)}</b>
          </li>
        ))}
      </ol>
      {step === 0 && <PayerForm form={payer} needs={standing.needs} />}
      {step === 1 && <PlanStep standing={standing} invoice={invoice} total={total} />}
      {step === 2 && (
        <>
          <Summary standing={standing} invoice={invoice} payer={v.parse(PayerBody, payer.values.value)} />
          <p className="help-line">
            <Lock className="icon icon-sm" aria-hidden />
            {words('noCard')}
          </p>
        </>
      )}
      {step === 3 && <PixStep invoiceId={invoice.id} payer={payer.values.value} close={close} />}
    </Dialog>
  )
}

const PlanStep = ({ standing: { plan }, invoice, total }: Pick<Props, 'standing' | 'invoice'> & { total: string }) => (
  <>
    {plan && (
      <div className="card-b plan-choice">
        <div className="min-w-0">
          <b className="font-semibold">{plan.name}</b> <span className="chip chip-plain ml-1">{words('currentPlan')}</span>
          <p className="muted t-meta">{capacityOf(plan)}</p>
        </div>
        <div className="price">
          <b className="font-semibold tnum">{price(plan)}</b>
          <p className="muted t-meta">{words('everyMonth', { n: 1 })}</p>
        </div>
      </div>
    )}
    {invoice.lines.length > 1 && (
      <dl className="sum flush">
        <Lines lines={invoice.lines} />
      </dl>
    )}
    <div className="total">
      <span>
        <b className="font-semibold">{words('total')}</b>
        <br />
        <span className="muted t-meta">{words('everyMonth', { n: invoice.months })}</span>
      </span>
      <span className="t-figure">{total}</span>
    </div>
  </>
)

function Summary({
  standing: { plan },
  invoice,
  payer,
}: Pick<Props, 'standing' | 'invoice'> & { payer: Parameters<typeof Payer>[0]['payer'] }) {
  const period = words('everyMonth', { n: invoice.months })
  return (
    <dl className="card-b sum">
      {plan && (
        <div>
          <dt>{words('usage', { name: plan.name })}</dt>
          <dd>{capacityOf(plan)}</dd>
        </div>
      )}
      <div>
        <dt>{words('recurrence')}</dt>
        <dd>{words('onDay', { period, day: new Date(civil(invoice.dueDate)).getDate() })}</dd>
      </div>
      <div>
        <dt>{words('billTo')}</dt>
        <dd>
          <Payer payer={payer} />
        </dd>
      </div>
      {invoice.lines.length > 1 && <Lines lines={invoice.lines} />}
      <div className="tot">
        <dt>{words('total')}</dt>
        <dd className="t-figure">{price(invoice)}</dd>
      </div>
    </dl>
  )
}
