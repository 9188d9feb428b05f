import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { DUE_SOON_DAYS } from '../constants'
import { useBodyAttribute } from '../kit/body-attribute'
import { inLanguage, t, withTexts } from '../kit/i18n'
import { Link } from '../kit/link'
import { Part } from '../kit/part'
import { partOf } from '../kit/retryable'
import { ahead, useShortcut } from '../kit/keys'
import { wide } from '../kit/screen-width'
import { Empty } from '../kit/placeholder'
import { tryNow } from '../kit/line'
import { offline, trying } from '../kit/realtime'
import { useSection } from '../kit/section'
import { isSlow } from '../kit/slow'
import { retried, styled } from '../kit/style'
import { beUsable } from '../kit/usable'
import formsStyle from '../pages/forms.css'
import profileStyle from '../pages/profile/profile.css'
import { daysLeft, isAdmin, isDemo, isUnpaid, user } from '../session'
import { watchConnections } from './connection-warning'
import { Drawer, drawer, labelOf, toggleDrawer } from './drawer'
import { later, soon } from './later-icon'
import keysStyle from './keys-sheet.css'
import paletteStyle from './palette/palette.css'
import { storageTrouble } from './storage'
import { TopBar } from './top-bar'
import { isOtherwise, unreadCount, watchMine, watchUnread } from './unread'

const SearchX = later('SearchX')
const WifiOff = later('WifiOff')
const KeysSheet = retried(styled(() => import('./keys-sheet'), keysStyle))
const Questions = retried<object>(partOf(soon, ({ Questions }) => ({ default: Questions })))
const StorageNotice = retried<object>(partOf(soon, ({ StorageNotice }) => ({ default: StorageNotice })))
const TabBar = retried<{ openMenu: () => void }>(partOf(soon, ({ TabBar }) => ({ default: TabBar })))
const Menu = retried<{ close: () => void; openPalette: () => void }>(partOf(soon, ({ Menu }) => ({ default: Menu })))
const Palette = retried(styled(() => import('./palette/palette'), paletteStyle))
const AvailabilityDialog = retried(styled(() => import('./availability/dialog'), formsStyle))
const Profile = retried(styled(() => import('../pages/profile/profile'), profileStyle))

/** A page that needs the width folds the drawer while this is true. */
export const foldDrawer = signal(false)
export const keysShown = signal(false)
/** The own account; a name is that of the field of the preferences that is looked for. */
export const profileShown = signal<boolean | string>(false)
export const availabilityShown = signal(false)

/** The grey frame around every page behind the login: drawer, top bar, one white panel, bottom bar on a phone. */
export function Shell({ children }: { children: ReactNode }) {
  useSignals()
  const [menu, setMenu] = useState(false)
  const [palette, setPalette] = useState(false)
  useEffect(watchUnread, [])
  const hasList = useSection() === '/tickets'
  const isCounted = hasList && !isOtherwise.value
  useEffect(() => (isCounted ? undefined : watchMine()), [isCounted])
  useEffect(() => (hasList ? undefined : beUsable()), [hasList])
  useEffect(watchConnections, [])
  useTitle()
  useShortcut('shortcuts', () => (keysShown.value = true))
  const openPalette = () => {
    ahead.keep?.()
    setPalette(true)
  }
  useShortcut('palette', openPalette)
  const rail = !wide.value || drawer.value === 'rail' || foldDrawer.value
  useBodyAttribute('drawer', rail ? 'rail' : 'open')
  return (
    <div className="shell">
      <a className="skip" href="#conteudo">
        {t('nav.skip')}
      </a>
      <SlowBar />
      <Drawer rail={rail} expand={() => (wide.value && !foldDrawer.value ? toggleDrawer() : setMenu(true))} />
      <TopBar openMenu={() => setMenu(true)} openPalette={openPalette} />
      <main className="panel" id="conteudo" tabIndex={-1}>
        {(user.value?.entered || user.value?.company.status === false || isUnpaid.value || isDemo.value) && (
          <Suspense>
            <CompanyNotice />
          </Suspense>
        )}
        <Notices />
        {children}
      </main>
      <Suspense fallback={<nav className="tabbar" aria-label={t('nav.tabs')} />}>
        <TabBar openMenu={() => setMenu(true)} />
      </Suspense>
      {menu && (
        <Part gone={() => setMenu(false)}>
          <Menu close={() => setMenu(false)} openPalette={openPalette} />
        </Part>
      )}
      <Part>
        <Questions />
      </Part>
      {palette && (
        <Part gone={() => setPalette(false)}>
          <Palette close={() => setPalette(false)} />
        </Part>
      )}
      {keysShown.value && (
        <Part gone={() => (keysShown.value = false)}>
          <KeysSheet close={() => (keysShown.value = false)} />
        </Part>
      )}
      {availabilityShown.value && (
        <Part gone={() => (availabilityShown.value = false)}>
          <AvailabilityDialog close={() => (availabilityShown.value = false)} />
        </Part>
      )}
      {profileShown.value && (
        <Part gone={() => (profileShown.value = false)}>
          <Profile close={() => (profileShown.value = false)} />
        </Part>
      )}
    </div>
  )
}

function SlowBar() {
  useSignals()
  return isSlow.value && <div className="slow-bar" role="progressbar" aria-label={t('common.loading')} />
}

/** The window is named after the page, with how many tickets wait to be read. */
function useTitle() {
  useSignals()
  const label = labelOf(useSection())
  const title = [label && inLanguage(label), user.value?.company?.name].filter(Boolean).join(' · ')
  const n = unreadCount.value
  useEffect(() => {
    document.title = n ? `(${n}) ${title}` : title
  }, [title, n])
}

/** What is said of the company for as long as it is so: nobody has it in the first load. */
const importNotices = withTexts(() => import('./company-notice'))
const CompanyNotice = retried<object>(partOf(importNotices, ({ CompanyNotice }) => ({ default: CompanyNotice })))
const DueNotice = retried<object>(partOf(importNotices, ({ DueNotice }) => ({ default: DueNotice })))

function Notices() {
  useSignals()
  const days = daysLeft.value
  if (offline.value)
    return (
      <div className="banner" role="status">
        <WifiOff className="icon" aria-hidden />
        <span>{t(navigator.onLine ? 'common.notReached' : 'common.offline')}</span>
        <button className="btn btn-plain btn-sm" aria-busy={trying.value} onClick={tryNow}>
          {t('common.tryNow')}
        </button>
      </div>
    )
  if (storageTrouble.value)
    return (
      <Suspense>
        <StorageNotice />
      </Suspense>
    )
  if (!isAdmin.value || days === undefined || days >= DUE_SOON_DAYS || isUnpaid.value || isDemo.value) return null
  return (
    <Suspense>
      <DueNotice />
    </Suspense>
  )
}

export const NotFound = () => (
  <Empty icon={SearchX} title={t('common.notFound')} text={t('common.notFoundText')}>
    <Link href="/tickets" className="btn btn-primary">
      {t('common.goTickets')}
    </Link>
  </Empty>
)
