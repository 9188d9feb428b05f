import { useSignals } from '@preact/signals-react/runtime'
import { CheckCheck, Cog, Languages, MessageCircle, MessageSquare, RotateCw, SlidersHorizontal, Undo2, UserRound, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Definition, SETTINGS } from '../../../src/modules/settings/registry'
import { inLanguage, t } from '../../kit/i18n'
import { nameOf } from '../../kit/key-names'
import { runnable } from '../../kit/keys'
import { offered } from '../../kit/offered'
import { words as ownWords } from '../../pages/profile/texts'
import { words as settingWords } from '../../pages/settings/texts'
import { queues } from '../../pages/tickets/queues'
import { logout, may, user } from '../../session'
import '../../shortcut-names'
import { sayBack } from '../availability/say'
import { words as stateWords } from '../availability/texts'
import { languages, useChoices } from '../choices'
import { entries } from '../drawer'
import { later } from '../later-icon'
import { isUnread, markAllRead } from '../mark-all'
import { availabilityShown, profileShown } from '../shell'
import { EVERYDAY } from './everyday'
import { keysNow } from './keys-now'
import { listCommands } from './lists'
import { words } from './texts'

/** In this order the groups stand; what the server finds comes later, so it stands below what may be chosen already. */
export const GROUPS = [
  'often',
  'conversation',
  'actions',
  'pages',
  'tickets',
  'contacts',
  'colleagues',
  'settings',
  'messages',
  'mentioning',
  'everywhere',
] as const

export type Command = {
  /** The same tomorrow, for what is learned by use; what a search found has none that is remembered. */
  id: string
  group: (typeof GROUPS)[number]
  label: string
  /** What it is found by beside its label. */
  also?: string
  /** A sentence that tells of it: what is found by that alone stands last. */
  about?: string
  hint?: ReactNode
  keys?: string[]
  icon: ReactNode
  run: () => void
}

const LogOut = later('LogOut')
/** What only makes sense while a key is pressed where one is. */
const OF_THE_KEYBOARD = new Set(['palette', 'search', 'rows', 'commands', 'next', 'previous', 'messages'])
const icon = { className: 'icon', 'aria-hidden': true } as const

/** What the screen can do now, by the same registry as its shortcuts. */
const verbs = (): Command[] =>
  runnable()
    .filter(({ id }) => !OF_THE_KEYBOARD.has(id))
    .map(({ id, run }) => {
      const { label, group } = nameOf(id)
      const isOfConversation = group === 'keys.conversation'
      return {
        id: `key:${id}`,
        group: isOfConversation ? 'conversation' : 'actions',
        label: t(label),
        keys: keysNow(id),
        icon: isOfConversation ? <MessageSquare {...icon} /> : <Zap {...icon} />,
        run,
      }
    })

/** What the menu of the conversation has beside them. */
const items = (): Command[] => {
  const keyed = new Set(runnable().map(({ id }) => id))
  return offered().flatMap(({ label, icon, shortcut, keys, run }) =>
    shortcut && keyed.has(shortcut)
      ? []
      : [
          {
            id: `item:${label}`,
            group: 'conversation',
            label,
            icon,
            keys: shortcut ? keysNow(shortcut) : keys?.split(' '),
            run,
          },
        ],
  )
}

/** Where each of one's own preferences stands; the language and the theme are chosen here. */
const OWN = { volume: 'own-volume', queueVolumes: 'own-queue-volumes', quiet: 'own-quiet', push: 'own-push', undoSend: 'own-undo' } as const
const ownSettings = (): Command[] =>
  (Object.keys(OWN) as (keyof typeof OWN)[])
    .filter(key => key !== 'queueVolumes' || queues.value.length)
    .map(key => ({
      id: `own:${key}`,
      group: 'settings',
      label: ownWords(key),
      also: ownWords('preferences'),
      about: ownWords(`${key}Help`),
      icon: <SlidersHorizontal {...icon} />,
      run: () => (profileShown.value = OWN[key]),
    }))

const places = (go: (path: string) => void): Command[] =>
  entries().map(({ path, nav }) => {
    const { icon: Icon, label } = nav!
    const address = path.split(/\/:/)[0]!
    return {
      id: `page:${address}`,
      group: 'pages',
      label: inLanguage(label),
      also: Object.values(label).join(' '),
      icon: <Icon {...icon} />,
      run: () => go(address),
    }
  })

const settingsOf = (go: (path: string) => void): Command[] =>
  (Object.entries(SETTINGS) as [string, Definition][]).flatMap(([key, { scope, readBy }]) => {
    const label = scope === 'company' && readBy.length ? settingWords.find(key) : undefined
    if (!label) return []
    const run = () => go(`/settings?search=${encodeURIComponent(label)}`)
    return [
      { id: `setting:${key}`, group: 'settings', label, about: settingWords.find(`${key}Help`), icon: <Cog {...icon} />, run } as const,
    ]
  })

/** All that a word can name without asking the server. */
export function useCommands(go: (path: string) => void): Command[] {
  useSignals()
  const { languageItems, themeItems } = useChoices()
  const all: Command[] = [
    ...verbs(),
    ...items(),
    { id: 'profile', group: 'actions', label: t('top.profile'), icon: <UserRound {...icon} />, run: () => (profileShown.value = true) },
    {
      id: 'availability',
      group: 'actions',
      label: stateWords('title'),
      also: `${stateWords('away')} ${stateWords('paused')} ${stateWords('available')}`,
      icon: <MessageCircle {...icon} />,
      run: () => (availabilityShown.value = true),
    },
    ...(user.value && user.value.availability.state !== 'available'
      ? [{ id: 'back', group: 'actions' as const, label: stateWords('back'), icon: <Undo2 {...icon} />, run: () => void sayBack() }]
      : []),
    ...(isUnread.value
      ? [{ id: 'readAll', group: 'actions' as const, label: t('notifications.read'), icon: <CheckCheck {...icon} />, run: markAllRead }]
      : []),
    ...listCommands(go),
    { id: 'refresh', group: 'actions', label: t('top.refresh'), icon: <RotateCw {...icon} />, run: () => location.reload() },
    ...themeItems.map(({ label, icon, run }, i) => ({
      id: `theme:${i}`,
      group: 'actions' as const,
      label: words('theme', { name: label }),
      icon,
      run,
    })),
    ...languageItems.map(({ label, run }, i) => ({
      id: `language:${languages[i]![0]}`,
      group: 'actions' as const,
      label: words('language', { name: label }),
      icon: <Languages {...icon} />,
      run,
    })),
    { id: 'logout', group: 'actions', label: t('nav.logout'), icon: <LogOut {...icon} />, run: () => void logout() },
    ...places(go),
    ...ownSettings(),
    ...(may('settings:write') ? settingsOf(go) : []),
  ]
  return all.map(one => ({ ...one, also: `${one.also ?? ''} ${EVERYDAY[one.id] ?? ''}` }))
}
