import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Hourglass, Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { NOTE_MAX, NOTE_MIN } from '../../../../src/modules/ticket-notes/body'
import { catalog } from '../../../catalog'
import { ApiError, get } from '../../../kit/api'
import { Avatar } from '../../../kit/avatar'
import { Dot } from '../../../kit/chips'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { toastError } from '../../../kit/errors'
import { FailedLine } from '../../../kit/failed-line'
import { AreaField, Field, SelectField } from '../../../kit/field'
import { t, translated } from '../../../kit/i18n'
import { connected, onResync } from '../../../kit/realtime'
import { toast } from '../../../kit/toast'
import { touched } from '../../../kit/touched'
import { user } from '../../../session'
import { PersonState } from '../../../shell/availability/state'
import { change, standing } from '../change'
import { atOnce } from '../list/at-once'
import type { Ticket } from '../types'
import { asBefore, mayUndo } from '../undo'
import { mayEnd } from '../may-end'
import { type Verbs } from '../verbs'
import { isWithoutLine } from '../deferred-verbs'
import { RecipientChoice } from './recipient-choice'
import type { Recipient } from './shown'
import { words } from './texts'
import { keyOf, type Team, useRecipient } from './use-recipient'

/** What all of them have, if it is one. */
const common = (values: (number | null)[]) => (new Set(values).size === 1 ? String(values[0] ?? '') : '')

