import { type FormEvent, useRef, useState } from 'react'
import { serverNow } from '../../../kit/clock'
import { Dialog } from '../../../kit/dialog'
import { date as shown } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import type { Conversation } from './conversation'
import { words } from './texts'

/** No conversation is older. */
const BEGINNING = '2000-01-01'
const two = (n: number) => String(n).padStart(2, '0')
/** A civil day of this browser, as YYYY-MM-DD. */
const civil = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
function ago(change: (at: Date) => void) {
  const at = new Date(serverNow())
  change(at)
  return civil(at)
}

type Props = { conversation: Conversation; from: string; close: () => void }

/** Goes to what was said on a day; where nothing was, it says to which one it went instead. */
export default function GoToDate({ conversation, from, close }: Props) {
  const [day, setDay] = useState(() => civil(new Date(from)))
  const [today] = useState(() => civil(new Date(serverNow())))
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  async function go(to: string) {
    setBusy(true)
    const found = await conversation.showDay(to)
    close()
    if (conversation.failed.peek()) return
    if (!found) return toast.ok(words('nothingSaid'))
    const then = civil(new Date(found.createdAt))
    const [date, other] = [shown(`${to}T12:00`), shown(found.createdAt)]
    if (to === BEGINNING || then === to) return
    toast.ok(then > to ? words('nothingThen', { date, next: other }) : words('nothingSince', { date, last: other }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (field.current?.checkValidity() && day) void go(day)
    else field.current?.reportValidity()
  }
  const near: [string, string][] = [
    [words('weekAgo'), ago(at => at.setDate(at.getDate() - 7))],
    [words('monthAgo'), ago(at => at.setMonth(at.getMonth() - 1))],
    [words('yearAgo'), ago(at => at.setFullYear(at.getFullYear() - 1))],
    [words('firstDay'), BEGINNING],
  ]
  return (
    <Dialog
      title={words('goToDate')}
      close={close}
      width={380}
      onSubmit={submit}
      footer={
        <>
          <button type="button" className="btn btn-quiet" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" aria-busy={busy} disabled={busy}>
            {words('go')}
          </button>
        </>
      }
    >
      <label className="go-to-date">
        {words('date')}
        <input
          ref={field}
          className="input"
          type="date"
          required
          min={BEGINNING}
          max={today}
          value={day}
          onChange={event => setDay(event.currentTarget.value)}
          data-autofocus
        />
      </label>
      <div className="go-to-near">
        {near.map(([label, to]) => (
          <button key={to} type="button" className="btn btn-plain btn-sm" disabled={busy} onClick={() => void go(to)}>
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
