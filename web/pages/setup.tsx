import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowRight, Check, Copy, LockKeyhole, MessageCircleMore, QrCode } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { Email, Password, PersonName } from '../../src/modules/users/body'
import { brand, Logo } from '../brand'
import { ApiError, get, post } from '../kit/api'
import { SelectField, TextField } from '../kit/field'
import { form } from '../kit/form'
import { type Language, language, t } from '../kit/i18n'
import { IconButton } from '../kit/icon-button'
import { Link } from '../kit/link'
import { PasswordField } from '../kit/password-field'
import { Empty } from '../kit/placeholder'
import { styled } from '../kit/style'
import { chooseLanguage, enter, type User } from '../session'
import { ChoiceMenus } from '../shell/choice-menus'
import { languages } from '../shell/choices'
import stepsStyle from './first-steps/first-steps.css'
import { words as loginWords } from './login-texts'
import { words } from './setup-texts'
import { copyText } from '../kit/copy'

const tour = () =>
  styled(() => import('./first-steps/tour'), stepsStyle)().then(
    ({ startTour }) => startTour(),
    () => {},
  )

const Body = v.object({ company: PersonName, name: PersonName, email: Email, password: Password })

const tokenOf = () => new URLSearchParams(location.search).get('token') ?? ''

// Outside of the page, so that a change of the language keeps what was typed.
const step = signal(1)
const found = form(Body, { company: '', name: '', email: '', password: '' }, async body => {
  const asked = post<{ token: string; user: User }>('/session/setup', { token: tokenOf(), ...body, language: language.peek() })
  enter(
    await asked.catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 403 ? new ApiError(403, { error: words('oldAddress') }) : error
    }),
  )
  step.value = 2
})

/** The first run: the company and its first person, then where the messages come from. */
export default function Setup() {
  useSignals()
  const [open, setOpen] = useState<boolean>()
  useEffect(
    () =>
      void get<{ open: boolean }>('/session/setup').then(
        answer => setOpen(answer.open),
        () => setOpen(true),
      ),
    [],
  )
  return (
    <div className="setup">
      <header>
        <Logo />
        {brand.value.name}
        {(open || step.value === 2) && <Steps step={step.value} />}
        <ChoiceMenus />
      </header>
      <main className="grid place-items-center px-4">
        {step.value === 2 ? <Next /> : open === false ? <Closed /> : open && (tokenOf() ? <Company /> : <Elsewhere />)}
      </main>
      <footer className="grid place-items-center faint t-meta">{words(step.value === 1 ? 'private' : 'safe')}</footer>
    </div>
  )
}

const Steps = ({ step }: { step: number }) => (
  <ol className="steps desktop-only" aria-label={words('steps')}>
    {[words('step1'), words('step2')].map((label, i) => (
      <li key={label} aria-current={i + 1 === step ? 'step' : undefined} className={i + 1 < step ? 'done' : undefined}>
        <span className="badge-n">{i + 1 < step ? <Check className="icon icon-xs" aria-hidden /> : i + 1}</span>
        {label}
      </li>
    ))}
  </ol>
)

const Closed = () => (
  <Empty icon={LockKeyhole} title={words('closed')} text={words('closedText')}>
    <Link href="/login" className="btn btn-primary">
      {loginWords('submit')}
    </Link>
  </Empty>
)

/** Who came without the token of the address is told where it stands. */
const Elsewhere = () => <Empty icon={LockKeyhole} title={loginWords('newTitle')} text={loginWords('newText')} />

function Company() {
  useSignals()
  const errors = found.errors.value
  return (
    <form className="card-b setup-card" noValidate onSubmit={found.submit}>
      <h1 className="t-page">{words('title')}</h1>
      <p className="muted t-body mt-1 mb-6">{words('text')}</p>
      <TextField label={words('company')} autoFocus {...found.field('company')} error={errors['company']} autoComplete="organization" />
      <div className="pair">
        <TextField label={words('name')} {...found.field('name')} error={errors['name']} autoComplete="name" />
        <SelectField
          id="f-language"
          label={t('top.language')}
          value={language.value}
          onChange={event => void chooseLanguage(event.currentTarget.value as Language)}
        >
          {languages.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField label={t('common.email')} type="email" {...found.field('email')} error={errors['email']} autoComplete="username" />
      <PasswordField
        label={t('common.password')}
        help={words('passwordHelp')}
        {...found.field('password')}
        error={errors['password']}
        autoComplete="new-password"
      />
      <button className="btn btn-primary btn-lg w-full mt-6" aria-busy={found.busy.value}>
        {words('submit')} <ArrowRight className="icon" aria-hidden />
      </button>
    </form>
  )
}

function Next() {
  const [, go] = useLocation()
  return (
    <div className="setup-next">
      <h1 className="t-page text-center">{words('nextTitle')}</h1>
      <p className="muted t-body mt-1 mb-7 text-center">{words('nextText')}</p>
      <div className="ways">
        <Way icon={<QrCode className="icon icon-lg" aria-hidden />} title={t('common.connectNumber')} text={words('connectText')}>
          <ul className="grid gap-1.5 mb-5 muted">
            {[words('connect1'), words('connect2'), words('connect3')].map(line => (
              <li key={line} className="flex gap-2 items-center">
                <Check className="icon icon-sm" aria-hidden />
                {line}
              </li>
            ))}
          </ul>
          <button className="btn btn-primary btn-lg w-full mt-auto" onClick={() => go('/connections')}>
            {words('connectGo')}
          </button>
        </Way>
        <Way icon={<MessageCircleMore className="icon icon-lg" aria-hidden />} title={words('try')} text={words('tryText')}>
          <div className="way-thread">
            <div className="msg">
              <div className="bubble">{words('tryIn')}</div>
            </div>
            <div className="msg out">
              <div className="bubble">{words('tryOut')}</div>
            </div>
          </div>
          <button className="btn btn-plain btn-lg w-full mt-auto" onClick={() => (go('/tickets'), void tour())}>
            {words('tryGo')}
          </button>
        </Way>
      </div>
      <Address />
      <p className="text-center mt-4">
        <Link href="/tickets" className="btn btn-quiet">
          {words('skip')}
        </Link>
      </p>
    </div>
  )
}

/** Where colleagues find the installation: the address that its first person came by, when others can reach it. */
function Address() {
  const isHere = /^(localhost|127\.|\[::1\])/.test(location.host)
  return (
    <div className="card-b setup-address">
      <div className="min-w-0">
        <div className="font-medium">{words('address')}</div>
        <p className="faint t-meta">{words(isHere ? 'addressHere' : 'addressHelp')}</p>
      </div>
      <code className="clip">{location.origin}</code>
      <IconButton icon={Copy} label={t('common.copy')} onClick={() => void copyText(location.origin)} />
    </div>
  )
}

const Way = ({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) => (
  <article className="card-b way">
    <span className="art">{icon}</span>
    <h2 className="t-title mt-4">{title}</h2>
    <p className="muted mt-1 mb-4">{text}</p>
    {children}
  </article>
)
