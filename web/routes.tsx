import { ContactRound, FlaskConical, Inbox, type LucideIcon, Plug, Smartphone, Tag } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { PlainKey } from './kit/i18n'

type Page = {
  path: string
  page: ComponentType
  /** The entry in the drawer; without it the page has none. `when` hides it. */
  nav?: {
    label: PlainKey
    icon: LucideIcon
    group: 'nav.service' | 'nav.admin'
    when?: (can: { admin: boolean; sandbox: boolean }) => boolean
  }
}

/** Every page behind the login, in the order of the drawer. A page is loaded when it is opened. */
export const pages: Page[] = [
  {
    path: '/tickets/:uuid?',
    page: lazy(() => import('./pages/tickets/tickets')),
    nav: { label: 'nav.tickets', icon: Inbox, group: 'nav.service' },
  },
  {
    path: '/contacts',
    page: lazy(() => import('./pages/contacts/contacts')),
    nav: { label: 'nav.contacts', icon: ContactRound, group: 'nav.service' },
  },
  {
    path: '/tags',
    page: lazy(() => import('./pages/tags/tags')),
    nav: { label: 'nav.tags', icon: Tag, group: 'nav.service' },
  },
  {
    path: '/connections',
    page: lazy(() => import('./pages/connections/connections')),
    nav: { label: 'nav.connections', icon: Smartphone, group: 'nav.admin', when: can => can.admin },
  },
  {
    path: '/queue-integration',
    page: lazy(() => import('./pages/integrations/integrations')),
    nav: { label: 'nav.integrations', icon: Plug, group: 'nav.admin', when: can => can.admin },
  },
  {
    path: '/sandbox',
    page: lazy(() => import('./pages/sandbox/sandbox')),
    nav: { label: 'nav.sandbox', icon: FlaskConical, group: 'nav.admin', when: can => can.sandbox },
  },
]

export const Login = lazy(() => import('./pages/login'))
export const Setup = lazy(() => import('./pages/setup'))
