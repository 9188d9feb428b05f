import { Filter as FilterIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Query } from '../../kit/api'
import { t, translated } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import { wrongWith } from './days'
import { words } from './texts'

const PERIODS = [3, 7, 15, 30, 60, 90]
export const FIRST = 7

/** By a period or by dates; what is chosen counts once the button is pressed. */
export function Filter({ apply }: { apply: (query: Query) => void }) {
  const [type, setType] = useState<'period' | 'date'>('period')
  const [days, setDays] = useState(String(FIRST))
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const query: Query = type === 'period' ? { days } : { date_from: first, date_to: last }
    const wrong = first && last && type === 'date' && last < first ? wrongWith({ first, last }) : undefined
    if (!Object.values(query).some(Boolean)) toast.bad(translated('field.Parametrize o filtro') ?? t('error.ERR_VALIDATION'))
    else if (wrong) toast.bad(wrong)
    else apply(query)
  }
  return (
    <form className="acts" noValidate onSubmit={submit}>
      <select
        className="select"
        aria-label={words('filterType')}
        value={type}
        onChange={event => setType(event.target.value as typeof type)}
      >
        <option value="period">{words('byPeriod')}</option>
        <option value="date">{words('byDate')}</option>
      </select>
      {type === 'period' ? (
        <select className="select" aria-label={words('period')} value={days} onChange={event => setDays(event.target.value)}>
          <option value="">{words('noPeriod')}</option>
          {PERIODS.map(n => (
            <option key={n} value={n}>
              {words('days', { n })}
            </option>
          ))}
        </select>
      ) : (
        <>
          <input type="date" className="input" aria-label={words('from')} value={first} onChange={event => setFirst(event.target.value)} />
          <input type="date" className="input" aria-label={words('to')} value={last} onChange={event => setLast(event.target.value)} />
        </>
      )}
      <button className="btn btn-primary">
        <FilterIcon className="icon icon-sm" aria-hidden />
        {words('filter')}
      </button>
    </form>
  )
}
