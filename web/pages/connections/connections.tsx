import { partOf } from '../../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { RotateCw, Smartphone, TriangleAlert, WifiOff } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import * as v from 'valibot'
import { connectionApi } from '../../../src/modules/connections/api'
import { ConnectionBody } from '../../../src/modules/connections/body'
import { catalog, choicesOf, type Connection } from '../../catalog'
import { DrawnField, type FieldProps } from '../../crud/fields'
import { crudPage } from '../../crud/page'
import { get } from '../../kit/api'
import { SwitchField } from '../../kit/field'
import { ago } from '../../kit/format'
import { retried, styled } from '../../kit/style'
import { may, user } from '../../session'
import { TryOut } from '../try-out/try-out'
import { QrDialog } from './qr-dialog'
import { stateOf, stepKeys } from './state'
import { columns, menu, StepButton } from './table'
import { TokenField } from './token-field'
import { examined, linking, restartAll, take } from './verbs'
import { words } from './texts'
import barsStyle from '../../kit/charts/bars.css'
import healthStyle from './health/health.css'

const loadHealth = styled(() => import('./health/health-sheet'), barsStyle, healthStyle)
const HealthSheet = retried(partOf(loadHealth, ({ HealthSheet }) => ({ default: HealthSheet })))

/** The last traffic is not told by events: it is read again this often. */
const REFRESH_MS = 30_000

/** What the server takes when nothing is said. */
const USUAL = { maxUseBotQueues: '3', timeUseBotQueues: '0', expiresTicket: '0' }

/** What a simulated customer meets. */
const TRIED = ['queueIds', 'greetingMessage', 'outOfHoursMessage', 'promptId', 'integrationId', 'maxUseBotQueues', 'timeUseBotQueues']

const isAdmin = () => may('connections:write')

const List = crudPage<Connection>({
  api: connectionApi,
  body: ConnectionBody,
  /** The network that serves a connection is chosen once. */
  patch: v.omit(ConnectionBody, ['sandbox']),
  words,
  icon: Smartphone,
  columns,
  tall: true,
  nameOf: row => row.name,
  list: () => catalog('connections'),
  can: { create: isAdmin, write: isAdmin },
  values: row => ({ queueIds: row?.queues.map(({ id }) => id) ?? [], ...(!row && USUAL) }),
  tabs: () => [
    { name: 'messages', fields: ['greetingMessage', 'complationMessage', 'ratingMessage', 'farewellMessage', 'outOfHoursMessage'] },
    { name: 'robot', fields: ['promptId', 'integrationId', 'maxUseBotQueues', 'timeUseBotQueues'] },
    { name: 'inactivity', fields: ['expiresTicket', 'expiresInactiveMessage'] },
    { name: 'api', fields: ['token'] },
  ],
  fields: {
    // They are asked about beside the health of the number.
    warmsUp: false,
    ignoresHealth: false,
    isDefault: { draw: IsDefault },
    queueIds: { draw: Queues },
    greetingMessage: { draw: Greeting },
    transferQueueId: { when: () => choicesOf('queues').length > 0 },
    timeToTransfer: { when: ({ transferQueueId }) => transferQueueId !== null },
    promptId: { when: () => may('prompts:write') && choicesOf('prompts').length > 0 },
    integrationId: { when: () => choicesOf('integrations').length > 0 },
    token: { draw: TokenField },
    expiresInactiveMessage: { when: ({ expiresTicket }) => Number(expiresTicket) > 0 },
  },
  after: (form, row) => <TryOut form={form} kind="connection" id={row?.id} fields={TRIED} />,
  // Its QR code says enough. The answer is older than what was told of the session since.
  made: ({ id }) =>
    void catalog('connections')
      .reload()
      .then(() => (linking.value = id)),
  actions: row => isAdmin() && <StepButton connection={row} />,
  menu,
  more: () => [
    isAdmin() &&
      catalog('connections').items.value.length > 0 && {
        label: words('restartAll'),
        icon: <RotateCw className="icon" aria-hidden />,
        run: () => void restartAll(),
      },
  ],
  foot: (_, count) => <Foot count={count} />,
})

/** The numbers of the company: how each is doing, and what to do about it. */
export default function Connections() {
  useSignals()
  const { items, reload } = catalog('connections')
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), REFRESH_MS)
    return () => {
      clearInterval(timer)
      linking.value = examined.value = undefined
    }
  }, [reload])
  const linked = items.value.find(row => row.id === linking.value)
  const patient = items.value.find(row => row.id === examined.value)
  const lost = isAdmin() ? items.value.find(row => row.status === 'DISCONNECTED' && row.number) : undefined
  return (
    <div className="page">
      {lost && <Lost connection={lost} />}
      <List />
      {patient && (
        <Suspense>
          <HealthSheet key={patient.id} connection={patient} close={() => (examined.value = undefined)} />
        </Suspense>
      )}
      {linked && <QrDialog key={linked.id} connection={linked} close={() => (linking.value = undefined)} />}
    </div>
  )
}

/** The default stays one until another is made so. */
function IsDefault({ field: { name }, form }: FieldProps) {
  useSignals()
  const [isFixed] = useState(() => Boolean(form.values.peek()[name]))
  const help = words(isFixed ? 'isDefaultFixed' : 'isDefaultHelp')
  return <SwitchField label={words('isDefault')} help={help} {...form.box(name)} disabled={isFixed} />
}

/** Without one nearly nobody of the team would see who writes, and nobody would be told of that. */
function Queues(props: FieldProps) {
  useSignals()
  const { queueIds, transferQueueId } = props.form.values.value
  return (
    <>
      <DrawnField {...props} />
      {!(queueIds as number[]).length && !transferQueueId && (
        <p className="warn-line" role="status">
          <TriangleAlert className="icon icon-sm" aria-hidden />
          {words('noQueues')}
        </p>
      )}
    </>
  )
}

/** Asked for where customers choose among queues. */
function Greeting({ field, form, ...props }: FieldProps) {
  useSignals()
  const isOptional = (form.values.value['queueIds'] as number[]).length < 2
  return <DrawnField {...props} form={form} field={{ ...field, isOptional }} />
}

/** How many there are, of those that the plan has room for. */
function Foot({ count: n }: { count: number }) {
  const [room, setRoom] = useState<number>()
  useEffect(() => {
    void get<{ plan: { connections: number } | null }>(`/companies/listPlan/${user.peek()?.companyId}`).then(
      ({ plan }) => setRoom(plan?.connections),
      () => {},
    )
  }, [])
  return room ? words('ofPlan', { n, room }) : words('foot', { n })
}

/** Says which number is down, and since when nothing was heard of it. */
function Lost({ connection }: { connection: Connection }) {
  const { name, lastTrafficAt } = connection
  const { step = 'start' } = stateOf(connection)
  return (
    <div className="banner bad" role="status">
      <WifiOff className="icon" aria-hidden />
      <span>
        <b className="font-semibold">{name}</b> {lastTrafficAt ? words('lostSince', { ago: ago(lastTrafficAt) }) : words('lost')}
      </span>
      <button className="btn btn-sm btn-plain" onClick={() => take(step, connection)}>
        {words(stepKeys[step])}
      </button>
    </div>
  )
}
