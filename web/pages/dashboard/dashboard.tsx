import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ByDay, ByUser, Figures } from '../../../src/modules/dashboard'
import type { Query } from '../../kit/api'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { user } from '../../session'
import { useAnswer } from '../../kit/answer'
import { Attendants } from './attendants'
import { type Bar, Bars } from '../../kit/charts/bars'
import { Cards } from './cards'
import { ChartCard } from './chart-card'
import { dayLabel } from '../../kit/charts/day-label'
import { Filter, FIRST } from './filter'
import { Ranking } from './ranking'
import { words } from './texts'

const isHours = (chart: ByDay | undefined) => chart?.data.some(one => 'horario' in one) === true
const barsOf = ({ data }: ByDay): Bar[] =>
  data.map(one => ({ label: 'data' in one ? dayLabel(one.data) : `${one.horario}h`, count: Number(one.total) }))

/** How the company is doing: figures of a period, who answers, and when customers come. */
export default function Dashboard() {
  useSignals()
  const [query, setQuery] = useState<Query>({ days: FIRST })
  const { answer, error, isLoading, retry } = useAnswer<Figures>('/dashboard', query)
  return (
    <div className="page dashboard">
      <header className="page-head">
        <h1>{words('title')}</h1>
        <Filter apply={setQuery} />
      </header>
      <div className="page-body" aria-busy={isLoading}>
        {error ? (
          <LoadFailed what={words('figures')} retry={retry} />
        ) : answer ? (
          <div className={isLoading ? 'is-dim' : undefined}>
            <Cards counters={answer.counters} isOperator={Boolean(user.value?.super)} />
          </div>
        ) : (
          <Skeleton rows={1} height={84} avatar={false} />
        )}
        <div className="charts-grid">
          <ChartCard<ByDay>
            path="/dashboard/ticketsDay"
            title={day => words(isHours(day) ? 'byHour' : 'byDay')}
            isEmpty={({ count }) => !count}
            failed={words('ticketsFailed')}
          >
            {(day, title) => (
              <Bars
                bars={barsOf(day)}
                title={title}
                head={words(isHours(day) ? 'hour' : 'day')}
                unit={words('tickets')}
                say={n => words('count', { n })}
              />
            )}
          </ChartCard>
          <ChartCard<ByUser>
            path="/dashboard/ticketsUsers"
            title={() => words('byUser')}
            isEmpty={({ data }) => data.every(one => one.quantidade === '0')}
            failed={words('conversationsFailed')}
          >
            {({ data }, title) => <Ranking bars={data.map(one => ({ label: one.nome, count: Number(one.quantidade) }))} title={title} />}
          </ChartCard>
        </div>
        {answer && !error && <Attendants attendants={answer.attendants} />}
      </div>
    </div>
  )
}
