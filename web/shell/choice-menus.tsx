import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown, SunMoon } from 'lucide-react'
import { language, t } from '../kit/i18n'
import { Menu } from '../kit/menu'
import { IconButton } from '../kit/icon-button'
import { languages, useChoices } from './choices'

/** Language and theme, for who is not signed in yet. */
export function ChoiceMenus() {
  useSignals()
  const { languageItems, themeItems } = useChoices()
  return (
    <span className="flex items-center gap-1">
      <Menu
        label={t('top.language')}
        end
        items={languageItems}
        trigger={
          <button type="button" className="btn btn-quiet btn-sm">
            {languages.find(([code]) => code === language.value)?.[1]}
            <ChevronDown className="icon icon-sm" aria-hidden />
          </button>
        }
      />
      <Menu
        label={t('top.theme')}
        end
        items={themeItems}
        trigger={<IconButton icon={SunMoon} label={t('top.theme')} className="btn-sm" />}
      />
    </span>
  )
}
