import { Check, Copy, TimerOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Checkout as Asked } from '../../../src/flows/payments/subscription'
import { get, post } from '../../kit/api'
import { State } from '../../kit/chips'
import { serverNow } from '../../kit/clock'
import { errorText } from '../../kit/errors'
import { date, dateTime } from '../../kit/format'
import { Empty, Skeleton } from '../../kit/placeholder'
import { QrPicture } from '../../kit/qr-picture'
import { on, onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { civil, money, price } from './money'
import { PAYMENT_TOAST_MS, watchCode } from './renewed'
import type { Invoice } from './state'
import { words } from './texts'
import { copyText } from '../../kit/copy'

type Checkout = Json<Asked>
/** How long the success stays before the page goes home. */
const HOME_MS = 4_000

/** The code to pay with: asked for once, waited on live, and asked for anew when it is over. */
export function PixStep({ invoiceId, payer, close }: { invoiceId: number | undefined; payer: object; close: () => void }) {
  const [asked, setAsked] = useState<Checkout>()
  const [error, setError] = useState<unknown>()
  const [paid, setPaid] = useState<Invoice>()
  const ask = () => {
    setError(undefined)
    setAsked(undefined)
    post<Checkout>('/subscription', { ...payer, invoiceId }).then(answer => {
      setAsked(answer)
      toast.ok(words('waitingToast'), PAYMENT_TOAST_MS)
    }, setError)
  }
  useEffect(ask, [])
  useEffect(watchCode, [])
  const made = asked?.invoice.id
  useEffect(() => {
    if (!made) return
    const look = () =>
      get<Invoice>(`/invoices/${made}`).then(
        found => found.status === 'paid' && setPaid(found),
        // A line that is down is looked at again when it is back.
        () => {},
      )
    const stops = [on('payment', () => void look()), onResync(look)]
    return () => stops.forEach(stop => stop())
  }, [made])
  if (paid) return <Done invoice={paid} close={close} />
  if (error)
    return (
      <Empty bad icon={TimerOff} title={errorText(error)}>
        <button className="btn btn-plain" onClick={ask}>
          {words('again')}
        </button>
      </Empty>
    )
  if (!asked) return <Skeleton rows={4} height={56} avatar={false} />
  return <Code key={asked.txid} asked={asked} again={ask} />
}

/** What is valid for longer is told by its end. */
const LONG_MS = 2 * 3600_000

/** Minutes until a code is over, of how many; nothing where it has no end. */
function useValidity({ createdAt, expiresAt }: Checkout) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (!expiresAt) return
  const end = Date.parse(expiresAt)
  return { left: Math.max(0, end - now), all: end - Date.parse(createdAt) }
}

function Code({ asked, again }: { asked: Checkout; again: () => void }) {
  const validity = useValidity(asked)
  const code = asked.qrcode.qrcode
  const copy = () => copyText(code, words('copied'))
  if (validity && !validity.left)
    return (
      <Empty icon={TimerOff} title={words('expired')} text={words('expiredText')}>
        <button className="btn btn-primary" onClick={again}>
          {words('again')}
        </button>
      </Empty>
    )
  return (
    <div className="pix">
      <div>
        <QrPicture text={code} label={words('qrLabel')} />
        {validity && (
          <div className="flex items-center gap-2 mt-3 faint t-meta">
            <progress className="left" value={validity.left} max={validity.all} aria-label={words('validity')} />
            <span className="tnum">
              {validity.left > LONG_MS
                ? words('validUntil', { date: dateTime(asked.expiresAt!) })
                : words('validFor', { n: Math.ceil(validity.left / 60_000) })}
            </span>
          </div>
        )}
      </div>
      <div className="min-w-0">
        <div className="faint t-meta">{words('value')}</div>
        <div className="t-figure">{money(Number(asked.valor.original))}</div>
        <ol className="how">
          {(['how1', 'how2', 'how3'] as const).map((key, i) => (
            <li key={key}>
              <span>{i + 1}</span>
              {words(key)}
            </li>
          ))}
        </ol>
        <div className="fld mt-4">
          <label htmlFor="pix-code">{words('code')}</label>
          <div className="flex gap-2">
            <input id="pix-code" className="input code-in" readOnly value={code} onFocus={event => event.currentTarget.select()} />
            <button type="button" className="btn btn-primary" data-autofocus onClick={() => void copy()}>
              <Copy className="icon icon-sm" aria-hidden />
              {words('copy')}
            </button>
          </div>
        </div>
        <div className="mt-4 waits" role="status">
          <State tone="run" pulse>
            {words('waiting')}
          </State>
          <span className="faint t-meta">{words(asked.byHand ? 'waitingHand' : 'waitingSoon')}</span>
        </div>
      </div>
    </div>
  )
}

function Done({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const [, go] = useLocation()
  const until = date(civil(invoice.renewedUntil!))
  useEffect(() => {
    toast.ok(words('renewed', { date: until }), PAYMENT_TOAST_MS)
    const timer = setTimeout(() => go('/'), HOME_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="paid-now" role="status">
      <span className="art">
        <Check className="icon icon-xl" aria-hidden />
      </span>
      <h3 className="t-title">{words('done')}</h3>
      <p className="muted">{words('doneText', { date: until })}</p>
      <p className="t-figure">{price(invoice)}</p>
      <div className="flex gap-2 mt-4">
        <button
          className="btn btn-plain"
          onClick={() => {
            close()
            go(`/financeiro/${invoice.id}`)
          }}
        >
          {words('receipt')}
        </button>
        <button className="btn btn-primary" data-autofocus onClick={() => go('/')}>
          {words('goHome')}
        </button>
      </div>
      <p className="faint t-meta mt-3">{words('goingHome')}</p>
    </div>
  )
}
