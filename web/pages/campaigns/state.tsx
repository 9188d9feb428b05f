import { State } from '../../kit/chips'
import { dateTimeHere } from './clock'
import type { Part } from './meter'
import { holdOf } from './holds'
import { words } from './texts'
import type { Campaign } from '../../catalog'

const TONES = { INATIVA: 'idle', PROGRAMADA: 'run', EM_ANDAMENTO: 'run', CANCELADA: 'bad', FINALIZADA: 'ok' } as const

export const CampaignState = ({ campaign: { status, pausedAt } }: { campaign: Campaign }) =>
  pausedAt ? <State tone="wait">{words('paused')}</State> : <State tone={TONES[status]}>{words(status)}</State>

/** Who has an account, as the list counts them: also those who asked to be left alone. */
export const validOf = ({ counts }: Pick<Campaign, 'counts'>) => counts.people - counts.invalid
/** Who of these did not get it. */
export const failedOf = ({ counts }: Pick<Campaign, 'counts'>) => counts.failed - counts.invalid
/** How much of it was delivered, of a hundred. */
export const percentOf = (campaign: Pick<Campaign, 'counts'>) => {
  const valid = validOf(campaign)
  return valid > 0 ? Math.min(100, Math.round((100 * campaign.counts.delivered) / valid)) : 0
}

/** Why it stands where it does, or when. */
export function detailOf(campaign: Campaign): string {
  const { status, pausedAt, stoppedBy, stopReason, scheduledAt, completedAt } = campaign
  if (stopReason) return words.find(stopReason) ?? ''
  if (pausedAt || status === 'CANCELADA') return stoppedBy ? words('by', { name: stoppedBy }) : ''
  if (status === 'PROGRAMADA' && scheduledAt) return dateTimeHere(scheduledAt)
  if (status === 'FINALIZADA' && completedAt) return dateTimeHere(completedAt)
  if (holdOf(campaign)) return holdOf(campaign)
  return status === 'EM_ANDAMENTO' ? `${percentOf(campaign)} %` : ''
}

/** What became of it, each person once as far as that can be told of counts: an answer may be one to the question. */
export function partsOf(campaign: Campaign): Part[] {
  const { answered, read, delivered } = campaign.counts
  const [best, good] = [Math.min(answered, delivered), Math.min(Math.max(read, answered), delivered)]
  return [
    { tone: 'best', label: words('answered'), n: best },
    { tone: 'good', label: words('read'), n: good - best },
    { tone: 'fair', label: words('delivered'), n: delivered - good },
    { tone: 'bad', label: words('failed'), n: failedOf(campaign) },
  ]
}
