import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PendingReset } from '../../../src/modules/password-resets'
import { get } from '../../kit/api'
import { locale } from '../../kit/i18n'
import { LoadFailed } from '../../kit/placeholder'
import { onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'
import { words } from './installation-texts'
import { copyText } from '../../kit/copy'

const AGAIN_MS = 15_000
const clock = (at: string) => new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' })

/** Where people reach the installation is where its operator has come by. */
const linkOf = ({ email, token }: Pick<PendingReset, 'email' | 'token'>) =>
  `${location.origin}/forgetpsw#${new URLSearchParams({ email, token }).toString()}`

/** What no mail could carry. Nothing tells of a new one: it is looked for, while somebody looks. */
export function PendingResets({ canMail }: { canMail: boolean }) {
  const [rows, hold] = useState<Json<PendingReset>[]>()
  const [hasFailed, fail] = useState(false)
  const read = () =>
    void get<Json<PendingReset>[]>('/password-resets').then(
      found => (hold(found), fail(false)),
      () => fail(true),
    )
  useEffect(() => {
    read()
    const timer = setInterval(read, AGAIN_MS)
    const leave = onResync(read)
    return () => (clearInterval(timer), leave())
  }, [canMail])
  if (canMail && !rows?.length) return null
  return (
    <section className="set" aria-labelledby="g-resets">
      <h2 id="g-resets">{words('resets')}</h2>
      <div className="card-b">
        <div className="set-row">
          <p>{words('resetsText')}</p>
        </div>
        {hasFailed && !rows && <LoadFailed what={words('resetsWhat')} retry={read} />}
        {rows?.length === 0 && <div className="set-row faint">{words('noResets')}</div>}
        {rows?.map(row => (
          <div key={row.id} className="set-row">
            <div className="min-w-0">
              <span className="font-medium">{row.name}</span>
              <p>
                {row.email} · {row.company} · {words('until', { time: clock(row.expiresAt) })}
              </p>
            </div>
            <div className="ctl">
              <button className="btn btn-plain" onClick={() => void copyText(linkOf(row))}>
                <Copy className="icon icon-sm" aria-hidden />
                {words('copyLink')}
              </button>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
