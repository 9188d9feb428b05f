import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { ForgotBody, ResetBody } from '../../../src/modules/password-resets/body'
import { brand, Logo, logoSaysName } from '../../brand'
import { OFFICE_TOAST_MS } from '../../constants'
import { post } from '../../kit/api'
import { TextField } from '../../kit/field'
import { fieldError, form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { Link } from '../../kit/link'
import { PasswordField } from '../../kit/password-field'
import { toast } from '../../kit/toast'
import { ChoiceMenus } from '../../shell/choice-menus'
import { LoginArt } from '../login-art'
import { settings } from '../public-settings'
import { words } from './texts'

// Outside of the page, so that a change of the language keeps what was typed.
const step = signal<1 | 2>(1)
const asking = form(ForgotBody, { email: '' }, async ({ email }) => {
  await post('/forgetpassword', { email })
  changing.reset({ ...EMPTY, email })
  step.value = 2
  toast.ok(words('mailed'), OFFICE_TOAST_MS)
})
const EMPTY = { email: '', token: '', password: '', again: '' }
const Change = v.object({ ...ResetBody.entries, again: v.pipe(v.string(), v.minLength(1, 'Obrigatório')) })
const changing = form(Change, EMPTY, async ({ again, ...body }) => {
  if (again !== body.password) throw fieldError('again', words('differ'))
  await post('/resetpasswords', body)
  changing.reset(EMPTY)
  step.value = 1
  toast.ok(words('done'), OFFICE_TOAST_MS)
})

/** Who comes by the link of a mail has both in the fragment, which no server hears of; the address bar forgets it at once. */
function takeFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1))
  const [email, token] = [given.get('email'), given.get('token')]
  if (!email || !token) return
  history.replaceState(history.state, '', location.pathname)
  changing.reset({ ...EMPTY, email, token })
  step.value = 2
}

export default function ForgotPassword() {
  useSignals()
  const [, go] = useLocation()
  const [offered, offer] = useState(false)
  useEffect(() => {
    takeFromAddress()
    settings.enabled('viewregister').then(offer, () => {})
  }, [])
  const submit = async (event: React.FormEvent) => (await changing.submit(event)) && go('/login')
  return (
    <div className="login">
      <main className="grid grid-cols-[minmax(0,340px)] place-content-center px-6 py-6">
        <div>
          <div className="flex items-center gap-3 mb-8">
            <Logo size={40} at="login" />
            {!logoSaysName('login') && <div className="font-semibold brand-name">{brand.value.name}</div>}
          </div>
          <h1 className="t-page mb-4">{words('title')}</h1>
          <Steps />
          {step.value === 1 ? <Ask /> : <ChangePassword submit={event => void submit(event)} />}
          <p className="muted text-center mt-5">
            <Link href="/login" className="lk">
              {words('back')}
            </Link>
            {offered && (
              <>
                {' · '}
                <Link href="/signup" className="lk">
                  {words('signUp')}
                </Link>
              </>
            )}
          </p>
          <div className="grid place-items-center mt-6">
            <ChoiceMenus />
          </div>
        </div>
      </main>
      <aside className="login-art desktop-only" inert>
        <LoginArt />
      </aside>
    </div>
  )
}

function Steps() {
  useSignals()
  const reached = step.value
  return (
    <ol className="steps forgot-steps" aria-label={words('steps')}>
      {[words('step1'), words('step2')].map((label, at) => (
        <li key={label} aria-current={at + 1 === reached ? 'step' : undefined} className={at + 1 < reached ? 'done' : undefined}>
          <span className="badge-n">{at + 1 < reached ? <Check className="icon icon-xs" aria-hidden /> : at + 1}</span>
          {label}
        </li>
      ))}
    </ol>
  )
}

const Submit = ({ busy, label }: { busy: boolean; label: string }) => (
  <button className="btn btn-primary btn-lg w-full mt-6" aria-busy={busy}>
    {busy && <span className="loading loading-spinner" style={{ width: 14 }} />}
    {label}
  </button>
)

function Ask() {
  useSignals()
  return (
    <form noValidate onSubmit={asking.submit}>
      <p className="muted mb-4">{words('ask')}</p>
      <TextField
        label={t('common.email')}
        type="email"
        autoFocus
        {...asking.field('email')}
        error={asking.errors.value['email']}
        autoComplete="username"
      />
      <Submit busy={asking.busy.value} label={words('send')} />
    </form>
  )
}

function ChangePassword({ submit }: { submit: (event: React.FormEvent) => void }) {
  useSignals()
  const errors = changing.errors.value
  return (
    <form noValidate onSubmit={submit}>
      <p className="muted mb-4">
        {words('sent', { email: changing.values.value.email })}{' '}
        <button type="button" className="lk" onClick={() => (step.value = 1)}>
          {words('change')}
        </button>
      </p>
      {/* For password managers, which keep the new one under it. */}
      <input type="hidden" name="username" autoComplete="username" value={changing.values.value.email} readOnly />
      <TextField
        label={words('code')}
        help={words('codeHelp')}
        autoFocus={!changing.values.peek().token}
        {...changing.field('token')}
        error={errors['token']}
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <PasswordField
        label={words('password')}
        help={words('passwordHelp')}
        {...changing.field('password')}
        error={errors['password']}
        autoComplete="new-password"
      />
      <PasswordField label={words('again')} {...changing.field('again')} error={errors['again']} autoComplete="new-password" />
      <Submit busy={changing.busy.value} label={words('submit')} />
    </form>
  )
}
