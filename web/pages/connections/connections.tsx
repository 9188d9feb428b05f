import { useSignals } from '@preact/signals-react/runtime'
import { Plus, Smartphone, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { catalog, type Connection } from '../../catalog'
import { get } from '../../kit/api'
import { ago } from '../../kit/format'
import { number, t } from '../../kit/i18n'
import { keycaps, keysOf, useShortcut } from '../../kit/keys'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { may, user } from '../../session'
import { ConnectionSheet } from './connection-sheet'
import { QrDialog } from './qr-dialog'
import { ConnectionTable } from './table'
import { type Step, stateOf, stepKeys } from './state'
import { disconnect, relink, start, stop } from './verbs'
import { words } from './texts'

/** The last traffic is not told by events: it is read again this often. */
const REFRESH_MS = 30_000

/** The numbers of the company: how each is doing, and what to do about it. */
export default function Connections() {
  useSignals()
  const store = catalog('connections')
  const [edited, edit] = useState<Connection | 'new'>()
  const [linking, link] = useState<number>()
  const [room, setRoom] = useState<number>()
  const [, navigate] = useLocation()
  const admin = may('connections:write')
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void store.reload(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [store])
  useEffect(() => {
    const path = `/companies/listPlan/${user.peek()?.companyId}`
    void get<{ plan: { connections: number } | null }>(path).then(
      ({ plan }) => setRoom(plan?.connections),
      () => {},
    )
  }, [])
  const create = () => edit('new')
  useShortcut('create', create, admin)

  function take(step: Step, connection: Connection) {
    if (step === 'simulate') return navigate('/sandbox')
    if (step === 'disconnect') return void disconnect(connection)
    if (step === 'cancel') return void stop(connection)
    if (step === 'start') return void start(connection)
    if (step === 'again') void (connection.reason === 'refused' ? relink(connection) : start(connection))
    link(connection.id)
  }
  const rows = store.items.value
  const linked = rows.find(row => row.id === linking)
  const lost = admin ? rows.find(row => row.status === 'DISCONNECTED' && row.number) : undefined
  const key = keysOf('create')
  return (
    <div className="page">
      {lost && <Lost connection={lost} take={take} />}
      <header className="page-head">
        <h1>{t('nav.connections')}</h1>
        {store.loaded.value && <span className="sub tnum">{number(rows.length)}</span>}
        <div className="acts">
          {admin && (
            <button className={`btn ${store.loaded.value && !rows.length ? 'btn-plain' : 'btn-primary'}`} onClick={create}>
              <Plus className="icon" aria-hidden />
              {words('new')} {key && <kbd className="kbd">{keycaps(key)[0]}</kbd>}
            </button>
          )}
        </div>
      </header>
      {rows.length > 0 ? (
        <>
          <ConnectionTable rows={rows} admin={admin} take={take} edit={edit} link={link} />
          <div className="list-foot">
            <span className="tnum">{room ? words('ofPlan', { n: rows.length, room }) : words('foot', { n: rows.length })}</span>
          </div>
        </>
      ) : store.loaded.value ? (
        <Empty icon={Smartphone} title={words('none')} text={words('noneText')}>
          {admin && (
            <button className="btn btn-primary" onClick={create}>
              {words('new')}
            </button>
          )}
        </Empty>
      ) : store.failed.value ? (
        <LoadFailed what={words('what')} retry={() => void store.reload()} />
      ) : (
        <div className="page-body">
          <Skeleton rows={4} height={68} />
        </div>
      )}
      {edited && (
        <ConnectionSheet
          connection={edited === 'new' ? undefined : edited}
          close={() => edit(undefined)}
          saved={(connection, made) => {
            store.put(connection)
            if (made) void store.reload().then(() => link(connection.id))
          }}
        />
      )}
      {linked && <QrDialog key={linked.id} connection={linked} close={() => link(undefined)} />}
    </div>
  )
}

/** Says which number is down, and since when nothing was heard of it. */
function Lost({ connection, take }: { connection: Connection; take: (step: Step, connection: Connection) => void }) {
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
