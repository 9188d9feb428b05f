import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { copyText } from '../../../kit/copy'
import { t } from '../../../kit/i18n'
import { keycaps, keysOf } from '../../../kit/keys'
import { GrowingTextarea } from '../../../kit/textarea'
import { enabled, user } from '../../../session'
import { waitOf } from '../list/age'
import { now } from '../list/store'
import type { Draft } from '../composer/drafts'
import { composerField } from '../composer/focus'
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

/** And for a ticket that somebody else attends: who leads may look on; others do not see it any more. */
export function OtherBar({ ticket, sees, takeOver }: { ticket: Ticket; sees: boolean; takeOver?: () => void }) {
  useSignals()
  return (
    <div className="accept-bar">
      <div className="min-w-0">
        <div className="font-semibold t-body">{t('tickets.withOther', { name: ticket.user?.name ?? '' })}</div>
        <div className="muted clip">{t(sees ? 'tickets.withOtherText' : 'tickets.withOtherHidden')}</div>
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

/** As long as letters may be on their way that were typed for the field which is gone. */
const BEGUN_MS = 2_000

/** What was being written when a colleague took the ticket over, ended it or gave it back: it stands, and letters on their way go on landing in it. `onLeave` is called as it leaves the screen. */
export function KeptDraft({ draft, onLeave }: { draft: Draft; onLeave?: () => void }) {
  useSignals()
  const [caret] = useState(() => (composerField() === document.activeElement ? composerField()?.selectionStart : undefined))
  const box = useRef<HTMLTextAreaElement>(null)
  const [isWriting, setWriting] = useState(caret !== undefined)
  const latest = useRef(onLeave)
  latest.current = onLeave
  useEffect(() => () => latest.current?.(), [])
  const isEmpty = !draft.text.value
  // Nobody goes on with what was never begun.
  useEffect(() => {
    if (!isEmpty) return
    const timer = setTimeout(() => setWriting(false), BEGUN_MS)
    return () => clearTimeout(timer)
  }, [isEmpty])
  useLayoutEffect(() => {
    if (!isWriting) return
    box.current?.focus({ preventScroll: true })
    if (caret !== undefined) box.current?.setSelectionRange(caret, caret)
  }, [isWriting, caret])
  if (!isWriting && isEmpty) return null
  return (
    <div className="composer-wrap">
      <div className="t-meta muted px-4 pb-1 flex items-center gap-2">
        <span aria-hidden>{t('tickets.keptDraft')}</span>
        {!isEmpty && (
          <button type="button" className="link-b ml-auto" onClick={() => void copyText(draft.text.peek())}>
            {t('common.copy')}
          </button>
        )}
      </div>
      <div className="composer">
        <GrowingTextarea
          className="field"
          aria-label={t('tickets.keptDraft')}
          ref={box}
          value={draft.text.value}
          onChange={event => (draft.text.value = event.currentTarget.value)}
        />
      </div>
    </div>
  )
}
