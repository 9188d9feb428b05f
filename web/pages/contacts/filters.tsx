import { type Signal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ListFilter } from 'lucide-react'
import { useEffect } from 'react'
import { choicesOf } from '../../catalog'
import { SelectField, TextField } from '../../kit/field'
import { t } from '../../kit/i18n'
import { Picker } from '../../kit/picker'
import { Pop } from '../../kit/popover'
import { words } from './texts'

/** What each filter may ask for, by the word that its label ends with. */
const SIDES = {
  open: { yes: 'true', no: 'false' },
  email: { yes: 'with', no: 'without' },
  disableBot: { yes: 'false', no: 'true' },
  isGroup: { yes: 'false', no: 'true' },
  whatsapp: { yes: 'valid', no: 'invalid', unchecked: 'unchecked' },
} as const
const DATES = ['dateStart', 'dateEnd'] as const
type Key = keyof typeof SIDES | (typeof DATES)[number] | 'tags'
export type Filter = Partial<Record<Key, string>>

const KEYS: Key[] = ['tags', ...DATES, ...(Object.keys(SIDES) as (keyof typeof SIDES)[])]
/** What the list is narrowed by, as the server is asked for it. Kept while the application is open, and in the address. */
export const filter = signal<Filter>({})
export const isNarrowed = () => Object.keys(filter.value).length > 0
export const clearFilter = () => (filter.value = {})

const DAY = /^[12]\d{3}-\d\d-\d\d$/
/** Whether the server takes it: an address may say anything, and a year is typed digit by digit. */
const isSound = (key: Key, value: string) =>
  key === 'tags'
    ? tagsOf({ tags: value }).length > 0
    : key in SIDES
      ? Object.values<string>(SIDES[key as keyof typeof SIDES]).includes(value)
      : DAY.test(value)

function set(filter: Signal<Filter>, key: Key, value: string) {
  const { [key]: _, ...others } = filter.value
  filter.value = value ? { ...others, [key]: value } : others
}

/** An address that names filters is what its sender saw; another one gets those that are on. */
function useAddress() {
  useSignals()
  const named = JSON.stringify(filter.value)
  useEffect(() => {
    const asked = new URLSearchParams(location.search)
    const found = KEYS.flatMap(key => (isSound(key, asked.get(key) ?? '') ? [[key, asked.get(key)!] as const] : []))
    if (found.length) filter.value = Object.fromEntries(found)
  }, [])
  useEffect(() => {
    const query = String(new URLSearchParams(filter.value))
    history.replaceState(history.state, '', query ? `?${query}` : location.pathname)
  }, [named])
}

const tagsOf = ({ tags }: Filter) => (/^\[\d+(,\d+)*\]$/.test(tags ?? '') ? (JSON.parse(tags!) as number[]) : [])

/** The tags of which a contact must have one. */
export function TagsFilter({ filter }: { filter: Signal<Filter> }) {
  useSignals()
  return (
    <Picker
      id="contact-tags"
      label={words('tags')}
      choices={choicesOf('tags')}
      chosen={tagsOf(filter.value)}
      change={ids => set(filter, 'tags', ids.length ? JSON.stringify(ids) : '')}
      several
      none={words('anyTag')}
    />
  )
}

/** The filters beside the search: all of them together. */
export function Filters() {
  useSignals()
  useAddress()
  const now = filter.value
  const n = Object.keys(now).filter(key => key !== 'tags').length
  return (
    <>
      <TagsFilter filter={filter} />
      <Pop
        label={words('filters')}
        width={300}
        trigger={
          <button className="btn btn-quiet" aria-label={n ? `${words('filters')} · ${n}` : words('filters')}>
            <ListFilter className="icon icon-sm" aria-hidden />
            <span className="tnum">{n ? `${words('filters')} · ${n}` : words('filters')}</span>
          </button>
        }
      >
        {() => (
          <div className="p-3">
            <FilterFields filter={filter} />
          </div>
        )}
      </Pop>
      {Object.keys(now).length > 0 && (
        <button className="btn btn-quiet" onClick={clearFilter}>
          {t('common.clearFilters')}
        </button>
      )}
    </>
  )
}

/** The conditions of a filter as fields. */
export function FilterFields({ filter, leave = [] }: { filter: Signal<Filter>; leave?: Key[] }) {
  useSignals()
  const sides = (Object.keys(SIDES) as (keyof typeof SIDES)[]).filter(key => !leave.includes(key))
  return (
    <>
      {sides.map(key => (
        <SelectField
          key={key}
          id={`contact-${key}`}
          label={words(`by.${key}`)}
          value={filter.value[key] ?? ''}
          onChange={event => set(filter, key, event.currentTarget.value)}
        >
          <option value="">{words('any')}</option>
          {Object.entries(SIDES[key]).map(([side, value]) => (
            <option key={value} value={value}>
              {words.find(`by.${key}.${side}`)}
            </option>
          ))}
        </SelectField>
      ))}
      <div className="pair mt-4">
        {DATES.map(key => (
          <TextField
            key={key}
            id={`contact-${key}`}
            type="date"
            label={words(`by.${key}`)}
            defaultValue={filter.value[key] ?? ''}
            onChange={({ currentTarget: { value } }) => (value === '' || isSound(key, value)) && set(filter, key, value)}
          />
        ))}
      </div>
    </>
  )
}
