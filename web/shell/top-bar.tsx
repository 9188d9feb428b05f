import { partOf } from '../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { Bell, Menu as MenuIcon, Search } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { brand } from '../brand'
import { Avatar } from '../kit/avatar'
import { Count } from '../kit/chips'
import { serverNow } from '../kit/clock'
import { date } from '../kit/format'
import { inLanguage, t, withTexts } from '../kit/i18n'
import { useShortcut } from '../kit/keys'
import { Pop } from '../kit/popover'
import { IconButton } from '../kit/icon-button'
import { Part } from '../kit/part'
import { useSection } from '../kit/section'
import { retried } from '../kit/style'
import { dueDay, isAdmin, isDemo, isOnTrial, user } from '../session'
import { failures } from './failures'
import { focusSearch } from './focus-search'
import { labelOf } from './drawer'
import { later, soon } from './later-icon'
import { mentions } from './mentions'
import { unreadCount } from './unread'

const Clock3 = later('Clock3')

type Close = { close: () => void }
const AccountItems = retried<Close>(
  partOf(
    withTexts(() => import('./top-menus')),
    ({ AccountItems }) => ({ default: AccountItems }),
  ),
)
const Notifications = retried<Close>(
  partOf(
    withTexts(() => import('./notifications')),
    ({ Notifications }) => ({ default: Notifications }),
  ),
)
const Corners = retried<object>(partOf(soon, ({ Corners }) => ({ default: Corners })))
const Announcements = retried<object>(partOf(soon, ({ Announcements }) => ({ default: Announcements })))

const greeting = (name: string) => {
  const hour = new Date(serverNow()).getHours()
  return hour < 12 ? t('top.morning', { name }) : hour < 18 ? t('top.afternoon', { name }) : t('top.evening', { name })
}
/** Greeting and due date, search, language, theme, volume, a fresh page, announcements, notifications, account. */
export function TopBar({ openMenu, openPalette }: { openMenu: () => void; openPalette: () => void }) {
  useSignals()
  const news = unreadCount.value + mentions.value.length + failures.value.length
  // A page without a search leads to that of the tickets.
  const search = () => {
    if (!focusSearch.value) navigate('/tickets')
    const stop = focusSearch.subscribe(focus => focus && queueMicrotask(() => (stop(), focus())))
  }
  useShortcut('search', search, !focusSearch.value)
  const me = user.value
  const title = labelOf(useSection())
  const first = me?.name.split(' ')[0] ?? ''
  // Of a demonstration its notice says so.
  const due = isAdmin.value && !isDemo.value && dueDay.value
  const [before, after] = greeting('\u0000').split('\u0000')
  return (
    <header className="topbar">
      <IconButton icon={MenuIcon} label={t('nav.expand')} className="mobile-only" onClick={openMenu} />
      <strong className="mobile-only t-title">{title ? inLanguage(title) : brand.value.name}</strong>
      <span className="greeting desktop-only clip">
        {before}
        <strong>{first}</strong>
        {after}
        {due && ` · ${t(isOnTrial.value ? 'top.trial' : 'top.due', { date: date(`${due}T12:00`) })}`}
      </span>
      <button className="searchbox desktop-only" aria-haspopup="dialog" onClick={openPalette}>
        <Search className="icon icon-sm" aria-hidden />
        <span className="clip">{t('top.run')}…</span>
        <kbd className="kbd">Ctrl</kbd>
        <kbd className="kbd">K</kbd>
      </button>
      <span className="mobile-only ml-auto" />
      <Part fallback={<span className="desktop-only" style={{ width: 140 }} />}>
        <Corners />
      </Part>
      <Part>
        <Announcements />
      </Part>
      <Pop
        label={t('notifications.title')}
        width={340}
        end
        trigger={
          <button className="btn btn-icon" aria-label={t('notifications.label', { n: news })} data-tip={t('notifications.title')}>
            <Bell className="icon" aria-hidden />
            <Count n={news} className="badge-pin" />
          </button>
        }
      >
        {close => (
          <Part gone={close}>
            <Notifications close={close} />
          </Part>
        )}
      </Pop>
      <Pop
        role="menu"
        label={t('top.account', { name: me?.name ?? '' })}
        end
        width={240}
        trigger={
          <button className="btn btn-icon ml-1" aria-label={t('top.account', { name: me?.name ?? '' })}>
            <Avatar
              name={me?.name ?? ''}
              size={28}
              badge={me && me.availability.state !== 'available' ? <Clock3 className="icon" /> : undefined}
            />
          </button>
        }
      >
        {close => (
          <Part gone={close}>
            <AccountItems close={close} />
          </Part>
        )}
      </Pop>
    </header>
  )
}
