import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { Boundary } from './kit/boundary'
import { useSection } from './kit/section'
import { pages } from './routes'
import './shortcuts'
import { NotFound, Shell } from './shell/shell'

/** What stands behind the login: the shell, and the page of the address in it. */
export default function Inside() {
  const section = useSection()
  return (
    <Shell>
      <Boundary key={section}>
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
