import { useSignals } from '@preact/signals-react/runtime'
import {
  Ban,
  CheckCheck,
  ChevronLeft,
  CircleAlert,
  Clock,
  HeartPulse,
  MessageCircle,
  Pause,
  Pencil,
  Play,
  RotateCcw,
  Users,
} from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { campaignApi } from '../../../../src/modules/campaigns/api'
import { useRight } from '../../../crud/right'
import { get } from '../../../kit/api'
import { phone } from '../../../kit/format'
import { number } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import type { Icon } from '../../../kit/lazy-icon'
import { Link } from '../../../kit/link'
import { LoadFailed, Skeleton } from '../../../kit/placeholder'
import { on, onResync } from '../../../kit/realtime'
import { dateTimeHere, upcomingHere } from '../clock'
import { Legend, Meter, type Part } from '../meter'
import { useProgress } from '../progress'
import { CampaignState, detailOf, failedOf, percentOf, validOf } from '../state'
import { holdOf, isAnswering } from '../holds'
import { words as campaignWords } from '../texts'
import { words } from './texts'
import type { Campaign } from '../../../catalog'
import { cancel, restart, run } from '../verbs'
import { Shipments } from './shipments'

/** `endsAt` is when it will have gone to everybody, as the server reckons it. */
type Reported = Campaign & { endsAt: string | null }

/** What became of a campaign, as it goes. */
export default function Report() {
  useSignals()
  const id = Number(useParams<{ id: string }>().id)
  const [campaign, set] = useState<Reported>()
  const [error, fail] = useState<unknown>()
  const [changes, change] = useState(0)
  const read = useCallback(() => {
    fail(undefined)
    get<Reported>(`${campaignApi.path}/${id}/report`).then(set, fail)
  }, [id])
  const moved = useCallback(
    (changed: number) => {
      if (changed !== id) return
      read()
      change(n => n + 1)
    },
    [id, read],
  )
  useProgress(moved)
  useEffect(() => {
    read()
    const stops = [
      on('campaign', told => {
        if ('record' in told && told.record.id === id) read()
      }),
      onResync(() => moved(id)),
    ]
    return () => stops.forEach(stop => stop())
  }, [id, read, moved])
  if (!useRight('campaigns:use', campaignApi.path)) return null
  if (error && !campaign)
    return <LoadFailed what={words('reportWhat')} retry={read} error={error} back={{ to: '/campaigns', label: words('back') }} />
  if (!campaign) return <Skeleton rows={8} height={44} avatar={false} />
  const isGoing = campaign.status === 'EM_ANDAMENTO' && !campaign.pausedAt
  return (
    <div className="page campaign-report">
      <header className="page-head report-head">
        <Link href="/campaigns" className="btn btn-icon" aria-label={words('back')} data-tip={words('back')}>
          <ChevronLeft className="icon" aria-hidden />
        </Link>
        <h1 className="clip">{campaign.name}</h1>
        <CampaignState campaign={campaign} />
        <span className="t-meta muted clip only-wide">{isGoing || campaign.stopReason ? '' : detailOf(campaign)}</span>
        <div className="acts">
          <Verbs campaign={campaign} />
        </div>
      </header>
      {campaign.stopReason && (
        <p className="number-note" role="status">
          <CircleAlert className="icon icon-sm" aria-hidden />
          {detailOf(campaign)}
        </p>
      )}
      {holdOf(campaign) && (
        <p className="number-note" role="status">
          {campaign.hold?.reason === 'hours' || campaign.hold?.reason === 'rest' || isAnswering(campaign) ? (
            <Clock className="icon icon-sm" aria-hidden />
          ) : (
            <HeartPulse className="icon icon-sm" aria-hidden />
          )}
          {holdOf(campaign)}
        </p>
      )}
      <Progress campaign={campaign} />
      <Shipments campaign={campaign} changes={changes} />
    </div>
  )
}

