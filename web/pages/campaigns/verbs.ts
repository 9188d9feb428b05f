import { navigate } from 'wouter/use-browser-location'
import { campaignApi } from '../../../src/modules/campaigns/api'
import { NUMBERS } from '../../../src/modules/campaigns/body'
import { OFFICE_TOAST_MS } from '../../constants'
import { get, post } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { questionOf, warningOf, type Demand } from './number-health'
import { words } from './texts'
import type { Campaign } from '../../catalog'

type Verb = 'start' | 'pause' | 'resume' | 'cancel' | 'restart'
export const run = (verb: Verb, { id }: Pick<Campaign, 'id'>) => post(`${campaignApi.path}/${id}/${verb}`).then(() => true, toastError)

/** Begins a campaign; one that would hurt its number only when that is meant. */
export async function start({ id, name, contactListId, whatsappId, confirmation }: Campaign) {
  const query = { ...(contactListId && { contactListId }), ...(whatsappId && { whatsappId }), confirmation: String(confirmation) }
  const estimated = await get<{ number: Demand | null }>(`${campaignApi.path}/estimate`, query).catch(toastError)
  if (!estimated) return
  const warning = warningOf(estimated.number)
  if (!warning || (await confirm(questionOf(name, warning, false)))) await run('start', { id })
}

export async function cancel(campaign: Campaign) {
  const question = {
    title: words('cancelTitle', { name: campaign.name }),
    text: words('cancelText'),
    action: words('cancelAction'),
    danger: true,
  }
  if (await confirm(question)) await run('cancel', campaign)
}

/** The same texts for another time; its file is chosen anew. */
export async function duplicate(campaign: Campaign) {
  const texts = NUMBERS.flatMap(n => [`message${n}`, `confirmationMessage${n}`] as const).map(key => [key, campaign[key]])
  const { confirmation, whatsappId, contactListId, fileListId, queueId } = campaign
  const name = words('copyOf', { name: campaign.name }).slice(0, 50)
  const body = { ...Object.fromEntries(texts), name, confirmation, whatsappId, contactListId, fileListId, queueId }
  const made = await post<Campaign>(campaignApi.path, body).catch(toastError)
  if (made) navigate(`/campaigns/${made.id}`)
}

export async function repeat({ id }: Pick<Campaign, 'id'>) {
  const made = await post<Campaign>(`${campaignApi.path}/${id}/repeat`).catch(toastError)
  if (!made) return
  toast.ok(words('repeated'), OFFICE_TOAST_MS)
  navigate(`/campaigns/${made.id}`)
}
