import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowRight, Check, ChevronDown, Eye, EyeOff, LockKeyhole, MessageCircleMore, QrCode, SunMoon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { Link, useLocation } from 'wouter'
import { Logo, productName } from '../brand'
import { get, post } from '../kit/api'
import { Field, SelectField, TextField } from '../kit/field'
import { form } from '../kit/form'
import { type Language, language, t } from '../kit/i18n'
import { Empty } from '../kit/placeholder'
import { Menu } from '../kit/popover'
import { IconButton } from '../kit/tooltip'
import { chooseLanguage, enter, type User } from '../session'
import { languages, useChoices } from '../shell/choices'

const SetupBody = v.object({
  company: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.email('Invalid email')),
  password: v.pipe(v.string(), v.nonEmpty('Required'), v.minLength(5, 'password'), v.maxLength(50, 'password')),
})

// Outside of the page, so that a change of the language keeps what was typed.
const step = signal(1)
const found = form(SetupBody, { company: '', name: '', email: '', password: '' }, async body => {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  enter(await post<{ token: string; user: User }>('/session/setup', { token, ...body, language: language.peek() }))
  step.value = 2
})

/** The first run: the company and its first person, then where the messages come from. */
export default function Setup() {
  useSignals()
  const [open, setOpen] = useState<boolean>()
  const { languageItems, themeItems } = useChoices()
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
        {productName}
        {(open || step.value === 2) && <Steps step={step.value} />}
        <span className="flex items-center gap-1">
          <Menu
            label={t('top.language')}
            end
            items={languageItems}
            trigger={
              <button className="btn btn-quiet btn-sm">
                {languages.find(([code]) => code === language.value)?.[1]}
                <ChevronDown className="icon icon-sm" aria-hidden />
              </button>
            }
          />
          <Menu
            label={t('top.theme')}
            end
            items={themeItems}
            trigger={<IconButton icon={SunMoon} label={t('top.theme')} className="btn-sm" />}
          />
        </span>
      </header>
      <main className="grid place-items-center px-4">
        {step.value === 2 ? <Next /> : open === false ? <Closed /> : open && <Company />}
      </main>
      <footer className="grid place-items-center faint t-meta">{t(step.value === 1 ? 'setup.private' : 'setup.safe')}</footer>
    </div>
  )
}

const Steps = ({ step }: { step: number }) => (
  <ol className="steps desktop-only" aria-label={t('setup.steps')}>
    {[t('setup.step1'), t('setup.step2')].map((label, i) => (
      <li key={label} aria-current={i + 1 === step ? 'step' : undefined} className={i + 1 < step ? 'done' : undefined}>
        <span className="badge-n">{i + 1 < step ? <Check className="icon icon-xs" aria-hidden /> : i + 1}</span>
        {label}
      </li>
    ))}
  </ol>
)

const Closed = () => (
  <Empty icon={LockKeyhole} title={t('setup.closed')} text={t('setup.closedText')}>
    <Link href="/login" className="btn btn-primary">
      {t('login.submit')}
    </Link>
  </Empty>
)

function Company() {
  useSignals()
  const [shown, setShown] = useState(false)
  const errors = found.errors.value
  return (
    <form className="card-b setup-card" noValidate onSubmit={found.submit}>
      <h1 className="t-page">{t('setup.title')}</h1>
      <p className="muted t-body mt-1 mb-6">{t('setup.text')}</p>
      <TextField label={t('setup.company')} autoFocus {...found.field('company')} error={errors['company']} autoComplete="organization" />
      <div className="pair">
        <TextField label={t('setup.name')} {...found.field('name')} error={errors['name']} autoComplete="name" />
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
      <Field id="f-password" label={t('common.password')} error={errors['password']} help={t('setup.passwordHelp')}>
        <div className={`input${errors['password'] ? ' is-invalid' : ''}`}>
          <input {...found.field('password')} type={shown ? 'text' : 'password'} autoComplete="new-password" />
          <button
            type="button"
            className="grid faint"
            aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff className="icon icon-sm" aria-hidden /> : <Eye className="icon icon-sm" aria-hidden />}
          </button>
        </div>
      </Field>
      <button className="btn btn-primary btn-lg w-full mt-6" aria-busy={found.busy.value}>
        {t('setup.submit')} <ArrowRight className="icon" aria-hidden />
      </button>
    </form>
  )
}

function Next() {
  const [, go] = useLocation()
  return (
    <div className="setup-next">
      <h1 className="t-page text-center">{t('setup.nextTitle')}</h1>
      <p className="muted t-body mt-1 mb-7 text-center">{t('setup.nextText')}</p>
      <div className="ways">
        <Way icon={<QrCode className="icon icon-lg" aria-hidden />} title={t('setup.connect')} text={t('setup.connectText')}>
          <ul className="grid gap-1.5 mb-5 muted">
            {[t('setup.connect1'), t('setup.connect2'), t('setup.connect3')].map(line => (
              <li key={line} className="flex gap-2 items-center">
                <Check className="icon icon-sm" aria-hidden />
                {line}
              </li>
            ))}
          </ul>
          <button className="btn btn-primary btn-lg w-full mt-auto" onClick={() => go('/connections')}>
            {t('setup.connectGo')}
          </button>
        </Way>
        <Way icon={<MessageCircleMore className="icon icon-lg" aria-hidden />} title={t('setup.try')} text={t('setup.tryText')}>
          <div className="way-thread">
            <div className="msg">
              <div className="bubble">{t('setup.tryIn')}</div>
            </div>
            <div className="msg out">
              <div className="bubble">{t('setup.tryOut')}</div>
            </div>
          </div>
          <button className="btn btn-plain btn-lg w-full mt-auto" onClick={() => go('/sandbox')}>
            {t('setup.tryGo')}
          </button>
        </Way>
      </div>
      <p className="text-center mt-6">
        <Link href="/tickets" className="btn btn-quiet">
          {t('setup.skip')}
        </Link>
      </p>
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
