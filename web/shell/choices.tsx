import { useSignals } from '@preact/signals-react/runtime'
import { Monitor, Moon, Sun } from 'lucide-react'
import { language, t } from '../kit/i18n'
import { setTheme, theme } from '../kit/theme'
import { chooseLanguage } from '../session'

export const languages = [
  ['pt', 'Português'],
  ['en', 'English'],
  ['es', 'Español'],
] as const

/** Menu items: the languages; light, dark, or as the system. */
export function useChoices() {
  useSignals()
  return {
    languageItems: languages.map(([code, label]) => ({ label, checked: language.value === code, run: () => void chooseLanguage(code) })),
    themeItems: (
      [
        ['light', t('theme.light'), Sun],
        ['dark', t('theme.dark'), Moon],
        ['system', t('theme.system'), Monitor],
      ] as const
    ).map(([name, label, Icon]) => ({
      label,
      icon: <Icon className="icon" aria-hidden />,
      checked: theme.value === name,
      run: () => setTheme(name),
    })),
  }
}
