import { FlaskConical, HeartPulse, QrCode, RotateCw, Smartphone, Unplug } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dot, State } from '../../kit/chips'
import { ago, phone } from '../../kit/format'
import { t } from '../../kit/i18n'
import type { Item } from '../../kit/menu'
import type { Column } from '../../kit/table'
import { stateOf, stepKeys } from './state'
import type { Connection } from '../../catalog'
import { changePhone, disconnect, examined, start, take } from './verbs'
import { words } from './texts'

/** The time, known again now and then, so that "há 2 minutos" stays true. */
function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Who({ connection }: { connection: Connection }) {
  const { name, number, isDefault, sandbox } = connection
  const Icon = sandbox ? FlaskConical : Smartphone
  return (
    <div className="flex items-center gap-3">
      <span className="tile">
        <Icon className="icon" aria-hidden />
      </span>
      <div className="min-w-0">
        <div className="font-medium flex items-center gap-2">
          <span className="clip">{name}</span>
          {isDefault && <span className="chip chip-plain">{words('default')}</span>}
          {sandbox && <span className="chip chip-plain">{words('simulated')}</span>}
        </div>
        <div className="faint t-meta">{number ? phone(number) : words('noNumber')}</div>
      </div>
    </div>
  )
}

function Situation({ connection }: { connection: Connection }) {
  const { tone, pulse, word, detail } = stateOf(connection)
  return (
    <>
      <State tone={tone} pulse={pulse}>
        {word}
      </State>
      <div className="faint t-meta mt-1 pl-0.5">{detail}</div>
    </>
  )
}

function Queues({ connection: { queues } }: { connection: Connection }) {
  if (!queues.length)
    return (
      <span data-tip={words('noQueues')}>
        <State tone="wait">{t('tickets.noQueue')}</State>
      </span>
    )
  const [first, second, ...more] = queues
  const names = [first!.name, ...(second ? [second.name] : [])].join(', ')
  return (
    <span className="inline-flex items-center gap-1.5">
      {queues.slice(0, 5).map(queue => (
        <Dot key={queue.id} color={queue.color} />
      ))}
      <span className="t-meta">
        {names} {more.length > 0 && `+${more.length}`}
      </span>
    </span>
  )
}

const Signal = ({ connection: { lastTrafficAt } }: { connection: Connection }) => {
  const now = useNow()
  if (!lastTrafficAt) return <span className="faint">–</span>
  return now - new Date(lastTrafficAt).getTime() < 60_000 ? words('now') : ago(lastTrafficAt)
}

export const columns = (): Column<Connection>[] => [
  { id: 'number', head: t('common.number'), cell: row => <Who connection={row} /> },
  { id: 'state', head: words('state'), cell: row => <Situation connection={row} /> },
  { id: 'queues', head: words('queueIds'), className: 'muted only-wide', cell: row => <Queues connection={row} /> },
  { id: 'traffic', head: words('lastSignal'), className: 'muted tnum only-wide', cell: row => <Signal connection={row} /> },
]

/** The step that helps a connection on, at the end of its row. */
export function StepButton({ connection }: { connection: Connection }) {
  const { step } = stateOf(connection)
  const quiet = step === 'disconnect' || step === 'cancel'
  return (
    <span className="conn-step">
      {step && (
        <button className={`btn btn-sm ${quiet ? 'btn-quiet' : 'btn-plain'}`} onClick={() => take(step, connection)}>
          {step === 'qr' && <QrCode className="icon icon-sm" aria-hidden />}
          {words(stepKeys[step])}
        </button>
      )}
    </span>
  )
}

/** What else a row's menu offers, by its state. */
export const menu = (row: Connection): Item[] => [
  row.number !== null && {
    label: words('health'),
    icon: <HeartPulse className="icon" aria-hidden />,
    run: () => (examined.value = row.id),
  },
  row.status === 'TIMEOUT' && {
    label: words('tryNow'),
    icon: <RotateCw className="icon" aria-hidden />,
    run: () => void start(row),
  },
  row.status === 'CONNECTED' && {
    label: words('changePhone'),
    icon: <QrCode className="icon" aria-hidden />,
    run: () => void changePhone(row),
  },
  row.status === 'CONNECTED' && {
    label: words('disconnect'),
    icon: <Unplug className="icon" aria-hidden />,
    run: () => void disconnect(row),
  },
]
