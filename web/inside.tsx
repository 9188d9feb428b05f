import { Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Boundary } from './kit/boundary'
import { pages } from './routes'
import './shortcuts'
import { NotFound, Shell } from './shell/shell'

/** What stands behind the login: the shell, and the page of the address in it. */
export default function Inside() {
  const [path] = useLocation()
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
