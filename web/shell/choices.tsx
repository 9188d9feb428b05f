import { Monitor, Moon, Sun } from 'lucide-react'
import { language, t } from '../kit/i18n'
import { setTheme, theme } from '../kit/theme'
import { chooseLanguage } from '../session'

export const languages = [
  ['pt', 'Português'],
  ['en', 'English'],
  ['es', 'Español'],
] as const

/** Menu items: the languages. */
export const languageItems = () =>
  languages.map(([code, label]) => ({ label, checked: language.value === code, run: () => void chooseLanguage(code) }))
/** Menu items: light, dark, or as the system. */
export const themeItems = () => [
  { label: t('theme.light'), icon: <Sun className="icon" aria-hidden />, checked: theme.value === 'light', run: () => setTheme('light') },
  { label: t('theme.dark'), icon: <Moon className="icon" aria-hidden />, checked: theme.value === 'dark', run: () => setTheme('dark') },
  {
    label: t('theme.system'),
    icon: <Monitor className="icon" aria-hidden />,
    checked: theme.value === 'system',
    run: () => setTheme('system'),
  },
]