type Named = { id: number; name: string }
type Props = { tickets: Ticket[]; to?: Recipient; close: () => void; gone: (ticket: Ticket) => boolean; open: Verbs['open'] }
/** Tickets go to another queue, connection or person; with nobody chosen they wait there. Several stay on their connections. */
export function Transfer({ tickets, to, close, gone, open }: Props) {
  useSignals()
  const several = tickets.length > 1
  const [from] = useState(() => ({
    queueId: common(tickets.map(ticket => ticket.queueId)),
    whatsappId: common(tickets.map(ticket => ticket.whatsappId)),
  }))
  const [whatsappId, setWhatsappId] = useState(from.whatsappId)
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<{ queue?: string; connection?: string; note?: string }>({})
  const [busy, setBusy] = useState(false)
  const [allQueues, allConnections] = [catalog('queues'), catalog('connections')]
  // Where they have not come, what each ticket has still says where it is.
  const queues = known<Team>(
    allQueues,
    tickets.map(({ queue }) => queue),
  )
  const connections = known<Named>(
    allConnections,
    tickets.map(({ whatsapp }) => whatsapp),
  )
  const lacking = [allQueues, allConnections].filter(({ loaded, failed }) => failed.value && !loaded.value)
  const [one] = new Set(tickets.map(ticket => ticket.userId))
  const having = tickets.every(({ userId }) => userId === one) ? one : undefined
  const isAllQueues = allQueues.loaded.value || allQueues.failed.value
  const recipient = useRecipient({ from: from.queueId, to, having, queues, isAllQueues })
  const { queueId, chosen, text, list, next } = recipient
  /** What went wrong was the line: it is tried again by a press, with all that was chosen. */
  const [isCut, setIsCut] = useState(false)
  useEffect(() => onResync(() => setIsCut(false)), [])
  /** Once it was said where to, Enter in a field of one line sends the form; before that it opens the choices of the field. */
  const isSaid = chosen !== undefined || queueId !== from.queueId || whatsappId !== from.whatsappId
  const sends = (event: KeyboardEvent<HTMLSelectElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isSaid) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const meant = recipient.meant()
    if (!meant) return
    const { person, queueId, problem } = meant
    const handOff = note.trim()
    const wrong = {
      queue: queueId ? undefined : t('tickets.chooseQueue'),
      connection: several || whatsappId ? undefined : words('chooseConnection'),
      note: handOff && handOff.length < NOTE_MIN ? words('noteShort') : undefined,
    }
    setErrors(wrong)
    if (wrong.queue || wrong.connection || wrong.note || problem || busy) return
    // Who gets it sees nothing of what was begun.
    const isGiven = person?.id !== user.value?.id
    // What was written for the colleague waits here for who goes on writing to the customer.
    if (isGiven && !(await mayEnd(tickets, 'transfer'))) return handOff ? undefined : close()
    const to = { queueId: Number(queueId), note: handOff, ...(!several && { whatsappId: Number(whatsappId) }) }
    const give = async (ticket: Ticket) => {
      // As it was when the dialog came: whoever took it since keeps it.
      const whose = { ...to, expected: standing(ticket) }
      const after = await change(ticket, person ? { ...whose, userId: person.id } : { ...whose, status: 'pending', userId: null })
      // Nothing stands over the field of the next one, as it comes.
      if (!several) flushSync(close)
      return { ...after, wasShown: person?.id !== user.value?.id && gone(ticket) }
    }
    const isUndone = mayUndo(to.queueId, person?.id)
    const whom = person?.name ?? queues.find(({ id }) => id === to.queueId)?.name ?? ''
    if (several) {
      if (!connected.peek() && (await isWithoutLine(await get(`/tickets/${tickets[0]!.id}`).catch(error => error as unknown))))
        return setIsCut(true)
      close()
      return atOnce(tickets, give, n => words('transferredMany', { n, to: whom }), isUndone ? asBefore : undefined)
    }
    setBusy(true)
    const ticket = tickets[0]!
    try {
      const { wasShown, ...after } = await give(ticket)
      const said = words('transferred', { name: ticket.contact.name, to: whom })
      const undo = async () => {
        const again = await asBefore(ticket, after)
        if (wasShown) open(again)
      }
      if (isUndone) toast.undo(said, () => void undo().catch(toastError))
      else toast.ok(`${said}. ${words('unseen')}`, 6_000)
    } catch (error) {
      if (error instanceof ApiError && error.body.code === 'ERR_USER_NOT_IN_QUEUE')
        recipient.setRefusal(translated('error.ERR_USER_NOT_IN_QUEUE'))
      else if (await isWithoutLine(error)) setIsCut(true)
      else toastError(error)
      setBusy(false)
    }
  }
  const whose = chosen && ('team' in chosen ? chosen.name : chosen.name.split(' ')[0])
  return (
    <Dialog
      title={several ? words('transferMany', { n: tickets.length }) : words('transferTitle', { name: tickets[0]?.contact.name ?? '' })}
      width={480}
      close={close}
      dirty={note.trim() !== ''}
      onSubmit={submit}
      footer={
        <div className="contents" onKeyDown={toNote}>
          <FormFoot close={close} action={whose ? words('transferTo', { name: whose }) : words('transfer')} busy={busy} verbFirst />
        </div>
      }
    >
      <div className="pair">
        <SelectField
          id="transfer-queue"
          label={t('tickets.queue')}
          value={queueId}
          error={queueId ? undefined : errors.queue}
          aria-invalid={(errors.queue && !queueId) || undefined}
          onKeyDown={sends}
          onChange={event => recipient.chooseQueue(event.currentTarget.value)}
        >
          {!queueId && <option value="">{t('tickets.chooseQueue')}</option>}
          {queues.map(optionOf)}
        </SelectField>
        {!several && (
          <SelectField
            id="transfer-connection"
            label={t('tickets.connection')}
            value={whatsappId}
            error={whatsappId ? undefined : errors.connection}
            aria-invalid={(errors.connection && !whatsappId) || undefined}
            onKeyDown={sends}
            onChange={event => setWhatsappId(event.currentTarget.value)}
          >
            {!whatsappId && <option value="">{words('chooseConnection')}</option>}
            {connections.map(optionOf)}
          </SelectField>
        )}
      </div>
      <p className="help" role="status">
        {recipient.moved}
      </p>
      {lacking.length > 0 && <FailedLine what={words('whatPlaces')} retry={() => lacking.forEach(list => void list.reload())} />}
      <div className="mt-4 transfer-person">
        <Field id="transfer-person" label={words('person')} optional error={recipient.refusal}>
          <div className="input mb-2">
            <Search className="icon icon-sm faint" aria-hidden />
            <input
              id="transfer-person"
              data-autofocus={!touched.matches || undefined}
              autoComplete="off"
              placeholder={words('personHelp')}
              value={text}
              onChange={event => recipient.write(event.currentTarget.value)}
              onKeyDown={recipient.keys}
            />
          </div>
          <div ref={list} className="pick-list transfer-to" tabIndex={-1} role="radiogroup" aria-label={words('person')}>
            <RecipientChoice
              checked={!chosen}
              choose={recipient.nobody}
              isPassed={chosen !== undefined}
              name={words('nobody')}
              about={words('nobodyText')}
            >
              <span className="tile tile-round">
                <Hourglass className="icon" aria-hidden />
              </span>
            </RecipientChoice>
            {recipient.rows.map(one => (
              <RecipientChoice
                key={keyOf(one)}
                id={keyOf(one)}
                checked={chosen !== undefined && keyOf(one) === keyOf(chosen)}
                isNext={!chosen && keyOf(one) === next}
                choose={() => recipient.choose(one)}
                isPassed={chosen !== undefined}
                name={one.name}
                about={'team' in one ? words('nobodyText') : (one.person.queues ?? []).map(({ name }) => name).join(', ')}
                state={'person' in one && <PersonState {...one.person} />}
              >
                {'team' in one ? (
                  <span className="tile tile-round">
                    <Dot color={one.team.color} />
                  </span>
                ) : (
                  <Avatar name={one.name} size={32} />
                )}
              </RecipientChoice>
            ))}
            <p className="help" role="status">
              {recipient.isNone && words('noColleague')}
            </p>
          </div>
          <p className="help" role="status">
            {recipient.more > 0 && words('moreColleagues', { n: recipient.more })}
          </p>
          {recipient.failed && (
            <div className="mt-2">
              <FailedLine what={words('whatColleagues')} retry={recipient.again} />
            </div>
          )}
        </Field>
      </div>
      <div className="mt-4">
        <AreaField
          id="transfer-note"
          label={words('handOff')}
          after={<em>{words('internal')}</em>}
          rows={2}
          maxLength={NOTE_MAX}
          value={note}
          error={errors.note}
          onChange={event => {
            recipient.writesOn()
            setNote(event.currentTarget.value)
            setErrors({ ...errors, note: undefined })
          }}
        />
      </div>
      {isCut && (
        <p className="text-error mt-4" role="alert">
          {words('transferCut')}
        </p>
      )}
    </Dialog>
  )
}

/** Letters on a button are meant for the note: else the first space among them would press it. */
const toNote = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
  if (/^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey) document.getElementById('transfer-note')?.focus()
}

/** The rows of a list, or until it came those that are known without it. */
const known = <Own extends Named>(
  { items, loaded }: { items: ReadonlySignal<Own[]>; loaded: ReadonlySignal<boolean> },
  own: (Own | null)[],
): Own[] => (loaded.value ? items.value : [...new Map(own.flatMap(one => (one ? [[one.id, one]] : []))).values()])

const optionOf = ({ id, name }: { id: number; name: string }) => (
  <option key={id} value={id}>
    {name}
  </option>
)
