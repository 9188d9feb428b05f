import { useSignals } from '@preact/signals-react/runtime'
import { type Exceptions as Given, FLAGS, LIMITS } from '../../../src/modules/plans/body'
import { catalog } from '../../catalog'
import type { NounForm } from '../../crud/fields'
import { ago } from '../../kit/format'
import { number } from '../../kit/i18n'
import { words as planWords } from '../plans/texts'
import { words } from './texts'
import type { Company } from './types'

const CHOICES = [
  ['plan', null],
  ['on', true],
  ['off', false],
] as const

/** What of the plan is another thing for this company, beside what it uses and what the plan says. */
export function Exceptions({ form, company }: { form: NounForm; company: Company }) {
  useSignals()
  const given = (form.values.value['exceptions'] ?? {}) as { [K in keyof Given]?: Given[K] | string | null }
  const plan = catalog('plans').items.value.find(({ id }) => id === (form.values.value['planId'] ?? company.planId))
  const set = (key: keyof Given, value: boolean | string | null) => form.set('exceptions', { ...given, [key]: value })
  return (
    <>
      <p className="t-body">
        {words('usage')}: {words('messages', { n: company.usage.messages })} · {words('lastUse')}:{' '}
        {company.lastUsedAt ? ago(company.lastUsedAt) : '–'}
      </p>
      <p className="muted t-body">{words('exceptionsText')}</p>
      <ul className="exceptions">
        {LIMITS.map(limit => (
          <li key={limit}>
            <label htmlFor={`f-${limit}`}>
              <span className="font-medium">{planWords(limit)}</span>
              <span className="faint t-meta">
                {words('inUse', { n: company.usage[limit] })}
                {plan && ` · ${words('ofPlan', { limit: number(plan[limit]) })}`}
              </span>
            </label>
            <input
              id={`f-${limit}`}
              className="input tnum"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              placeholder={plan ? String(plan[limit]) : '–'}
              value={given[limit] ?? ''}
              onChange={event => set(limit, event.currentTarget.value.replace(/\D/g, ''))}
            />
          </li>
        ))}
        {FLAGS.map(flag => (
          <li key={flag}>
            <span id={`l-${flag}`}>
              <span className="font-medium">{planWords(flag)}</span>
              <span className="faint t-meta">{words(plan?.[flag] === false ? 'planOff' : 'planOn')}</span>
            </span>
            <div className="segment" role="tablist" aria-labelledby={`l-${flag}`}>
              {CHOICES.map(([name, value]) => (
                <button
                  key={name}
                  type="button"
                  role="tab"
                  aria-selected={(given[flag] ?? null) === value}
                  onClick={() => set(flag, value)}
                >
                  {words(name)}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
