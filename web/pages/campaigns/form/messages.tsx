import { useSignals } from '@preact/signals-react/runtime'
import { Check } from 'lucide-react'
import { NUMBERS } from '../../../../src/modules/campaigns/body'
import { AreaField, SwitchField } from '../../../kit/field'
import { Slots } from '../../../kit/slots'
import { words } from './texts'
import type { Edited } from './campaign-form'
import { useVariables } from './variables'

/** Up to five texts that take turns, each with its question where one is asked first. */
export function Messages({ edited, shown, show }: { edited: Edited; shown: number; show: (n: number) => void }) {
  useSignals()
  const variables = useVariables()
  const { values, errors } = edited
  const now = values.value
  const slots = ['nome', 'primeiro_nome', 'numero', 'email', ...variables.map(({ key }) => key)].map(name => ({
    text: `{${name}}`,
    name,
    label: words('insert', { name }),
  }))
  return (
    <section>
      <h2>{words('messages')}</h2>
      <p className="muted">{words('messagesHelp')}</p>
      <div className="segment" role="tablist" aria-label={words('messages')}>
        {NUMBERS.map(n => (
          <button
            key={n}
            type="button"
            role="tab"
            id={`message-tab-${n}`}
            aria-controls="message-panel"
            aria-selected={n === shown}
            onClick={() => show(n)}
          >
            {String(now[`message${n}`] ?? '').trim() && <Check className="icon icon-xs" aria-hidden />}
            <span className="only-wide">{words('message', { n })}</span>
            <span className="mobile-only">{n}</span>
          </button>
        ))}
      </div>
      {NUMBERS.filter(n => n === shown).map(n => (
        <div key={n} role="tabpanel" id="message-panel" aria-labelledby={`message-tab-${n}`}>
          {now.confirmation && (
            <div className="fld">
              <AreaField
                label={words('question', { n })}
                help={words('questionHelp')}
                rows={3}
                maxLength={4000}
                error={errors.value[`confirmationMessage${n}`]}
                {...edited.field(`confirmationMessage${n}`)}
              />
              <Slots field={`f-confirmationMessage${n}`} slots={slots} />
            </div>
          )}
          <div className="fld">
            <AreaField
              label={words('text', { n })}
              rows={5}
              maxLength={4000}
              error={errors.value[`message${n}`]}
              {...edited.field(`message${n}`)}
            />
            <Slots field={`f-message${n}`} slots={slots} />
          </div>
        </div>
      ))}
      <SwitchField label={words('confirmation')} help={words('confirmationHelp')} {...edited.box('confirmation')} />
    </section>
  )
}
