import { useSignals } from '@preact/signals-react/runtime'
import { FlaskConical, QrCode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { useBodyAttribute } from '../../kit/body-attribute'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { isAdmin } from '../../session'
import { begin } from './first-customers'
import { Phones } from './phones'
import { Controls } from './controls'
import { PhoneScreen } from './phone-screen'
import { sandboxStore } from './store'
import { words as connectionWords } from '../connections/texts'
import { words } from './texts'

export type Pane = 'list' | 'phone' | 'side'

/** Simulated customers: their phones, a conversation as one of them sees it, and what can go wrong. */
export default function Sandbox() {
  useSignals()
  const [store] = useState(sandboxStore)
  const [pane, show] = useState<Pane>('list')
  useBodyAttribute('pane', pane)
  useEffect(() => store.follow(), [store])
  const line = store.line.value
  if (store.failed.value && !line) return <LoadFailed what={words('what')} retry={() => void store.load()} />
  if (!store.lines.value) return <Skeleton rows={5} />
  if (!line)
    return (
      <Starter
        icon={FlaskConical}
        title={words('none')}
        text={words('noneText')}
        action={words('begin')}
        run={() => begin().then(store.load)}
      />
    )
  return (
    <div className="sim" data-pane={pane}>
      <Phones store={store} show={show} />
      {line.linked ? (
        <>
          <PhoneScreen key={store.chosen.value} store={store} picked={pane === 'phone'} show={show} />
          <Controls store={store} show={show} />
        </>
      ) : (
        <section className="sim-stage is-wide">
          <Starter
            icon={QrCode}
            title={words('unlinked', { name: line.name })}
            text={words('unlinkedText')}
            action={connectionWords('scanSimulated')}
            run={async () => {
              await post(`/whatsappsession/${line.id}`).catch(() => {})
              await post(`${store.base()}/link`, {}).catch(toastError)
              await store.load()
            }}
          />
        </section>
      )}
    </div>
  )
}

type StarterProps = { icon: typeof FlaskConical; title: string; text: string; action: string; run: () => Promise<unknown> }

/** An empty state whose button takes a while. */
function Starter({ action, run, ...said }: StarterProps) {
  useSignals()
  const [busy, setBusy] = useState(false)
  return (
    <Empty {...said}>
      {isAdmin.value && (
        <button
          className="btn btn-primary"
          aria-busy={busy}
          onClick={() => {
            setBusy(true)
            void run().finally(() => setBusy(false))
          }}
        >
          {busy && <span className="loading loading-spinner" style={{ width: 14 }} />}
          {action}
        </button>
      )}
    </Empty>
  )
}
