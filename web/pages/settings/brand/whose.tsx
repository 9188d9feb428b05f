import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { SelectField } from '../../../kit/field'
import { may } from '../../../session'
import { useAnswer } from '../../../kit/answer'
import type { Reseller } from '../../resellers/types'
import { words } from './texts'

/** The reseller whose brand is chosen; without one the own. */
const whose = signal<number>()
export const chosenReseller = () => whose.value
/** Where the brand that is chosen stands. */
export const brandAt = (path = '') => `/brand${path}${whose.peek() ? `?resellerId=${whose.peek()}` : ''}`

/** Whose brand is seen, for who runs the installation and has resellers. */
export const Whose = () => (may('resellers:write') ? <Choose /> : null)

function Choose() {
  useSignals()
  const { answer } = useAnswer<Reseller[]>('/resellers/list', {})
  if (!answer?.length) return null
  return (
    <SelectField
      id="f-whose"
      label={words('whose')}
      value={whose.value ?? ''}
      onChange={event => (whose.value = Number(event.currentTarget.value) || undefined)}
    >
      <option value="">{words('ofHouse')}</option>
      {answer.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
