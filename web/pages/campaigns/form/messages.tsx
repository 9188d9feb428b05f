import { useSignals } from '@preact/signals-react/runtime'
import { Check, TriangleAlert } from 'lucide-react'
import { unknownIn } from '../../../../src/flows/text-variables'
import { NUMBERS } from '../../../../src/modules/campaigns/body'
import { AreaField, SwitchField } from '../../../kit/field'
import { Slots } from '../../../kit/slots'
import { panelOf, Tabs } from '../../../kit/tabs'
import { words } from './texts'
import type { Edited } from './campaign-form'
import { useVariables } from './variables'

export type MessageNumber = (typeof NUMBERS)[number]
type Props = { edited: Edited; shown: MessageNumber; show: (n: MessageNumber) => void; isLocked: boolean }

/** Every contact has these. */
const VARIABLES = ['nome', 'primeiro_nome', 'numero', 'email'] as const

/** Up to five texts that take turns, each with its question where one is asked first; all of them are shown where none may be changed. */
export function Messages({ edited, shown, show, isLocked }: Props) {
  useSignals()
  const loaded = useVariables()
  const variables = loaded ?? []
  const { values, errors } = edited
  const now = values.value
  const slots = [...VARIABLES.map(key => [key, words(key)] as const), ...variables.map(({ key }) => [key, key] as const)].map(
    ([key, name]) => ({
      text: `{${key}}`,
      name,
      label: words('insert', { name }),
    }),
  )
  const area = (
    field: `message${MessageNumber}` | `confirmationMessage${MessageNumber}`,
    text: { label: string; help?: string; rows: number },
  ) => {
    const unknown = loaded ? unknownIn(now[field] ?? '', loaded) : []
    return (
      <div className="fld">
        <AreaField {...text} maxLength={4000} error={errors.value[field]} {...edited.field(field)} />
        <Slots field={`f-${field}`} slots={slots} />
        {unknown.length > 0 && (
          <p className="number-note" role="status">
            <TriangleAlert className="icon icon-sm" aria-hidden />
            {words(unknown.length > 1 ? 'unknownMany' : 'unknown', { names: unknown.join(', ') })}
          </p>
        )}
      </div>
    )
  }
  return (
    <section>
      <h2>{words('messages')}</h2>
      <p className="muted">{words('messagesHelp')}</p>
      <Tabs
        id="message"
        label={words('messages')}
        className="segment"
        tabs={NUMBERS.map(n => ({
          name: String(n),
          label: (
            <>
              {String(now[`message${n}`] ?? '').trim() && <Check className="icon icon-xs" aria-hidden />}
              <span className="only-wide">{words('message', { n })}</span>
              <span className="mobile-only">{n}</span>
            </>
          ),
        }))}
        chosen={String(shown)}
        choose={name => show(Number(name) as MessageNumber)}
      />
      {NUMBERS.filter(n => n === shown).map(n => (
        <fieldset key={n} {...panelOf('message', String(n), String(shown))} disabled={isLocked}>
          {now.confirmation && area(`confirmationMessage${n}`, { label: words('question', { n }), help: words('questionHelp'), rows: 3 })}
          {area(`message${n}`, { label: words('text', { n }), rows: 5 })}
        </fieldset>
      ))}
      <fieldset disabled={isLocked}>
        <SwitchField label={words('confirmation')} help={words('confirmationHelp')} {...edited.box('confirmation')} />
      </fieldset>
    </section>
  )
}
