import { useEffect, useState } from 'react'
import type { CampaignSettings } from '../../../../src/modules/campaigns/body'
import { get } from '../../../kit/api'
import { on } from '../../../kit/realtime'

type Variables = CampaignSettings['variables']
type Rows = { key: string; value: string }[]
const variablesOf = (rows: Rows) => JSON.parse(rows.find(({ key }) => key === 'variables')?.value ?? '[]') as Variables

/** The company's own variables, as they are by now; undefined until they have come. */
export function useVariables() {
  const [variables, set] = useState<Variables>()
  useEffect(() => {
    get<Rows>('/campaign-settings').then(
      rows => set(variablesOf(rows)),
      () => {},
    )
    return on('campaignSettings', ({ record }) => set(variablesOf(record)))
  }, [])
  return variables
}
