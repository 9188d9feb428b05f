import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ContactRound, Inbox, Menu, MessageSquare, MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { Count } from '../kit/chips'
import { t } from '../kit/i18n'
import { Link } from '../kit/link'
import { may } from '../session'
import { entries } from './drawer'
import { chatUnread, unreadCount } from './unread'

/** The conversation that was open last. */
const last = signal('/tickets/atual')

/** The bar at the foot of a phone. */
export function TabBar({ openMenu }: { openMenu: () => void }) {
  useSignals()
  const [path] = useLocation()
  const inTicket = path.startsWith('/tickets/')
  useEffect(() => {
    if (inTicket) last.value = path
  }, [inTicket, path])
  const contacts = entries().some(entry => entry.path === '/contacts')
  const isOnBar = /^\/(tickets|contacts$|chats)/.test(path)
  const current = (yes: boolean) => (yes ? 'page' : undefined)
  return (
    <nav className="tabbar" aria-label={t('nav.tabs')}>
      <Link href="/tickets" aria-current={current(path === '/tickets')}>
        <Inbox className="icon" aria-hidden />
        {t('nav.tickets')}
        <Count n={unreadCount.value} />
      </Link>
      <Link href={inTicket ? path : last.value} aria-current={current(inTicket)}>
        <MessageSquare className="icon" aria-hidden />
        {t('nav.ticket')}
      </Link>
      {contacts && (
        <Link href="/contacts" aria-current={current(path === '/contacts')}>
          <ContactRound className="icon" aria-hidden />
          {t('nav.contacts')}
        </Link>
      )}
      {may('chats:use') && (
        <Link href="/chats" aria-current={current(path.startsWith('/chats'))}>
          <MessagesSquare className="icon" aria-hidden />
          {t('nav.chat')}
          <Count n={chatUnread.value} />
        </Link>
      )}
      <button type="button" onClick={openMenu} aria-haspopup="dialog" aria-current={current(!isOnBar)}>
        <Menu className="icon" aria-hidden />
        {t('nav.menu')}
      </button>
    </nav>
  )
}
