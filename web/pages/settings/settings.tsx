import { useSignals } from '@preact/signals-react/runtime'
import { SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { useRight } from '../../crud/right'
import { folded } from '../../kit/folded'
import { t } from '../../kit/i18n'
import { Empty } from '../../kit/placeholder'
import { onResync } from '../../kit/realtime'
import { SearchBox } from '../../kit/search-box'
import { panelOf, Tabs } from '../../kit/tabs'
import { may, readSettings, settings } from '../../session'
import { useSearchTarget } from '../../shell/focus-search'
import { chosenIn } from './chosen'
import { CompanyHours } from './company-hours'
import { InstallationSettings } from './installation'
import { SettingRow } from './row'
import { words } from './texts'

const GROUPS = ['conversation', 'team', 'security'] as const
const CHOSEN = chosenIn(GROUPS)

type Tab = 'options' | 'hours' | 'installation'

/** How the company works. Each change is saved at once, but for its hours. */
export default function Settings() {
  const search = useSearch()
  return <Choices key={search} about={new URLSearchParams(search).get('search') ?? ''} />
}

/** `about` is what the address looks for. */
function Choices({ about }: { about: string }) {
  useSignals()
  const box = useRef<HTMLInputElement>(null)
  const [sought, seek] = useState(about)
  const [chosen, choose] = useState<Tab>('options')
  const mayBeHere = useRight('settings:write')
  useSearchTarget(() => box.current?.focus())
  useEffect(() => {
    void readSettings()
    return onResync(() => void readSettings())
  }, [])
  if (!mayBeHere) return null
  const hasHours = settings.value['scheduleType'] === 'company' || settings.value['scheduleType'] === 'queue'
  const isOperator = may('settings:installation')
  /** What stands beside the options: by the setting that asks for it, and by who looks. */
  const tabs: Tab[] = ['options', ...(hasHours ? (['hours'] as const) : []), ...(isOperator ? (['installation'] as const) : [])]
  const tab = tabs.includes(chosen) ? chosen : 'options'
  const found = CHOSEN.fields.filter(({ name }) => folded(`${words.find(name)} ${words.find(`${name}Help`)}`).includes(folded(sought)))
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words('title')}</h1>
        {tabs.length > 1 && (
          <Tabs id="set" label={words('title')} tabs={tabs.map(name => ({ name, label: words(name) }))} chosen={tab} choose={choose} />
        )}
        {tab === 'options' && (
          <div className="acts">
            <SearchBox ref={box} label={words('search')} find={seek} width={260} initial={sought} />
          </div>
        )}
      </header>
      <div className="page-body set-body" {...(tabs.length > 1 && panelOf('set', 'options', tab))}>
        {GROUPS.map(group => {
          const own = CHOSEN.of(group, found)
          return (
            own.length > 0 && (
              <section key={group} className="set" aria-labelledby={`g-${group}`}>
                <h2 id={`g-${group}`}>{words(group)}</h2>
                <div className="card-b">
                  {own.map(field => (
                    <SettingRow key={field.name} field={field} words={words} />
                  ))}
                </div>
              </section>
            )
          )
        })}
        {!found.length && <Empty icon={SearchX} title={t('common.noMatch')} />}
      </div>
      {hasHours && (
        <div className="page-body set-body" {...panelOf('set', 'hours', tab)}>
          <CompanyHours />
        </div>
      )}
      {isOperator && (
        <div className="page-body set-body" {...panelOf('set', 'installation', tab)}>
          <InstallationSettings />
        </div>
      )}
    </div>
  )
}
