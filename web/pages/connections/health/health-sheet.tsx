import { useSignals } from '@preact/signals-react/runtime'
import { HeartPulse } from 'lucide-react'
import { useId, useState } from 'react'
import { connectionApi } from '../../../../src/modules/connections/api'
import type { numberHealth } from '../../../../src/modules/number-health'
import { catalog, type Connection } from '../../../catalog'
import { put } from '../../../kit/api'
import { State } from '../../../kit/chips'
import { confirm } from '../../../kit/confirm'
import { Sheet } from '../../../kit/dialog'
import { toastError } from '../../../kit/errors'
import { SwitchField } from '../../../kit/field'
import { dateTime } from '../../../kit/format'
import { number } from '../../../kit/i18n'
import { LoadFailed, Skeleton } from '../../../kit/placeholder'
import type { Json } from '../../../kit/rows'
import { panelOf, Tabs } from '../../../kit/tabs'
import { may } from '../../../session'
import { useAnswer } from '../../../kit/answer'
import { Bars } from '../../../kit/charts/bars'
import { dayLabel } from '../../../kit/charts/day-label'
import { words } from './texts'

type Health = Json<Awaited<ReturnType<typeof numberHealth.show>>>
type Day = Health['days'][number]

const TONES = { locked: 'bad', risk: 'bad', tired: 'wait', new: 'run', warming: 'run', good: 'ok' } as const
const WIDTH = 620

/** How a number fares: its state in a sentence, what speaks against it, what it did, and how much it may do. */
export function HealthSheet({ connection, close }: { connection: Connection; close: () => void }) {
  const { answer, error, retry } = useAnswer<Health>(`${connectionApi.path}/${connection.id}/health`, NO_QUERY)
  return (
    <Sheet title={words('title', { name: connection.name })} close={close} width={WIDTH}>
      <div className="health">
        {error ? (
          <LoadFailed what={words('what')} retry={retry} />
        ) : answer ? (
          <Shown health={answer} connection={connection} />
        ) : (
          <Skeleton rows={6} height={56} avatar={false} />
        )}
      </div>
    </Sheet>
  )
}
const NO_QUERY = {}

function Shown({ health, connection }: { health: Health; connection: Connection }) {
  useSignals()
  const { state, score, reasons, lockedUntil, capEndsAt } = health
  const { ignoresHealth: isIgnored, warmsUp } = catalog('connections').items.value.find(({ id }) => id === connection.id) ?? connection
  const sentenceOf = ({ code, n }: Health['reasons'][number]) =>
    code === 'capped' && capEndsAt
      ? words('why.cappedUntil', { at: dateTime(capEndsAt) })
      : (code === 'young' || code === 'unwarmed') && n === 0
        ? words(`${code}Today`)
        : words(`why.${code}`, { n })
  return (
    <>
      <section className="standing">
        <HeartPulse className="icon" aria-hidden />
        <div>
          <p className="line">
            <State tone={TONES[state]}>{words(state)}</State>
            <span className="tnum muted">{words('score', { n: score })}</span>
          </p>
          <p>{state === 'locked' ? words('says.locked', { at: lockedUntil ? dateTime(lockedUntil) : '–' }) : words(`says.${state}`)}</p>
          <ul>
            {reasons
              .filter(({ code }) => code !== 'locked')
              .map(reason => (
                <li key={reason.code}>{sentenceOf(reason)}</li>
              ))}
          </ul>
        </div>
      </section>
      <Figures health={health} isIgnored={isIgnored} />
      <Chart days={health.days} />
      {health.warmUp && <Plan connection={connection} isOn={warmsUp} age={health.age ?? 0} steps={health.warmUp} />}
      <p className="muted t-meta">{words('blocks')}</p>
      {may('connections:write') && <Ignore connection={connection} isIgnored={isIgnored} />}
    </>
  )
}

const sum = (days: Day[], key: 'begun' | 'answered' | 'refused' | 'optedOut' | 'disconnects') =>
  days.reduce((all, day) => all + day[key], 0)

