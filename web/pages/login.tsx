import { useSignals } from '@preact/signals-react/runtime'
import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { brand, Logo, logoSaysName } from '../brand'
import { ApiError, get } from '../kit/api'
import { errorText } from '../kit/errors'
import { TextField } from '../kit/field'
import { fieldError, form } from '../kit/form'
import { t } from '../kit/i18n'
import { Link } from '../kit/link'
import { PasswordField } from '../kit/password-field'
import { login } from '../session'
import { ChoiceMenus } from '../shell/choice-menus'
import { HelpWords } from './help-words'
import { LoginArt } from './login-art'
import { words } from './login-texts'
import { settings } from './public-settings'

/** Not the server's, which takes any text for an address: what is none is said before it is asked. */
const LoginBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.email('Invalid email')),
  password: v.pipe(v.string(), v.nonEmpty('Required')),
})

async function signIn({ email, password }: v.InferOutput<typeof LoginBody>) {
  try {
    await login(email, password)
  } catch (error) {
    const isWrong = error instanceof ApiError && error.body.error === 'ERR_INVALID_CREDENTIALS'
    throw isWrong ? fieldError('password', errorText(error)) : error
  }
}

export default function Login() {
  useSignals()
  const [sign] = useState(() => form(LoginBody, { email: '', password: '' }, signIn))
  const errors = sign.errors.value
  const { name, loginText, picture } = brand.value
  const why = sessionStorage.getItem('signed-out')
  const [isNew, setNew] = useState(false)
  const [offered, offer] = useState(false)
  useEffect(() => {
    get<{ open: boolean }>('/session/setup').then(
      ({ open }) => setNew(open),
      () => {},
    )
    settings.enabled('viewregister').then(offer, () => {})
  }, [])
  return (
    <>
      <div className="login">
        <main className="grid grid-cols-[minmax(0,340px)] place-content-center px-6">
          <form noValidate onSubmit={sign.submit}>
            <div className="flex items-center gap-3 mb-8">
              <Logo size={40} at="login" />
              <div>
                {!logoSaysName('login') && <div className="font-semibold brand-name">{name}</div>}
                <div className="faint t-meta">{loginText || words('subtitle')}</div>
              </div>
            </div>
            <h1 className="t-page mb-5">{words('title')}</h1>
            {why && (
              <div className="banner bad mb-5" role="status">
                <Info size={16} />
                <span>{why === 'over' ? words('over') : t('session.elsewhere')}</span>
              </div>
            )}
            {isNew && (
              <div className="banner mb-5" role="status">
                <Info className="icon" aria-hidden />
                <span>
                  <b className="font-semibold">{words('newTitle')}.</b> {words('newText')}
                </span>
              </div>
            )}
            <TextField
              label={t('common.email')}
              type="email"
              autoFocus
              {...sign.field('email')}
              error={errors['email']}
              autoComplete="username"
            />
            <div className="with-link">
              <PasswordField
                label={t('common.password')}
                {...sign.field('password')}
                error={errors['password']}
                autoComplete="current-password"
              />
              <Link href="/forgetpsw" className="lk">
                {words('forgot')}
              </Link>
            </div>
            <button className="btn btn-primary btn-lg w-full mt-6" aria-busy={sign.busy.value}>
              {sign.busy.value && <span className="loading loading-spinner" style={{ width: 14 }} />}
              {words('submit')}
            </button>
            {offered && (
              <p className="muted text-center mt-5">
                {words('noAccount')}{' '}
                <Link href="/signup" className="lk">
                  {words('signUp')}
                </Link>
              </p>
            )}
            <div className="grid place-items-center mt-8">
              <ChoiceMenus />
            </div>
            <HelpWords className="text-center mt-6" />
          </form>
        </main>
        <aside className="login-art desktop-only" inert>
          {picture ? <img className="login-picture" src={picture} alt="" /> : <LoginArt />}
        </aside>
      </div>
    </>
  )
}
