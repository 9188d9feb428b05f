import { Blocks, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LogLine, ShownPlugin } from '../../../src/modules/integrations'
import { useRight } from '../../crud/right'
import { get, post, put } from '../../kit/api'
import { State } from '../../kit/chips'
import { Sheet } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { SwitchField } from '../../kit/field'
import { ago, clock, dateTime } from '../../kit/format'
import type { Json } from '../../kit/rows'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { type Column, DataTable } from '../../kit/table'
import { toast } from '../../kit/toast'
import { OFFICE_TOAST_MS } from '../../constants'
import { reasonText } from '../integrations/reason'
import { words } from './texts'

/** Processes come and go without an event. */
const REFRESH_MS = 10_000

type Plugin = Json<ShownPlugin>
type Row = Plugin & { id: number }
type Listed = { plugins: Plugin[]; broken: { file: string; reason: string; at: string }[] }
type Opened = Plugin & { log: Json<LogLine>[]; companies: { id: number; name: string; uses: number; enabled: boolean }[] }

/** What is asked for again and again while the page is looked at. */
function useFresh<T>(path: string) {
  const [state, set] = useState<{ found?: T; failed?: boolean }>({})
  const load = () =>
    get<T>(path).then(
      found => set({ found }),
      () => set(before => ({ ...before, failed: true })),
    )
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [path])
  return { ...state, load }
}

/** The plugins of the installation: how each is doing, whom it calls, and for which companies it is off. */
export default function Plugins() {
  return useRight('plugins:operate', '/plugins') ? <Installed /> : null
}

function Installed() {
  const { found, failed, load } = useFresh<Listed>('/plugins')
  const [chosen, choose] = useState<string>()
  if (!found) return <div className="page">{failed ? <LoadFailed what={words('plugins')} retry={() => void load()} /> : <Skeleton />}</div>
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {words('title')} <span className="muted tnum">{found.plugins.length}</span>
        </h1>
      </header>
      {found.broken.map(({ file, reason, at }) => (
        <div key={file} className="banner bad" role="alert">
          <Blocks className="icon" aria-hidden />
          <span className="wrap-anywhere">
            <b className="font-semibold">{file}</b> {words('broken')}: {reasonText(reason)} · {ago(at)}
          </span>
        </div>
      ))}
      <DataTable<Row>
        label={words('title')}
        rows={found.plugins.map((plugin, id) => ({ ...plugin, id }))}
        columns={columns()}
        open={row => choose(row.name)}
        tall
      />
      <div className="list-foot">{words('help')}</div>
      {chosen && <PluginSheet name={chosen} close={() => choose(undefined)} changed={() => void load()} />}
    </div>
  )
}

const columns = (): Column<Row>[] => [
  { id: 'name', head: words('name'), cell: row => <Name {...row} />, value: row => row.title },
  { id: 'version', head: words('version'), cell: row => row.version, className: 'only-wide muted tnum' },
  { id: 'calls', head: words('calls'), cell: ({ hosts }) => callsOf(hosts), className: 'only-wide muted' },
  { id: 'state', head: words('state'), cell: row => <PluginState {...row} /> },
]

const Name = ({ title, name, builtIn }: Plugin) => (
  <div className="min-w-0">
    <div className="font-medium clip">{title}</div>
    <div className="t-meta faint">
      {name} · {words(builtIn ? 'builtIn' : 'file')}
    </div>
  </div>
)

const callsOf = (hosts: string[]) =>
  hosts.map(host => (host === '*' ? words('anyone') : host.startsWith('setting:') ? words('fromSetting') : host)).join(', ') ||
  words('nobody')

function PluginState({ running, last, off }: Plugin) {
  const rests = last?.restsUntil
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        {rests ? (
          <State tone="wait">{words('resting', { at: clock(rests) })}</State>
        ) : running ? (
          <State tone="run">{words('running', { n: running })}</State>
        ) : (
          <State tone="ok">{words('idle')}</State>
        )}
        {off > 0 && <State tone="idle">{words('offFor', { n: off })}</State>}
      </div>
      {last && (
        <span className="t-meta faint">
          {words('ended', { ago: ago(last.at) })}: {reasonText(last.reason)}
        </span>
      )}
    </div>
  )
}

function PluginSheet({ name, close, changed }: { name: string; close: () => void; changed: () => void }) {
  const { found, failed, load } = useFresh<Opened>(`/plugins/${name}`)
  const again = () => load().then(changed)
  const restart = () =>
    post(`/plugins/${name}/restart`).then(() => {
      toast.ok(words('restarted'), OFFICE_TOAST_MS)
      return again()
    }, toastError)
  const turn = (companyId: number, enabled: boolean) => put(`/plugins/${name}`, { companyId, enabled }).then(again, toastError)
  return (
    <Sheet
      title={found?.title ?? name}
      close={close}
      footer={
        <>
          <button type="button" className="btn btn-plain" onClick={close}>
            {words('close')}
          </button>
          <button type="button" className="btn btn-primary" onClick={() => void restart()}>
            <RotateCw className="icon" aria-hidden />
            {words('restart')}
          </button>
        </>
      }
    >
      {!found && (failed ? <LoadFailed what={words('plugins')} retry={() => void load()} /> : <Skeleton rows={3} avatar={false} />)}
      {found && (
        <>
          <PluginState {...found} />
          <p className="t-meta muted mt-2 mb-4">
            {words('calls')}: {callsOf(found.hosts)}
            {found.events.length > 0 && (
              <>
                <br />
                {words('hears')}: {found.events.join(', ')}
              </>
            )}
          </p>
          <h3 className="lbl font-medium mb-2">{words('companies')}</h3>
          {found.companies.map(({ id, name: company, uses, enabled }) => (
            <SwitchField
              key={id}
              id={`plugin-${id}`}
              label={company}
              help={words('uses', { n: uses })}
              aria-label={words('on', { company })}
              checked={enabled}
              onChange={event => void turn(id, event.currentTarget.checked)}
            />
          ))}
          <h3 className="lbl font-medium mt-4 mb-2">{words('log')}</h3>
          {found.log.length === 0 && <p className="t-meta muted">{words('noLog')}</p>}
          <ol className="grid gap-2" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
            {found.log.map(({ at, level, message, companyId }, n) => (
              <li key={`${at}-${n}`} className="grid gap-1">
                <span className="flex items-center gap-2 t-meta faint tnum">
                  {dateTime(at)}
                  <State tone={level === 'error' ? 'bad' : level === 'warn' ? 'wait' : 'idle'}>{words.find(`level.${level}`)}</State>
                  {found.companies.find(({ id }) => id === companyId)?.name}
                </span>
                <span className="wrap-anywhere">{reasonText(message)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Sheet>
  )
}
