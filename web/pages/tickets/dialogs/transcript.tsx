import { useSignals } from '@preact/signals-react/runtime'
import { FileDown, Printer } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { TranscriptPage } from '../../../../src/modules/messages'
import { download } from '../../../crud/export'
import { get } from '../../../kit/api'
import { Dialog } from '../../../kit/dialog'
import { dateTime, phone } from '../../../kit/format'
import { locale } from '../../../kit/i18n'
import type { Json } from '../../../kit/rows'
import { user } from '../../../session'
import type { Ticket } from '../types'
import { asText, daysOf, type Said } from './transcript-text'
import { words } from './transcript-texts'

type Read = { all: Said[]; state: 'reading' | 'done' | 'failed' }

/** Every message, page by page; stops when it is not wanted any more. */
function useMessages(ticketId: number, all: boolean, attempt: number): Read {
  const [read, setRead] = useState<Read>({ all: [], state: 'reading' })
  useEffect(() => {
    let wanted = true
    const run = async () => {
      const messages: Said[] = []
      setRead({ all: messages, state: 'reading' })
      for (let hasMore = true; hasMore && wanted;) {
        const page = await get<Json<TranscriptPage>>(`/messages/${ticketId}/transcript`, { all, after: messages.at(-1)?.id })
        messages.push(...page.messages)
        hasMore = page.hasMore
        if (wanted) setRead({ all: [...messages], state: hasMore ? 'reading' : 'done' })
      }
    }
    run().catch(() => wanted && setRead(now => ({ ...now, state: 'failed' })))
    return () => {
      wanted = false
    }
  }, [ticketId, all, attempt])
  return read
}

/** What was said in a ticket or in all of a contact's, to be kept outside: as a text, or printed, which saves a PDF as well. */
export default function Transcript({ ticket, close }: { ticket: Ticket; close: () => void }) {
  useSignals()
  const [whole, setWhole] = useState(false)
  const [attempt, again] = useState(0)
  const [opened] = useState(() => new Date())
  const { all, state } = useMessages(ticket.id, whole, attempt)
  const days = useMemo(() => (state === 'done' ? daysOf(all) : []), [all, state])
  const { name, number } = ticket.contact
  const head = useMemo(
    () => [
      words('title', { name }),
      [ticket.isGroup ? '' : phone(number), ticket.queue?.name, words('count', { n: all.length })].filter(Boolean).join(' · '),
      words('by', { who: user.value?.name ?? '', when: dateTime(opened) }),
    ],
    [all, opened],
  )
  const isReady = state === 'done' && all.length > 0
  const save = () => {
    const day = new Date().toLocaleDateString('sv-SE')
    download(
      `${words('file')}-${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${day}.txt`,
      `\uFEFF${asText(head, days)}`,
      'text/plain;charset=utf-8',
    )
  }
  return (
    <Dialog
      title={words('title', { name })}
      width={640}
      close={close}
      footer={
        <>
          <button type="button" className="btn btn-plain" disabled={!isReady} onClick={save}>
            <FileDown className="icon" aria-hidden />
            {words('text')}
          </button>
          <button type="button" className="btn btn-primary" disabled={!isReady} onClick={() => print()}>
            <Printer className="icon" aria-hidden />
            {words('print')}
          </button>
        </>
      }
    >
      <div className="pick-list transcript-choices" role="radiogroup" aria-label={words('which')}>
        {[false, true].map(choice => (
          <label key={String(choice)} className="pick-row">
            <input
              type="radio"
              name="transcript"
              className="radio radio-primary"
              data-autofocus={choice === whole || undefined}
              checked={choice === whole}
              onChange={() => setWhole(choice)}
            />
            <span className="clip">{choice ? words('all', { name }) : words('ticket')}</span>
          </label>
        ))}
      </div>
      <div className="transcript mt-4" lang={locale()} aria-busy={state === 'reading'}>
        {state === 'reading' && (
          <p className="muted" role="status">
            {words('reading', { n: all.length })}
          </p>
        )}
        {state === 'failed' && (
          <p role="alert">
            {words('failed')}{' '}
            <button type="button" className="btn btn-sm btn-plain" onClick={() => again(attempt + 1)}>
              {words('again')}
            </button>
          </p>
        )}
        {state === 'done' && !all.length && <p className="faint">{words('none')}</p>}
        {isReady && (
          <>
            <p className="muted" style={{ whiteSpace: 'pre-line' }}>
              {head.join('\n')}
            </p>
            {days.map(({ name: day, lines }, i) => (
              <section key={i}>
                <h3>{day}</h3>
                <pre>{lines.join('\n')}</pre>
              </section>
            ))}
          </>
        )}
      </div>
    </Dialog>
  )
}
