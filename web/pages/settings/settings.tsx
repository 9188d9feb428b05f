import { Link } from '../../kit/link'
import { partOf } from '../../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { SearchX } from 'lucide-react'
import { Fragment, Suspense, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { Right } from '../../../src/modules/rights'
import { useRight } from '../../crud/right'
import { folded } from '../../kit/folded'
import { t, withTexts } from '../../kit/i18n'
import { Empty } from '../../kit/placeholder'
import { onResync } from '../../kit/realtime'
import { retried, styled } from '../../kit/style'
import login from '../login.css'
import { Entries } from '../companies/entries'
import { SearchBox } from '../../kit/search-box'
import { panelOf, Tabs, useTab } from '../../kit/tabs'
import { may, readSettings, settings } from '../../session'
import { useSearchTarget } from '../../shell/focus-search'
import brandStyle from './brand/brand.css'
import { chosenIn } from './shown-settings'
import { CompanyHours } from './company-hours'
import { SettingRow } from './setting-row'
import { words } from './texts'

const GROUPS = ['conversation', 'team', 'billing', 'security'] as const
const CHOSEN = chosenIn(GROUPS)

/** What stands beside the options, by the setting that asks for it. */
const TABS = ['options', 'hours'] as const
/** The parts of the operators' console that stand here too. */
const CONSOLE = {
  brand: { right: 'settings:installation', page: retried<object>(styled(() => import('./brand/brand'), brandStyle, login)) },
  companies: { right: 'companies:write', page: retried<object>(withTexts(() => import('../companies/companies'))) },
  newCompany: {
    right: 'companies:write',
    page: retried<object>(
      partOf(
        withTexts(() => import('../companies/companies')),
        ({ NewCompany }) => ({ default: NewCompany }),
      ),
    ),
  },
  plans: { right: 'plans:write', page: retried<object>(withTexts(() => import('../plans/plans'))) },
  helps: { right: 'helps:write', page: retried<object>(withTexts(() => import('../helps/table'))) },
  installation: { right: 'settings:installation', page: retried<object>(withTexts(() => import('./installation'))) },
} as const satisfies Record<string, { right: Right; page: unknown }>
type Part = keyof typeof CONSOLE
type Tab = (typeof TABS)[number] | Part
const isPart = (tab: string): tab is Part => tab in CONSOLE

/** How the company works. Each change is saved at once, but for its hours. */
export default function Settings() {
  const asked = new URLSearchParams(useSearch())
  const [about, tab] = ['search', 'tab'].map(name => asked.get(name) ?? '') as [string, string]
  // Whoever asks for a part of the console and operates nothing is told so.
  const part = isPart(tab) ? CONSOLE[tab].right : undefined
  const mayBeHere = useRight(part ?? 'settings:write', undefined, part && 'ERR_NO_SUPER')
  return mayBeHere ? <Choices key={about} about={about} /> : null
}

/** `about` is what the address looks for. */
function Choices({ about }: { about: string }) {
  useSignals()
  const box = useRef<HTMLInputElement>(null)
  const [sought, seek] = useState(about)
  useSearchTarget(() => box.current?.focus())
  useEffect(() => {
    void readSettings()
    return onResync(() => void readSettings())
  }, [])
  const isByQueue = settings.value['scheduleType'] === 'queue'
  const hasHours = settings.value['scheduleType'] === 'company' || isByQueue
  const tabs: Tab[] = [
    ...TABS.filter(name => name !== 'hours' || hasHours),
    ...(Object.keys(CONSOLE) as Part[]).filter(name => may(CONSOLE[name].right)),
  ]
  const [tab, choose] = useTab(tabs)
  const hasTabs = tabs.length > 1
  const Page = isPart(tab) ? CONSOLE[tab].page : undefined
  const isFound = (name: string) => folded(`${words.find(name)} ${words.find(`${name}Help`)}`).includes(folded(sought))
  const canBill = may('integrations:write')
  const groups = GROUPS.filter(group => group !== 'billing' || canBill)
  const found = groups.flatMap(group => CHOSEN.of(group)).filter(({ name }) => isFound(name))
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words('title')}</h1>
        {hasTabs && (
          <Tabs id="set" label={words('title')} tabs={tabs.map(name => ({ name, label: words(name) }))} chosen={tab} choose={choose} />
        )}
        {tab === 'options' && (
          <div className="acts">
            <SearchBox ref={box} label={words('search')} find={seek} width={260} initial={sought} />
          </div>
        )}
      </header>
      <div className="page-body set-body" {...(hasTabs && panelOf('set', 'options', tab))}>
        {groups.map(group => {
          const own = CHOSEN.of(group, found)
          const hasMenus = group === 'conversation' && isFound('chatBotType')
          return (
            (own.length > 0 || hasMenus) && (
              <section key={group} className="set" aria-labelledby={`g-${group}`}>
                <h2 id={`g-${group}`}>{words(group)}</h2>
                <div className="card-b">
                  {own.map(field => (
                    <Fragment key={field.name}>
                      <SettingRow field={field} words={words} />
                      {field.name === 'scheduleType' && hasHours && <WhereHours isByQueue={isByQueue} choose={choose} />}
                    </Fragment>
                  ))}
                  {group === 'billing' && !sought && (
                    <div className="set-row">
                      <div>
                        <span className="font-medium">{words('billingState')}</span>
                        <p>{words('billingStateHelp')}</p>
                      </div>
                      <div className="ctl">
                        <Link href="/queue-integration" className="btn btn-plain">
                          {words('openIntegrations')}
                        </Link>
                      </div>
                    </div>
                  )}
                  {hasMenus && (
                    <div className="set-row">
                      <div>
                        <span className="font-medium">{words('chatBotType')}</span>
                        <p>{words('chatBotTypeHelp')}</p>
                      </div>
                      <div className="ctl muted">{words('chatBotType.text')}</div>
                    </div>
                  )}
                </div>
              </section>
            )
          )
        })}
        {!sought && (
          <Entries
            path="/operator-entries"
            frame={list => (
              <section className="set" aria-labelledby="g-entries">
                <h2 id="g-entries">{words('entries')}</h2>
                {list}
              </section>
            )}
          />
        )}
        {!found.length && !isFound('chatBotType') && <Empty icon={SearchX} title={t('common.noMatch')} />}
      </div>
      {hasHours && (
        <div className="page-body set-body" {...panelOf('set', 'hours', tab)}>
          <CompanyHours />
        </div>
      )}
      {Page && (
        <div className="set-part" {...panelOf('set', tab, tab)}>
          <Suspense>
            <Page />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** Hours are chosen here, and written elsewhere. */
function WhereHours({ isByQueue, choose }: { isByQueue: boolean; choose: (tab: Tab) => void }) {
  return (
    <div className="set-row">
      <div>
        <p>{words(isByQueue ? 'hoursByQueue' : 'hoursByCompany')}</p>
      </div>
      <div className="ctl">
        {isByQueue ? (
          <Link href="/queues" className="btn btn-plain">
            {words('openQueues')}
          </Link>
        ) : (
          <button type="button" className="btn btn-plain" onClick={() => choose('hours')}>
            {words('openHours')}
          </button>
        )}
      </div>
    </div>
  )
}
