import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Boundary } from './kit/boundary'
import { language, rewording } from './kit/i18n'
import { retried } from './kit/style'
import { Toaster } from './kit/toast'
import { pages, Setup, strangers } from './routes'
import { may, state } from './session'
import { NotFound, Shell } from './shell/shell'

const Confirm = retried<object>(() => import('./kit/dialog').then(({ Confirm }) => ({ default: Confirm })))
const Tooltip = retried<object>(() => import('./kit/tooltip').then(({ Tooltip }) => ({ default: Tooltip })))

let words = 0
rewording.subscribe(() => void words++)

/** A change of language, or of the company's words, draws everything anew. */
export function App() {
  useSignals()
  return (
    <div key={`${language.value} ${rewording.value && words}`} style={{ display: 'contents' }}>
      <Boundary>
        <Gate />
        <Suspense>
          <Confirm />
          <Tooltip />
        </Suspense>
      </Boundary>
      <Toaster />
    </div>
  )
}

function Gate() {
  useSignals()
  const [path] = useLocation()
  if (path === '/setup')
    return (
      <Suspense>
        <Setup />
      </Suspense>
    )
  const Open = strangers[path]
  if (state.value === 'out')
    return Open ? (
      <Suspense>
        <Open />
      </Suspense>
    ) : (
      <Redirect to="/login" replace />
    )
  if (state.value === 'loading') return <div className="shell" aria-busy="true" />
  if (Open || (path === '/' && !may('dashboard:view'))) return <Redirect to="/tickets" replace />
  return (
    <Shell>
      <Boundary key={path.split('/')[1]}>
        <Suspense>
          <Switch>
            {pages.map(({ path: route, page: Page }) => (
              <Route key={route} path={route}>
                <Page />
              </Route>
            ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Shell>
  )
}
