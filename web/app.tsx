import { retryable } from './kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { CloudOff } from 'lucide-react'
import { Suspense } from 'react'
import { Redirect } from 'wouter'
import { Boundary } from './kit/boundary'
import { speech, t } from './kit/i18n'
import { Empty } from './kit/placeholder'
import { useSection } from './kit/section'
import { retried } from './kit/style'
import './kit/theme'
import { Toaster } from './kit/toast'
import { usable } from './kit/usable'
import { isUnreached, may, resume, state } from './session'
import { Setup, strangers } from './strangers'

const Inside = retried<object>(retryable(() => import('./inside'), true))
if (state.peek() === 'loading') Inside.preload()
const importTooltip = retryable(() => import('./kit/tooltip'))
void usable.then(importTooltip).catch(() => {})

export function App() {
  useSignals()
  return (
    <div key={speech.value} style={{ display: 'contents' }}>
      <Boundary>
        <Gate />
      </Boundary>
      <Toaster />
    </div>
  )
}

/** Nobody can be let in while the server does not say who they are: the page that they asked for comes when it does. */
const Unreached = () => (
  <main className="shell">
    <div role="status" style={{ gridArea: '1 / 1 / -1 / -1' }}>
      <Empty icon={CloudOff} title={t('common.unreached')} text={t('common.trying')}>
        <button className="btn btn-primary" onClick={() => void resume()}>
          {t('common.tryNow')}
        </button>
      </Empty>
    </div>
  </main>
)

function Gate() {
  useSignals()
  const section = useSection()
  if (section === '/setup')
    return (
      <Suspense>
        <Setup />
      </Suspense>
    )
  const Open = strangers[section]
  if (state.value === 'out')
    return Open ? (
      <Suspense>
        <Open />
      </Suspense>
    ) : (
      <Redirect to="/login" replace />
    )
  const empty = <div className="shell" aria-busy="true" />
  if (state.value === 'loading') return isUnreached.value ? <Unreached /> : empty
  if (Open || (section === '/' && !may('dashboard:view'))) return <Redirect to="/tickets" replace />
  return (
    <Suspense fallback={empty}>
      <Inside />
    </Suspense>
  )
}
