import { retryable } from './kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { Redirect } from 'wouter'
import { Boundary } from './kit/boundary'
import { speech } from './kit/i18n'
import { useSection } from './kit/section'
import { retried } from './kit/style'
import { Toaster } from './kit/toast'
import { Tooltip } from './kit/tooltip'
import { may, state } from './session'
import { Setup, strangers } from './strangers'

const Inside = retried<object>(retryable(() => import('./inside'), true))

export function App() {
  useSignals()
  return (
    <div key={speech.value} style={{ display: 'contents' }}>
      <Boundary>
        <Gate />
        <Tooltip />
      </Boundary>
      <Toaster />
    </div>
  )
}

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
  if (state.value === 'loading') return empty
  if (Open || (section === '/' && !may('dashboard:view'))) return <Redirect to="/tickets" replace />
  return (
    <Suspense fallback={empty}>
      <Inside />
    </Suspense>
  )
}
