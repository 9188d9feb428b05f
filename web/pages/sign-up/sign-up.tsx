import { useSignals } from '@preact/signals-react/runtime'
import { LockKeyhole, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { SignUpBody } from '../../../src/modules/sign-up/body'
import { PersonName } from '../../../src/modules/users/body'
import { brand, Logo, logoSaysName } from '../../brand'
import { get, post } from '../../kit/api'
import { TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { language, locale, t } from '../../kit/i18n'
import { Link } from '../../kit/link'
import { PasswordField } from '../../kit/password-field'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { toast } from '../../kit/toast'
import { login } from '../../session'
import { ChoiceMenus } from '../../shell/choice-menus'
import { settings } from '../public-settings'
import { masked } from './phone'
import { money, type Offered, perMonth, PlanCards, price } from './plan-cards'
import { words } from './texts'

const EMPTY = { name: '', userName: '', email: '', phone: '', password: '', planId: 0 }
const Body = v.object({ ...SignUpBody.entries, userName: PersonName })
// Outside of the page, so that a change of the language keeps what was typed.
const signUp = form(Body, EMPTY, async body => {
  await post('/companies/cadastro', { ...body, language: language.peek() })
  signUp.reset(EMPTY)
  await login(body.email, body.password)
  toast.ok(words('made'))
})

/** How the sign-up stands: whether it is open, with which plans, and for how many days nothing is paid. */
async function read() {
  if (!(await settings.enabled('allowregister'))) return 'closed' as const
  const [plans, trial] = await Promise.all([get<Offered[]>('/plans/list'), settings.value('trial')])
  return { plans, trial: Number(trial) }
}

/** A company makes its own account, on trial. */
export default function SignUp() {
  useSignals()
  const [, go] = useLocation()
  const [found, find] = useState<Exclude<Awaited<ReturnType<typeof read>>, 'closed'>>()
  const [hasFailed, fail] = useState(false)
  const load = () => {
    fail(false)
    read().then(
      answer => {
        if (answer !== 'closed') return find(answer)
        toast.warn(words('closed'))
        go('/login', { replace: true })
      },
      () => fail(true),
    )
  }
  useEffect(load, [])
  return (
    <div className="sign-up">
      <header>
        <Logo size={36} at="signup" />
        {!logoSaysName('signup') && <span className="font-semibold brand-name">{brand.value.name}</span>}
        <span className="muted end">
          {words('hasAccount')}{' '}
          <Link href="/login" className="lk">
            {words('signIn')}
          </Link>
        </span>
        <ChoiceMenus />
      </header>
      <main>
        {hasFailed ? (
          <LoadFailed what={words('plansWhat')} retry={load} />
        ) : !found ? (
          <Skeleton rows={6} avatar={false} />
        ) : found.plans.length ? (
          <Form {...found} />
        ) : (
          <Empty icon={LockKeyhole} title={words('noPlans')} text={words('noPlansText')} />
        )}
      </main>
    </div>
  )
}

function Form({ plans, trial }: { plans: Offered[]; trial: number }) {
  useSignals()
  const { values, errors, busy } = signUp
  const chosen = plans.find(({ id }) => id === values.value.planId) ?? plans[0]!
  useEffect(() => signUp.set('planId', chosen.id), [chosen.id])
  const field = (name: 'name' | 'userName' | 'email' | 'phone' | 'password') => ({ ...signUp.field(name), error: errors.value[name] })
  return (
    <form className="sign-up-form" noValidate onSubmit={event => void signUp.submit(event)}>
      <div>
        <h1 className="t-page">{words('title')}</h1>
        <p className="muted mt-1">{words('free', { n: trial })}</p>
        <fieldset>
          <legend>{words('plan')}</legend>
          <PlanCards plans={plans} chosen={chosen.id} choose={id => signUp.set('planId', id)} />
        </fieldset>
        <fieldset>
          <legend>{words('data')}</legend>
          <div className="sign-up-data">
            <TextField label={words('company')} {...field('name')} autoComplete="organization" />
            <TextField label={words('name')} {...field('userName')} autoComplete="name" />
            <TextField label={t('common.email')} type="email" {...field('email')} autoComplete="username" />
            <TextField
              label={words('phone')}
              optional
              help={words('phoneHelp')}
              {...field('phone')}
              onChange={event => signUp.set('phone', masked(event.currentTarget.value))}
              className="tnum"
              type="tel"
              placeholder="(99) 99999-9999"
              autoComplete="tel-national"
            />
            <PasswordField label={t('common.password')} help={words('passwordHelp')} {...field('password')} autoComplete="new-password" />
          </div>
        </fieldset>
      </div>
      <Summary plan={chosen} trial={trial} busy={busy.value} />
    </form>
  )
}

const lastDay = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString(locale(), {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })

const Summary = ({ plan, trial, busy }: { plan: Offered; trial: number; busy: boolean }) => (
  <aside>
    <section className="card-b">
      <div className="faint t-meta">{words('chosen')}</div>
      <div className="t-title mt-1">{plan.name}</div>
      <dl>
        <div>
          <dt>{words('today')}</dt>
          <dd>
            <b>{money(0)}</b>
          </dd>
        </div>
        <div>
          <dt>{words('until')}</dt>
          <dd>{lastDay(trial)}</dd>
        </div>
        <div>
          <dt>{words('then')}</dt>
          <dd>
            {price(plan)} {perMonth(plan)}
          </dd>
        </div>
      </dl>
      <button className="btn btn-primary btn-lg w-full mt-4" aria-busy={busy}>
        {busy && <span className="loading loading-spinner" style={{ width: 14 }} />}
        {words('submit')}
      </button>
    </section>
    <ul className="desktop-only">
      <li>
        <LockKeyhole className="icon icon-sm" aria-hidden />
        {words('noCard')}
      </li>
      <li>
        <Smartphone className="icon icon-sm" aria-hidden />
        {words('ownNumber')}
      </li>
    </ul>
  </aside>
)
