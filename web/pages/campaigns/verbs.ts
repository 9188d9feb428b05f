import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { campaignApi } from '../../../src/modules/campaigns/api'
import { missingOf, NUMBERS } from '../../../src/modules/campaigns/body'
import { contactListApi } from '../../../src/modules/contact-lists/api'
import { OFFICE_TOAST_MS } from '../../constants'
import { keepFile } from '../../crud/keep-file'
import { ApiError, get, post } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { dateTimeHere } from './clock'
import { type Beginning, offlineOf, questionOf, titleOf, warningOf } from './holds'
import { words } from './texts'
import type { Campaign, ContactList } from '../../catalog'
import type { Estimate } from './form/pace-card'
import { readVariables, unknownOf } from './form/variables'

type Verb = 'start' | 'pause' | 'resume' | 'cancel' | 'restart'
export const run = (verb: Verb, { id }: Pick<Campaign, 'id'>) => post(`${campaignApi.path}/${id}/${verb}`).then(() => true, toastError)

const LOOK_MS = 250
/** A list of 100,000 contacts of a tag is filled in some seconds. */
const LOOKS = 60

/** When all of a list are there: one of a tag is filled behind the answer. */
export async function filled(contactListId: number) {
  for (let n = 0; n < LOOKS; n++) {
    const { isFilled } = await get<ContactList>(`${contactListApi.path}/${contactListId}`)
    if (isFilled) break
    await new Promise(done => setTimeout(done, LOOK_MS))
  }
}

type Asked = { scheduledAt?: string; restarts?: 'true' }
/** What a campaign takes and asks of its number. */
async function estimateOf({ id, contactListId, whatsappId, fileListId, confirmation }: Campaign, asked: Asked = {}) {
  if (contactListId) await filled(contactListId)
  return get<Estimate>(`${campaignApi.path}/estimate`, {
    ...asked,
    campaignId: id,
    ...(contactListId && { contactListId }),
    ...(whatsappId && { whatsappId }),
    ...(fileListId && { fileListId }),
    confirmation: String(confirmation),
  })
}

/** Whether a campaign is to begin, once it was said to how many it goes until when, or how it would hurt its number. */
async function isMeant(campaign: Campaign, how: Beginning, asked: Asked = {}) {
  const known = await Promise.all([estimateOf(campaign, asked), readVariables()]).catch(toastError)
  if (!known) return false
  const [will, variables] = known
  const offline = how === 'plan' ? '' : offlineOf(campaign.whatsappId)
  const warning = [unknownOf(campaign, variables), offline, warningOf(will.number)].filter(Boolean).join(' ')
  return confirm({
    title: titleOf(campaign.name, how),
    text: words('startText', { n: will.people, end: will.endsAt ? dateTimeHere(will.endsAt) : words('tooLong') }),
    action: words(how),
    ...(warning && questionOf(campaign.name, warning, how)),
  })
}
/** One that says too little is refused without a question. */
const saysEnough = (campaign: Campaign) => !missingOf(campaign).length

export const start = async (campaign: Campaign) => (!saysEnough(campaign) || (await isMeant(campaign, 'start'))) && run('start', campaign)
/** A cancelled one goes on with those who have got nothing yet. */
export const restart = async (campaign: Campaign) =>
  (!saysEnough(campaign) || (await isMeant(campaign, 'restart', { restarts: 'true' }))) && run('restart', campaign)
/** Whether one whose list was made behind its form is to go at a time, now that it is known how many they are. */
export const mayPlan = (campaign: Campaign, scheduledAt: string) => isMeant(campaign, 'plan', { scheduledAt })

export async function cancel(campaign: Campaign) {
  const question = {
    title: words('cancelTitle', { name: campaign.name }),
    text: words('cancelText'),
    action: words('cancelAction'),
    stay: words('cancelStay'),
    danger: true,
  }
  if (await confirm(question)) await run('cancel', campaign)
}

/** The file of a campaign goes with its copy. */
async function copyFile({ mediaPath, mediaName, mediaType }: Campaign, to: Campaign) {
  if (!mediaPath) return
  const answer = await fetch(mediaPath)
  if (!answer.ok) throw new ApiError(answer.status, { error: 'ERR_NO_MEDIA_FOUND', code: 'ERR_NO_MEDIA_FOUND' })
  const file = new File([await answer.blob()], mediaName ?? '', { type: mediaType ?? '' })
  await keepFile(`${campaignApi.path}/${to.id}`, file, signal())
}

/** The same campaign for another time. */
export async function duplicate(campaign: Campaign) {
  const texts = NUMBERS.flatMap(n => [`message${n}`, `confirmationMessage${n}`] as const).map(key => [key, campaign[key]])
  const { confirmation, whatsappId, contactListId, fileListId, queueId } = campaign
  const name = words('copyOf', { name: campaign.name }).slice(0, 50)
  const body = { ...Object.fromEntries(texts), name, confirmation, whatsappId, contactListId, fileListId, queueId }
  const made = await post<Campaign>(campaignApi.path, body).catch(toastError)
  if (!made) return
  await copyFile(campaign, made).catch(toastError)
  navigate(`/campaigns/${made.id}`)
}

export async function repeat({ id }: Pick<Campaign, 'id'>) {
  const made = await post<Campaign>(`${campaignApi.path}/${id}/repeat`).catch(toastError)
  if (!made) return
  toast.ok(words('repeated'), OFFICE_TOAST_MS)
  navigate(`/campaigns/${made.id}`)
}
