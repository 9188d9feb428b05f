import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, FlaskConical, RotateCw, ScanQrCode } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { post } from '../../kit/api'
import { State } from '../../kit/chips'
import { Dialog } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { phone } from '../../kit/format'
import { QrPicture } from '../../kit/qr-picture'
import { PairingCode } from './pairing-code'
import { Countdown } from './qr-code'
import { stateOf } from './state'
import type { Connection } from '../../catalog'
import { start } from './verbs'
import { words } from './texts'

/** How long the success stays before the window closes by itself. */
const FAREWELL_MS = 2_500

/** Links a phone: its live QR code or a code to type, until the number is connected. */
export function QrDialog({ connection, close }: { connection: Connection; close: () => void }) {
  useSignals()
  const [tab, setTab] = useState<'qr' | 'code'>('qr')
  const { status, name, qrcode } = connection
  const connected = status === 'CONNECTED'
  useEffect(() => {
    if (!connected) return
    const timer = setTimeout(close, FAREWELL_MS)
    return () => clearTimeout(timer)
  }, [connected])
  const byCode = tab === 'code' && !connected && status !== 'PAIRING'
  return (
    <Dialog title={words('connectTitle', { name })} close={close} width={680}>
      <div className="qr-body">
        <div>
          <Square connection={connection} />
          {status === 'qrcode' && qrcode && !byCode && <Countdown text={qrcode} />}
        </div>
        <div>
          <div className="tabs-line -ml-2" role="tablist">
            {(['qr', 'code'] as const).map(each => (
              <button key={each} type="button" role="tab" aria-selected={tab === each} onClick={() => setTab(each)}>
                {words(each === 'qr' ? 'byQr' : 'byCode')}
              </button>
            ))}
          </div>
          {tab === 'qr' ? <Steps connection={connection} /> : <PairingCode connection={connection} />}
          <div className="mt-5" role="status">
            <Progress connection={connection} />
          </div>
          <p className="faint t-meta mt-3">{words('closesItself')}</p>
        </div>
      </div>
    </Dialog>
  )
}

/** The place of the code: the code, that it is coming, that it was read, or why there is none. */
function Square({ connection }: { connection: Connection }) {
  const { status, qrcode, number } = connection
  if (status === 'qrcode' && qrcode) return <QrPicture text={qrcode} label={words('qrLabel')} />
  if (status === 'CONNECTED')
    return (
      <Note ok icon={<CircleCheck aria-hidden />} title={words('done')}>
        {number && <p>{phone(number)}</p>}
      </Note>
    )
  if (status === 'PAIRING') return <Note icon={<ScanQrCode aria-hidden />} title={words('alreadyRead')} />
  if (status === 'DISCONNECTED')
    return (
      <Note icon={<RotateCw aria-hidden />} title={stateOf(connection).detail}>
        <button type="button" className="btn btn-plain btn-sm mt-2" onClick={() => void start(connection)}>
          {words('newCode')}
        </button>
      </Note>
    )
  return (
    <div className="qr-note" aria-busy="true">
      <span className="loading loading-spinner" />
      <p>{words('preparing')}</p>
    </div>
  )
}

const Note = ({ icon, title, ok, children }: { icon: ReactNode; title: string; ok?: boolean; children?: ReactNode }) => (
  <div className={ok ? 'qr-note ok' : 'qr-note'}>
    {icon}
    <b className="font-semibold">{title}</b>
    {children}
  </div>
)

function Progress({ connection }: { connection: Connection }) {
  if (connection.status === 'qrcode')
    return (
      <State tone="run" pulse>
        {words('waiting')}
      </State>
    )
  const { tone, word } = stateOf(connection)
  return <State tone={tone}>{word}</State>
}

/** The three steps on the phone, or the one button that a simulated phone needs. */
function Steps({ connection }: { connection: Connection }) {
  const [busy, setBusy] = useState(false)
  if (connection.sandbox) {
    const scan = () => {
      setBusy(true)
      void post(`/sandbox/${connection.id}/link`, {})
        .catch(toastError)
        .finally(() => setBusy(false))
    }
    return (
      <div className="mt-4 t-body">
        <p className="mb-3">{words('simulatedText')}</p>
        <button
          type="button"
          className="btn btn-primary"
          data-autofocus
          aria-busy={busy}
          disabled={connection.status === 'CONNECTED' || connection.status === 'PAIRING'}
          onClick={scan}
        >
          {busy ? <span className="loading loading-spinner" style={{ width: 14 }} /> : <FlaskConical className="icon" aria-hidden />}
          {words('scanSimulated')}
        </button>
      </div>
    )
  }
  return (
    <ol className="qr-steps t-body">
      {([1, 2, 3] as const).map(n => (
        <li key={n}>
          <span className="badge-n">{n}</span>
          <span>{words(`step${n}`)}</span>
        </li>
      ))}
    </ol>
  )
}
