import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { brand, Logo } from '../brand'
import { inLanguage, t } from '../kit/i18n'
import { IconButton } from '../kit/icon-button'
import { Link } from '../kit/link'
import { sectionOf, useSection } from '../kit/section'
import { pages } from '../routes'
import { isAdmin, logout, may, user } from '../session'
import { connectionWarning, simulated } from './connection-warning'
import { later } from './later-icon'
import { chatUnread, mineCount } from './unread'

const LogOut = later('LogOut')
const PanelLeft = later('PanelLeft')
const TriangleAlert = later('TriangleAlert')

export const drawer = signal<'open' | 'rail'>(localStorage.getItem('drawer') === 'rail' ? 'rail' : 'open')
export const toggleDrawer = () => {
  drawer.value = drawer.value === 'open' ? 'rail' : 'open'
  localStorage.setItem('drawer', drawer.value)
}

/** Of the program (ask-version.ts). */
export const version = signal('')

const groups = ['nav.service', 'nav.campaigns', 'nav.admin', 'nav.operation'] as const
/** Groups of which only the page that is open is shown, and what has something to tell; kept in the browser. */
const closed = signal<readonly string[]>(localStorage.getItem('closedGroups')?.split(' ') ?? [])
function toggleGroup(group: string) {
  closed.value = closed.value.includes(group) ? closed.value.filter(one => one !== group) : [...closed.value, group]
  localStorage.setItem('closedGroups', closed.value.join(' '))
}
const tells = (to: string) => (to === '/chats' && chatUnread.value > 0) || (to === '/connections' && connectionWarning.value)

/** The entries this user may see. */
export function entries() {
  return pages.filter(({ nav }) => nav && (!nav.right || may(nav.right)) && (!nav.simulated || simulated.value))
}

/** How the page of an address is called. */
export function labelOf(path: string) {
  const isIt = (page: { path: string }) => sectionOf(page.path) === sectionOf(path)
  return entries().find(isIt)?.nav?.label ?? pages.find(isIt)?.title
}

const HEADING = { display: 'flex', justifyContent: 'space-between', alignItems: 'center', width: '100%' }

type Props = { rail: boolean; over?: boolean; done?: () => void; expand?: () => void; first?: ReactNode }
/** The menu at the left: names when open, icons as a rail. `over` is the temporary one above the page, `first` what stands above its entries. */
export function Drawer({ rail, over, done, expand, first }: Props) {
  useSignals()
  const section = useSection()
  const name = user.value?.company?.name ?? brand.value.name
  const list = useRef<HTMLDivElement>(null)
  // There are more entries than fit: the one of the page is always in sight.
  useEffect(() => void list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [section])
  return (
    <nav className={`drawer-nav${rail ? ' rail' : ''}${over ? ' over' : ''}`} aria-label={t('nav.main')}>
      <div className="brandmark">
        {rail ? (
          <button className="logo-button" aria-label={t('nav.expand')} data-tip={t('nav.expand')} onClick={expand}>
            <Logo square />
          </button>
        ) : (
          <>
            <Logo />
            <span className="clip">{name}</span>
            {!over && <IconButton icon={PanelLeft} label={t('nav.collapse')} className="btn-sm ml-auto" onClick={toggleDrawer} />}
          </>
        )}
      </div>
      {first}
      <div className="nav-scroll" ref={list}>
        {groups.map((group, i) => {
          const own = entries().filter(entry => entry.nav!.group === group)
          if (!own.length) return null
          const isClosed = !rail && closed.value.includes(group)
          const shown = isClosed ? own.filter(({ path: route }) => sectionOf(route) === section || tells(sectionOf(route))) : own
          return (
            <section className="nav-group" key={group}>
              {rail ? (
                i > 0 && <div className="nav-sep" />
              ) : (
                <h2>
                  <button type="button" style={HEADING} aria-expanded={!isClosed} onClick={() => toggleGroup(group)}>
                    {t(group)}
                    <ChevronDown className="icon icon-sm" style={{ rotate: isClosed ? '-90deg' : undefined }} aria-hidden />
                  </button>
                </h2>
              )}
              {shown.map(({ path: route, nav }) => {
                const { label, icon: Icon } = nav!
                const to = sectionOf(route)
                return (
                  <Link
                    key={to}
                    href={to}
                    state="entry"
                    className="nav-item"
                    aria-current={section === to ? 'page' : undefined}
                    aria-label={rail ? inLanguage(label) : undefined}
                    data-tip={rail ? inLanguage(label) : undefined}
                    onClick={done}
                  >
                    <Icon className="icon" aria-hidden />
                    {!rail && <span className="clip">{inLanguage(label)}</span>}
                    {!rail && to === '/tickets' && mineCount.value > 0 && <span className="count">{mineCount.value}</span>}
                    {to === '/chats' && chatUnread.value > 0 && (
                      <span
                        className="qdot nav-warn"
                        style={{ '--c': 'var(--brand-fill)', width: 8, height: 8 }}
                        role="img"
                        aria-label={t('nav.chatUnread')}
                      />
                    )}
                    {to === '/connections' && connectionWarning.value && (
                      <TriangleAlert className="icon nav-warn" role="img" aria-label={t('nav.connectionsWarning')} />
                    )}
                  </Link>
                )
              })}
            </section>
          )
        })}
      </div>
      <div className="nav-foot">
        {!rail && isAdmin.value && version.value && <span className="tnum px-2">v{version.value.replace(/^v/, '')}</span>}
        <IconButton icon={LogOut} label={t('nav.logout')} className={rail ? 'btn-sm mx-auto' : 'btn-sm ml-auto'} onClick={logout} />
      </div>
    </nav>
  )
}
