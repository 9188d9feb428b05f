import { useSignals } from '@preact/signals-react/runtime'
import { Languages, type LucideIcon, RotateCw, SunMoon, Volume2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { t } from '../kit/i18n'
import { IconButton } from '../kit/icon-button'
import { Pop } from '../kit/popover'
import { may } from '../session'
import { Chats } from './chats'
import { LanguageItems, ThemeItems } from './top-menus'
import { Volume } from './volume'

type Props = { icon: LucideIcon; label: string; role?: 'menu'; content: ComponentType<{ close: () => void }> }
const Corner = ({ icon, label, role, content: Content }: Props) => (
  <Pop role={role} label={label} end trigger={<IconButton icon={icon} label={label} className="desktop-only" />}>
    {close => <Content close={close} />}
  </Pop>
)

/** What a wide screen has a place for in its top bar: language, theme, volume, a fresh page, the chat of the team. */
export default function Corners() {
  useSignals()
  return (
    <>
      <Corner icon={Languages} label={t('top.language')} role="menu" content={LanguageItems} />
      <Corner icon={SunMoon} label={t('top.theme')} role="menu" content={ThemeItems} />
      <Corner icon={Volume2} label={t('top.volume')} content={Volume} />
      <IconButton icon={RotateCw} label={t('top.refresh')} className="desktop-only" onClick={() => location.reload()} />
      {may('chats:use') && <Chats />}
    </>
  )
}
