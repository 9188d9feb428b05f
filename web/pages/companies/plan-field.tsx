import { useSignals } from '@preact/signals-react/runtime'
import { catalog } from '../../catalog'
import type { FieldProps } from '../../crud/fields'
import { Field } from '../../kit/field'
import { Picker } from '../../kit/picker'
import { words } from './texts'

/** The plans of who a company belongs to: what the form holds as `resellerId`. */
export function PlanField({ form }: Pick<FieldProps, 'form'>) {
  useSignals()
  const { planId, resellerId } = form.values.value
  const choices = catalog('plans').items.value.filter(plan => plan.resellerId === (resellerId || null))
  // Which one the server takes when none is chosen.
  const [first] = choices.toSorted((a, b) => a.id - b.id)
  const error = form.errors.value['planId']
  return (
    <Field id="f-planId" label={words('planId')} error={error} optional>
      <Picker
        id="f-planId"
        label={words('planId')}
        choices={choices.map(({ id, name }) => ({ id, name }))}
        chosen={planId ? [Number(planId)] : []}
        change={([id]) => form.set('planId', id ?? null)}
        several={false}
        none={first ? words('planIdFirst', { name: first.name }) : words('planIdNone')}
        isInvalid={Boolean(error)}
      />
    </Field>
  )
}