function Figures({ health: { days, begunToday, perDay, age }, isIgnored }: { health: Health; isIgnored: boolean }) {
  const fortnight = days.slice(-14)
  const begun = sum(fortnight, 'begun')
  const rows: [string, string][] = [
    [words('begunToday'), isIgnored || !perDay ? number(begunToday) : words('of', { n: begunToday, most: perDay })],
    [words('replies'), begun ? `${Math.round((100 * sum(fortnight, 'answered')) / begun)} %` : '–'],
    [words('age'), age === null ? words('unlinked') : age === 0 ? words('today') : words('days', { n: age })],
    [words('refusals'), number(sum(days.slice(-7), 'refused'))],
    [words('optOuts'), number(sum(days, 'optedOut'))],
    [words('disconnects'), number(sum(days, 'disconnects'))],
  ]
  return (
    <section>
      <h2 className="sr-only">{words('figures')}</h2>
      <dl className="marks">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tnum">{value}</dd>
          </div>
        ))}
      </dl>
      {isIgnored && <p className="t-meta warns">{words('ignored')}</p>}
    </section>
  )
}

const SERIES = ['begun', 'answered', 'refused'] as const

/** What the number did on each of the last days. */
function Chart({ days }: { days: Day[] }) {
  const id = useId()
  const [shown, show] = useState<(typeof SERIES)[number]>('begun')
  const bars = days.map(day => ({ label: dayLabel(day.day.split('-').toReversed().join('/')), count: day[shown] }))
  return (
    <section>
      <h2>{words('chart')}</h2>
      <Tabs
        id={id}
        label={words('chart')}
        tabs={SERIES.map(name => ({ name, label: words(name) }))}
        chosen={shown}
        choose={name => show(name)}
      />
      <div {...panelOf(id, shown, shown)}>
        {bars.some(({ count }) => count > 0) ? (
          <Bars bars={bars} title={words(shown)} head={words('day')} unit={words(shown)} say={number} />
        ) : (
          <p className="none muted">{words('nothing')}</p>
        )}
      </div>
    </section>
  )
}

/** How many conversations a new number may begin, from step to step. */
function Plan({
  connection,
  isOn,
  age,
  steps,
}: {
  connection: Connection
  isOn: boolean
  age: number
  steps: NonNullable<Health['warmUp']>
}) {
  const field = useId()
  const now = isOn && steps.findLast(step => step.age <= age)
  const set = (warmsUp: boolean) => save(connection, { warmsUp })
  return (
    <section>
      <h2>{words('plan')}</h2>
      <p className="muted t-meta mb-3">{words('planHelp')}</p>
      {may('connections:write') && (
        <SwitchField
          id={field}
          label={words('warmsUp')}
          help={words('warmsUpHelp')}
          checked={isOn}
          onChange={event => void set(event.currentTarget.checked)}
        />
      )}
      <ol className="warm-up">
        {steps.map(step => (
          <li key={step.age} aria-current={step === now ? 'step' : undefined}>
            <span>{words('fromDay', { n: step.age + 1 })}</span>
            <b className="tnum">{words('perDay', { n: step.perDay })}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Kept at once; what follows of it is read with the next answer. */
async function save({ id }: Connection, change: Partial<Pick<Connection, 'warmsUp' | 'ignoresHealth'>>) {
  const saved = await put<Connection>(`${connectionApi.path}/${id}`, change).catch(toastError)
  if (saved) catalog('connections').put(saved)
}

/** Campaigns that do as they like: asked about before, kept at once. */
function Ignore({ connection, isIgnored }: { connection: Connection; isIgnored: boolean }) {
  const field = useId()
  async function set(ignoresHealth: boolean) {
    const question = {
      title: words('ignoreTitle', { name: connection.name }),
      text: words('ignoreText'),
      action: words('ignore'),
      danger: true,
    }
    if (ignoresHealth && !(await confirm(question))) return
    await save(connection, { ignoresHealth })
  }
  return (
    <SwitchField
      id={field}
      label={words('ignoresHealth')}
      help={words('ignoresHealthHelp')}
      checked={isIgnored}
      onChange={event => void set(event.currentTarget.checked)}
    />
  )
}
