import { useSignals } from '@preact/signals-react/runtime'
import type { PayerBody } from '../../../src/modules/invoices/body'
import { SelectField, TextField } from '../../kit/field'
import type { form } from '../../kit/form'
import type { Standing } from './standing'
import { words } from './texts'

type Form = ReturnType<typeof form<typeof PayerBody>>

/** Who pays, as it stands on the receipt. */
export function PayerForm({ form, needs }: { form: Form; needs: Standing['needs'] }) {
  useSignals()
  const error = form.errors.value
  return (
    <div className="payer">
      <TextField label={words('name')} autoComplete="organization" maxLength={120} error={error.firstName} {...form.field('firstName')} />
      <TextField
        className="tnum"
        optional={!needs.includes('taxId')}
        label={words('taxId')}
        inputMode="numeric"
        maxLength={20}
        error={error.taxId}
        {...form.field('taxId')}
      />
      <TextField
        optional={!needs.includes('email')}
        type="email"
        label={words('email')}
        maxLength={200}
        error={error.email}
        {...form.field('email')}
      />
      <TextField
        className="tnum"
        label={words('zipcode')}
        autoComplete="postal-code"
        maxLength={12}
        error={error.zipcode}
        {...form.field('zipcode')}
      />
      <TextField
        label={words('address')}
        autoComplete="street-address"
        maxLength={200}
        error={error.address2}
        {...form.field('address2')}
      />
      <TextField label={words('city')} autoComplete="address-level2" maxLength={80} error={error.city} {...form.field('city')} />
      <TextField
        optional
        label={words('region')}
        autoComplete="address-level1"
        maxLength={60}
        error={error.state}
        {...form.field('state')}
      />
      <SelectField label={words('country')} error={error.country} {...form.field('country')}>
        <option value="BR">{words('brazil')}</option>
        <option value="usa">{words('usa')}</option>
      </SelectField>
    </div>
  )
}
