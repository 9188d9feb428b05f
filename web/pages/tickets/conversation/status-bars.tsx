import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { t } from '../../../kit/i18n'
import { keycaps, keysOf } from '../../../kit/keys'
import { enabled, user } from '../../../session'
import { waitOf } from '../list/age'
import { now } from '../list/store'
import type { Ticket } from '../types'

const Key = ({ of }: { of: string }) => <kbd className="kbd">{keycaps(keysOf(of) ?? '').join(' ')}</kbd>

function waited({ waitingSince, queue }: Ticket) {
  if (!waitingSince) return t('tickets.answered')
  const time = waitOf(waitingSince, now.value)
  return queue ? t('tickets.waitingIn', { time, queue: queue.name }) : t('tickets.waiting', { time })
}

/** In the place of the composer while a ticket waits. */
export function AcceptBar({ ticket, accept }: { ticket: Ticket; accept: () => Promise<unknown> }) {
  useSignals()
  const [busy, setBusy] = useState(false)
  return (
    <div className="accept-bar">
      <div className="min-w-0">
        <div className="font-semibold t-body">{waited(ticket)}</div>
        <div className="muted clip">{t(enabled('sendGreetingAccepted') ? 'tickets.acceptGreets' : 'tickets.acceptText')}</div>
      </div>
      <span className="ml-auto" />
      <button className="btn btn-primary" aria-busy={busy} onClick={() => (setBusy(true), void accept().finally(() => setBusy(false)))}>
        {t('tickets.accept')} <Key of="accept" />
      </button>
    </div>
  )
}

/** The same for a closed ticket. */
export function ReopenBar({ reopen }: { reopen: () => void }) {
  return (
    <div className="accept-bar">
      <div className="min-w-0">
        <div className="font-semibold t-body">{t('tickets.isClosed')}</div>
        <div className="muted clip">{t('tickets.isClosedText')}</div>
      </div>
      <span className="ml-auto" />
      <button className="btn btn-primary" onClick={reopen}>
        {t('tickets.reopen')} <Key of="reopen" />
      </button>
    </div>
  )
}

/** And for a ticket that somebody else attends: one may look on. */
export function OtherBar({ ticket, takeOver }: { ticket: Ticket; takeOver?: () => void }) {
  useSignals()
  return (
    <div className="accept-bar">
      <div className="min-w-0">
        <div className="font-semibold t-body">{t('tickets.withOther', { name: ticket.user?.name ?? '' })}</div>
        <div className="muted clip">{t('tickets.withOtherText')}</div>
      </div>
      <span className="ml-auto" />
      {takeOver && ticket.userId !== user.value?.id && (
        <button className="btn btn-plain" onClick={takeOver}>
          {t('tickets.takeOver')}
        </button>
      )}
    </div>
  )
}
