import { useSignals } from '@preact/signals-react/runtime'
import { CalendarDays, CircleDot, Inbox, Paperclip, Tag, UserRound } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { catalog, choicesOf } from '../../../catalog'
import { language, t } from '../../../kit/i18n'
import { PickList } from '../../../kit/picker'
import { Pop } from '../../../kit/popover'
import { isLeader } from '../../../session'
import { words } from './found-texts'
import { type Kind, type Names, withFilter, withoutFilter } from './search-words'
import { giveSearch, seesClosed } from './store'
import { asked } from './understand'

/** What is typed at the moment, also what was not asked for yet. */
type Props = { typed: () => string }

/** The filters of a search, each of which writes what could be typed as well. */
export function SearchFilters({ typed }: Props) {
  useSignals()
  const { unknown, writtenBy, hasFile } = asked.value
  const toggle = (kind: Kind, on: boolean, key: string, value: string) =>
    void giveSearch(on ? withFilter(typed(), key, value) : withoutFilter(typed(), kind))
  return (
    <>
      <div className="filters" role="group" aria-label={words('filters')}>
        <Names kind="queues" typed={typed} of="queueKey" label={words('queue')} icon={<Inbox className="icon icon-sm" aria-hidden />} />
        {/* Others see of a colleague's tickets but those that are done. */}
        {isLeader.value && (
          <Names kind="users" typed={typed} of="userKey" label={words('user')} icon={<UserRound className="icon icon-sm" aria-hidden />} />
        )}
        <Names kind="tags" typed={typed} of="tagKey" label={words('tag')} icon={<Tag className="icon icon-sm" aria-hidden />} />
        <State typed={typed} />
        <Days typed={typed} />
        <button
          className="btn btn-plain btn-sm"
          aria-pressed={Boolean(writtenBy)}
          onClick={() => toggle('writtenBy', !writtenBy, words('byKey'), words('customerValue'))}
        >
          {words(writtenBy === 'team' ? 'byTeam' : 'byCustomer')}
        </button>
        <button
          className="btn btn-plain btn-sm"
          aria-pressed={Boolean(hasFile)}
          onClick={() => toggle('hasFile', !hasFile, words('hasKey'), words('fileValue'))}
        >
          <Paperclip className="icon icon-sm" aria-hidden />
          {words('withFile')}
        </button>
      </div>
      {unknown.length > 0 && (
        <p className="found-unknown" role="status">
          {unknown.map(({ kind, value }) => words(`unknown.${kind}`, { value })).join(' ')}
        </p>
      )}
    </>
  )
}

type FilterProps = { n: number; label: string; icon: ReactElement; width?: number; children: (close: () => void) => ReactNode }
const Filter = ({ n, label, icon, width = 240, children }: FilterProps) => (
  <Pop
    label={label}
    width={width}
    trigger={
      <button className="btn btn-plain btn-sm">
        {icon}
        {label}
        {n > 0 && <span className="badge-n">{n}</span>}
      </button>
    }
  >
    {children}
  </Pop>
)

type NamesProps = Props & { kind: keyof Names; of: 'queueKey' | 'userKey' | 'tagKey'; label: string; icon: ReactElement }
function Names({ kind, ...props }: NamesProps) {
  useSignals()
  return (
    <Filter n={asked.value[kind].length} {...props}>
      {() => <Choices kind={kind} {...props} />}
    </Filter>
  )
}

function Choices({ kind, typed, of, label }: Omit<NamesProps, 'icon'>) {
  useSignals()
  const rows = choicesOf(kind)
  const chosen = asked.value[kind]
  const change = (ids: number[]) => {
    const added = rows.find(({ id }) => ids.includes(id) && !chosen.includes(id))
    const removed = rows.find(({ id }) => !ids.includes(id) && chosen.includes(id))
    if (added) void giveSearch(withFilter(typed(), words(of), added.name))
    if (removed) void giveSearch(withoutFilter(typed(), kind, removed, rows))
  }
  if (catalog(kind).loaded.value && !rows.length) return <p className="px-2.5 py-2 faint">{t('tickets.noChoices')}</p>
  return <PickList label={label} choices={rows} chosen={chosen} change={change} several />
}

const VALUES = { open: 'openValue', pending: 'pendingValue', closed: 'closedValue' } as const
const STATES = ['open', 'pending', 'closed'] as const
function State({ typed }: Props) {
  useSignals()
  const { status } = asked.value
  const states = STATES.filter(one => one !== 'closed' || seesClosed.value)
  const choices = states.map((one, id) => ({ id: id + 1, name: words(VALUES[one]) }))
  const change = ([id]: number[]) => {
    const rest = withoutFilter(typed(), 'status')
    void giveSearch(id ? withFilter(rest, words('stateKey'), choices[id - 1]!.name) : rest)
  }
  return (
    <Filter n={Number(Boolean(status))} label={words('state')} icon={<CircleDot className="icon icon-sm" aria-hidden />} width={200}>
      {close => (
        <PickList
          label={words('state')}
          choices={choices}
          chosen={status ? [states.indexOf(status) + 1] : []}
          change={change}
          close={close}
        />
      )}
    </Filter>
  )
}

/** As it is written where the person reads: the day first, or in English the order without a doubt. */
const written = (date: string) => (language.peek() === 'en' ? date : date.split('-').toReversed().join('/'))

function Days({ typed }: Props) {
  useSignals()
  const { dateFrom, dateTo } = asked.value
  const put = (kind: 'dateFrom' | 'dateTo', date: string) => {
    const rest = withoutFilter(typed(), kind)
    void giveSearch(date ? withFilter(rest, words(kind === 'dateFrom' ? 'sinceKey' : 'untilKey'), written(date)) : rest)
  }
  const field = (kind: 'dateFrom' | 'dateTo', label: string) => (
    <label className="found-day">
      {label}
      <input
        type="date"
        className="input"
        value={asked.value[kind] ?? ''}
        min="2000-01-01"
        max="2999-12-31"
        onChange={event => put(kind, event.currentTarget.value)}
      />
    </label>
  )
  return (
    <Filter
      n={Number(Boolean(dateFrom)) + Number(Boolean(dateTo))}
      label={words('days')}
      icon={<CalendarDays className="icon icon-sm" aria-hidden />}
    >
      {() => (
        <div className="found-days">
          {field('dateFrom', words('since'))}
          {field('dateTo', words('until'))}
        </div>
      )}
    </Filter>
  )
}
