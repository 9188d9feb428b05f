import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { scheduleApi } from '../../../src/modules/schedules/api'
import { Avatar } from '../../kit/avatar'
import { State } from '../../kit/chips'
import { collection } from '../../kit/collection'
import { FailedLine } from '../../kit/failed-line'
import { t } from '../../kit/i18n'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { type Column, DataTable } from '../../kit/table'
import { Sign } from './chip'
import { words } from './texts'
import { shortDate, wallOf } from './time'
import { clockOf, reasonOf, type Schedule, stateOf } from './state'
import { wordsOf } from './words-of'

const TONES = { PENDENTE: 'run', AGENDADA: 'run', ENVIADA: 'ok', ERRO: 'bad' } as const
const whenOf = (row: Schedule) => {
  const date = wallOf(row.sendAt).slice(0, 10)
  return `${shortDate(date)} ${date.slice(0, 4)}, ${clockOf(row)}`
}

const columns = (): Column<Schedule>[] => [
  {
    id: 'contact',
    head: words('contact'),
    cell: row => (
      <span className="flex items-center gap-2.5 min-w-0">
        <Avatar name={row.contact.name} src={null} size={28} />
        <span className="min-w-0">
          <span className="font-medium clip block max-w-64">{row.contact.name}</span>
          <span className="t-meta muted clip block max-w-64 mobile-only">{whenOf(row)}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'message',
    head: words('message'),
    className: 'muted only-wide',
    cell: row => <span className="clip block max-w-96">{wordsOf(row)}</span>,
  },
  {
    id: 'when',
    head: words('date'),
    className: 'tnum desktop-only',
    cell: row => (
      <span className="flex items-center gap-2">
        {whenOf(row)} {row.recurrence !== 'none' && <Sign row={row} />}
      </span>
    ),
  },
  {
    id: 'state',
    head: words('state'),
    className: 'end-sm',
    cell: row => (
      <span title={row.status === 'ERRO' ? reasonOf(row) : undefined}>
        <State tone={TONES[row.status]}>{stateOf(row)}</State>
      </span>
    ),
  },
]

const isAhead = ({ status }: Schedule) => status === 'PENDENTE' || status === 'AGENDADA'
/** As the server has them: what is still to be said, the next first; below it what was, the last first. */
const inTurn = (a: Schedule, b: Schedule) =>
  isAhead(a) !== isAhead(b)
    ? isAhead(a)
      ? -1
      : 1
    : (isAhead(a) ? Date.parse(a.sendAt) - Date.parse(b.sendAt) : Date.parse(b.sendAt) - Date.parse(a.sendAt)) || a.id - b.id

type Props = { userId: number | undefined; text: string; open: (row: Schedule) => void }

/** All that was ever planned: found by a contact's name or the words of the message, whatever its day is. */
export function ScheduleList({ userId, text, open }: Props) {
  useSignals()
  const [list] = useState(() =>
    collection<Schedule>({
      api: scheduleApi,
      query: () => ({ userId }),
      order: inTurn,
      belongs: row => !userId || row.userId === userId,
    }),
  )
  useEffect(() => void list.find(text), [list, text])
  useEffect(() => list.follow(), [list])
  const rows = list.items.value
  return list.failed.value && !rows.length ? (
    <LoadFailed what={words('what')} retry={() => void list.retry()} />
  ) : !list.loaded.value ? (
    <Skeleton rows={9} height={44} avatar={false} />
  ) : rows.length ? (
    <>
      <DataTable label={words('list')} rows={rows} columns={columns()} open={open} dim={list.stale.value} more={list.nearEnd} />
      {list.failed.value && (
        <div className="list-foot">
          <FailedLine what={words('what')} retry={() => void list.retry()} />
        </div>
      )}
    </>
  ) : list.search.value ? (
    <Empty icon={SearchX} title={t('common.noMatch')} />
  ) : (
    <Empty icon={CalendarClock} title={words('none')} text={words('emptyText')} />
  )
}