function Verbs({ campaign }: { campaign: Campaign }) {
  const { id, status, pausedAt } = campaign
  return (
    <>
      <IconButton icon={Pencil} label={words('messages')} onClick={() => navigate(`/campaigns/${id}`)} />
      {status === 'EM_ANDAMENTO' && (
        <>
          <button type="button" className="btn btn-plain" onClick={() => void run(pausedAt ? 'resume' : 'pause', campaign)}>
            {pausedAt ? <Play className="icon icon-sm" aria-hidden /> : <Pause className="icon icon-sm" aria-hidden />}
            {campaignWords(pausedAt ? 'resume' : 'pause')}
          </button>
          <button type="button" className="btn btn-danger-quiet" onClick={() => void cancel(campaign)}>
            {campaignWords('cancel')}
          </button>
        </>
      )}
      {status === 'CANCELADA' && (
        <button type="button" className="btn btn-plain" onClick={() => void restart(campaign)}>
          <RotateCcw className="icon icon-sm" aria-hidden />
          {campaignWords('restart')}
        </button>
      )}
    </>
  )
}

const percent = (part: number, of: number) => (of > 0 ? Math.round((100 * part) / of) : 0)

function Progress({ campaign }: { campaign: Reported }) {
  const { counts, startedAt, resumedAt, completedAt, endsAt } = campaign
  const parts: Part[] = [
    { tone: 'best', label: campaignWords('delivered'), n: counts.delivered },
    { tone: 'good', label: words('sent'), n: Math.max(0, counts.sent - counts.delivered) },
    ...(campaign.confirmation ? ([{ tone: 'fair', label: words('cAsking'), n: counts.asking }] as const) : []),
    { tone: 'bad', label: words('cFailed'), n: counts.failed },
    { tone: 'grey', label: words('cWaiting'), n: counts.waiting },
  ]
  const valid = validOf(campaign)
  // Its whole is those who have an account.
  const inBar = (part: Part) => (part.tone === 'grey' ? [] : part.tone === 'bad' ? { ...part, n: failedOf(campaign) } : part)
  return (
    <div className="report-top">
      <section className="list-card">
        <div className="ends">
          <span>
            <b className="t-figure">{percentOf(campaign)} %</b>{' '}
            <span className="muted">{words('progress', { done: counts.delivered, n: valid })}</span>
          </span>
          <span className="t-meta muted">
            {startedAt && words('startedAt', { at: dateTimeHere(startedAt) })}
            {resumedAt && ` · ${words('resumedAt', { at: dateTimeHere(resumedAt) })}`}
            {endsAt && ` · ${words('endsAt', { at: upcomingHere(endsAt) })}`}
            {completedAt && ` · ${words('endedAt', { at: dateTimeHere(completedAt) })}`}
          </span>
        </div>
        <Meter parts={parts.flatMap(inBar)} of={valid} label={campaignWords('sending')} />
        <Legend parts={parts} />
        {campaign.whatsapp && campaign.contactList && (
          <p className="t-meta muted">
            {words('way', {
              number: `${campaign.whatsapp.name} ${phone(campaign.whatsapp.number)}`.trim(),
              list: campaign.contactList.name,
            })}
          </p>
        )}
      </section>
      <div className="figures">
        <Figure icon={Users} label={words('inList')} n={counts.people} text={`${number(counts.stopped)} ${words('cStopped')}`} />
        <Figure
          icon={CheckCheck}
          label={words('cRead')}
          n={counts.read}
          text={words('ofDelivered', { n: percent(counts.read, counts.delivered) })}
        />
        {campaign.confirmation ? (
          <Figure
            icon={MessageCircle}
            label={words('cConfirmed')}
            n={counts.confirmed}
            text={words('ofAsked', { n: percent(counts.confirmed, counts.asked) })}
          />
        ) : (
          <Figure
            icon={MessageCircle}
            label={campaignWords('answered')}
            n={counts.answered}
            text={words('ofReached', { n: percent(counts.answered, counts.sent) })}
          />
        )}
        <Figure icon={Ban} label={words('cOptedOut')} n={counts.optedOut} text={words('optedOutText')} />
      </div>
    </div>
  )
}

const Figure = ({ icon: Icon, label, n, text }: { icon: Icon; label: string; n: number; text: ReactNode }) => (
  <section>
    <h3>
      <Icon className="icon icon-sm" aria-hidden />
      {label}
    </h3>
    <b className="t-figure">{number(n)}</b> <span className="t-meta muted">{text}</span>
  </section>
)
