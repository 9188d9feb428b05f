import { useSignals } from '@preact/signals-react/runtime'
import { Download, Keyboard, LogOut, MessageCircle, RotateCw, Undo2, UserRound } from 'lucide-react'
import { t } from '../kit/i18n'
import { installing } from '../kit/installing'
import { MenuItems } from '../kit/menu'
import { logout, user } from '../session'
import { sayBack } from './availability/say'
import { sentenceOf } from './availability/state'
import { words as stateWords } from './availability/texts'
import { useChoices } from './choices'
import { words as installWords } from './install-words'
import { availabilityShown, keysShown, profileShown } from './shell'

type Props = { close: () => void }

export function LanguageItems({ close }: Props) {
  useSignals()
  return <MenuItems items={useChoices().languageItems} close={close} />
}

export function ThemeItems({ close }: Props) {
  useSignals()
  return <MenuItems items={useChoices().themeItems} close={close} />
}

/** Profile, shortcuts and a fresh page, and on a phone the theme and the language too. */
export function AccountItems({ close }: Props) {
  useSignals()
  const { languageItems, themeItems } = useChoices()
  const said = user.value?.availability
  const isAway = said && said.state !== 'available'
  const asks = installing.value
  const items = [
    ...(said
      ? [{ label: sentenceOf(said), icon: <MessageCircle className="icon" aria-hidden />, run: () => (availabilityShown.value = true) }]
      : []),
    ...(isAway ? [{ label: stateWords('back'), icon: <Undo2 className="icon" aria-hidden />, run: () => void sayBack() }] : []),
    { label: t('top.profile'), icon: <UserRound className="icon" aria-hidden />, run: () => (profileShown.value = true) },
    { label: t('top.shortcuts'), icon: <Keyboard className="icon" aria-hidden />, keys: '?', run: () => (keysShown.value = true) },
    { label: t('top.refresh'), icon: <RotateCw className="icon" aria-hidden />, run: () => location.reload() },
    asks && {
      label: installWords('install'),
      icon: <Download className="icon" aria-hidden />,
      run: () =>
        void asks.prompt().then(
          () => (installing.value = undefined),
          () => {},
        ),
    },
    'line' as const,
    ...themeItems,
    'line' as const,
    ...languageItems,
    'line' as const,
    { label: t('nav.logout'), icon: <LogOut className="icon" aria-hidden />, run: () => void logout() },
  ]
  return <MenuItems items={items} close={close} />
}
