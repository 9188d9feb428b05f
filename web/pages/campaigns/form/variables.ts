import { useEffect, useState } from 'react'
import { unknownIn } from '../../../../src/flows/text-variables'
import { type CampaignSettings, type Texts, textsOf } from '../../../../src/modules/campaigns/body'
import { get } from '../../../kit/api'
import { on } from '../../../kit/realtime'
import { words } from './texts'

type Variables = CampaignSettings['variables']
type Rows = { key: string; value: string }[]
const variablesOf = (rows: Rows) => JSON.parse(rows.find(({ key }) => key === 'variables')?.value ?? '[]') as Variables

export const readVariables = () => get<Rows>('/campaign-settings').then(variablesOf)

/** That a campaign names variables which do not exist, in a sentence; '' when it does not. */
export function unknownOf(campaign: Texts & { confirmation?: unknown }, variables: Variables | undefined) {
  if (!variables) return ''
  const texts = textsOf(campaign).flatMap(({ text, question }) => (campaign.confirmation ? [text, question] : text))
  const unknown = [...new Set(texts.flatMap(text => unknownIn(text, variables)))]
  return unknown.length ? words(unknown.length > 1 ? 'unknownMany' : 'unknown', { names: unknown.join(', ') }) : ''
}

/** The company's own variables, as they are by now; undefined until they have come. */
export function useVariables() {
  const [variables, set] = useState<Variables>()
  useEffect(() => {
    readVariables().then(set, () => {})
    return on('campaignSettings', ({ record }) => set(variablesOf(record)))
  }, [])
  return variables
}
