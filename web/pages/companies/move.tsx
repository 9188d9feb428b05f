import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { MoveBody } from '../../../src/modules/companies/body'
import { OFFICE_TOAST_MS } from '../../constants'
import type { NounForm } from '../../crud/fields'
import { catalog } from '../../catalog'
import { post } from '../../kit/api'
import { Dialog, FormFoot } from '../../kit/dialog'
import { SelectField } from '../../kit/field'
import { form } from '../../kit/form'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { toast } from '../../kit/toast'
import { useAnswer } from '../../kit/answer'
import type { Reseller } from '../resellers/types'
import { PlanField } from './plan-field'
import { words } from './texts'
import type { Company } from './types'

/** Gives a company to a reseller, or back to the house, with a plan of theirs. */
export function Move({ company, close }: { company: Company; close: () => void }) {
  useSignals()
  const { answer: resellers, error, retry } = useAnswer<Reseller[]>('/resellers/list', {})
  const [to] = useState(() => {
    // Plans of resellers are told to their operators alone.
    void catalog('plans').reload()
    return form(MoveBody, { resellerId: company.resellerId ?? '', planId: company.planId }, async body => {
      await post(`/companies/${company.id}/reseller`, body)
      toast.ok(words('moved'), OFFICE_TOAST_MS)
      close()
    })
  })
  return (
    <Dialog
      title={words('moveTitle', { name: company.name })}
      close={close}
      onSubmit={event => void to.submit(event)}
      footer={<FormFoot close={close} action={words('move')} busy={to.busy.value} />}
    >
      <p className="muted t-body" style={{ marginBottom: 16 }}>
        {words('moveText')}
      </p>
      {resellers ? (
        <>
          <SelectField
            label={words('resellerId')}
            error={to.errors.value['resellerId']}
            {...to.field('resellerId')}
            onChange={event => {
              to.set('resellerId', event.currentTarget.value)
              to.set('planId', null)
            }}
          >
            <option value="">{words('ofHouse')}</option>
            {resellers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <PlanField form={held(to)} />
        </>
      ) : error ? (
        <LoadFailed what={words('resellersWhat')} retry={retry} />
      ) : (
        <Skeleton rows={2} avatar={false} />
      )}
    </Dialog>
  )
}
/** What an option says is text; ids are numbers. */
const held = (to: NounForm): NounForm => to
