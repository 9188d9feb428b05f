import { useSignals } from '@preact/signals-react/runtime'
import { Ban, CalendarClock, ChartColumn, CircleCheck, Copy, Megaphone, Pause, Play, RotateCcw } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { campaignApi } from '../../../src/modules/campaigns/api'
import { CampaignBody, editable } from '../../../src/modules/campaigns/body'
import { crudPage } from '../../crud/page'
import { switches } from '../../crud/switches'
import { get } from '../../kit/api'
import type { Collection } from '../../kit/collection'
import { phone } from '../../kit/format'
import { number } from '../../kit/i18n'
import type { Column } from '../../kit/table'
import { Meter } from './meter'
import { holdOf } from './holds'
import { useProgress } from './progress'
import { CampaignState, detailOf, partsOf, validOf } from './state'
import { words } from './texts'
import type { Campaign } from '../../catalog'
import { byName } from '../../kit/folded'
import { cancel, duplicate, restart, run, start } from './verbs'

const open = (campaign: Campaign) =>
  navigate(editable(campaign) === 'all' || !campaign.startedAt ? `/campaigns/${campaign.id}` : `/campaign/${campaign.id}/report`)

function Detail({ campaign }: { campaign: Campaign }) {
  useSignals()
  return (
    <span className={`t-meta muted block max-w-64 ${campaign.stopReason || holdOf(campaign) ? 'hold' : 'clip'}`}>{detailOf(campaign)}</span>
  )
}

const columns = (): Column<Campaign>[] => [
  {
    id: 'name',
    head: words('name'),
    value: one => one.name.toLowerCase(),
    cell: one => (
      <>
        <b className="font-medium clip block max-w-96">{one.name}</b>
        <span className="t-meta muted clip block max-w-64">{one.contactList?.name}</span>
      </>
    ),
  },
  {
    id: 'status',
    head: words('status'),
    cell: one => (
      <>
        <CampaignState campaign={one} />
        <Detail campaign={one} />
      </>
    ),
  },
  {
    id: 'number',
    head: words('number'),
    className: 'only-wide',
    cell: one =>
      one.whatsapp ? (
        <>
          <span className="clip block max-w-48">{one.whatsapp.name}</span>
          <span className="t-meta muted">{phone(one.whatsapp.number)}</span>
        </>
      ) : (
        <span className="faint">–</span>
      ),
  },
  {
    id: 'sending',
    head: words('sending'),
    className: 'wide',
    cell: one =>
      one.startedAt && (
        <span className="meter-box">
          <Meter parts={partsOf(one)} of={validOf(one)} label={words('sending')} />
          <span className="t-meta muted tnum">
            {number(one.counts.delivered)} {words('of', { n: number(validOf(one)) })} · {number(one.counts.read)}{' '}
            {words('read').toLowerCase()} · {number(one.counts.answered)} {words('answered').toLowerCase()}
            {one.counts.failed > 0 && (
              <b className="bad-text">
                {' '}
                · {number(one.counts.failed)} {words('failed').toLowerCase()}
              </b>
            )}
          </span>
        </span>
      ),
  },
]

/** Takes over what becomes of the people of campaigns while the list is shown. */
function Live({ list }: { list: Collection<Campaign> }) {
  const refresh = useCallback(
    (id: number) =>
      void get<Campaign>(`${campaignApi.path}/${id}/report`).then(
        row =>
          list.patch(
            one => one.id === id,
            () => row,
          ),
        () => {},
      ),
    [list],
  )
  useProgress(refresh)
  return null
}

/** Messages to many, and what became of them. */
export default crudPage<Campaign>({
  api: campaignApi,
  body: CampaignBody,
  words,
  icon: Megaphone,
  right: 'campaigns:use',
  columns,
  tall: true,
  nameOf: one => one.name,
  order: byName,
  notice: list => <Live list={list} />,
  press: open,
  menu: one => [
    one.startedAt !== null && {
      icon: <ChartColumn className="icon" aria-hidden />,
      label: words('report'),
      run: () => navigate(`/campaign/${one.id}/report`),
    },
    (one.status === 'INATIVA' || one.status === 'PROGRAMADA') && {
      icon: <Play className="icon" aria-hidden />,
      label: words('start'),
      run: () => void start(one),
    },
    one.status === 'EM_ANDAMENTO' &&
      (one.pausedAt
        ? { icon: <Play className="icon" aria-hidden />, label: words('resume'), run: () => void run('resume', one) }
        : { icon: <Pause className="icon" aria-hidden />, label: words('pause'), run: () => void run('pause', one) }),
    (one.status === 'EM_ANDAMENTO' || one.status === 'PROGRAMADA') && {
      icon: <Ban className="icon" aria-hidden />,
      label: words('cancel'),
      run: () => void cancel(one),
    },
    one.status === 'CANCELADA' && {
      icon: <RotateCcw className="icon" aria-hidden />,
      label: words('restart'),
      run: () => void restart(one),
    },
    { icon: <Copy className="icon" aria-hidden />, label: words('duplicate'), run: () => void duplicate(one) },
  ],
  can: { remove: one => one.status !== 'EM_ANDAMENTO' },
  filters: switches(() => [
    { label: words('running'), icon: Play, keep: one => one.status === 'EM_ANDAMENTO' },
    { label: words('planned'), icon: CalendarClock, keep: one => one.status === 'PROGRAMADA' },
    { label: words('finished'), icon: CircleCheck, keep: one => one.status === 'FINALIZADA' },
  ]),
  // A campaign is written on a page of its own.
  sheet: ({ row, close }) => <Gone id={row?.id} close={close} />,
  exports: one => ({
    [words('name')]: one.name,
    [words('status')]: words(one.status),
    [words('delivered')]: one.counts.delivered,
    [words('read')]: one.counts.read,
    [words('answered')]: one.counts.answered,
    [words('failed')]: one.counts.failed,
  }),
})

function Gone({ id, close }: { id: number | undefined; close: () => void }) {
  useEffect(() => {
    close()
    navigate(`/campaigns/${id ?? 'new'}`)
  }, [])
  return null
}
