import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Hourglass, Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
import { atOnce } from '../list/at-once'
import type { Ticket } from '../types'
import { change } from '../change'
import { asBefore, mayUndo } from '../undo'
import { type Verbs } from '../verbs'
import { isWithoutLine } from '../wishes'
import { among } from './colleague-order'
import { type Colleague, useColleagues } from './find-colleagues'
import type { Recipient } from './shown'
import { words } from './texts'

/** Who gets a ticket attends its queue; administrators attend all. Only who leads is told who is one: for others the server decides. */
const attends = ({ profile, queues = [] }: Colleague, queueId: string) =>
  profile === 'admin' || queues.some(({ id }) => String(id) === queueId)
const isRefused = (whom: Colleague | undefined, queueId: string) => Boolean(whom?.profile && queueId && !attends(whom, queueId))
const MIN_NOTE = 2

/** What all of them have, if it is one. */
const common = (values: (number | null)[]) => (new Set(values).size === 1 ? String(values[0] ?? '') : '')

type Named = { id: number; name: string }
type Team = Named & { color: string }
type Row = Named & ({ person: Colleague } | { team: Team })
type Props = { tickets: Ticket[]; to?: Recipient; close: () => void; gone: Verbs['goOn']; open: Verbs['open'] }
/** Tickets go to another queue, connection or person; with nobody chosen they wait there. Several stay on their connections. */
export function Transfer({ tickets, to, close, gone, open }: Props) {
  useSignals()
  const several = tickets.length > 1
  const [from] = useState(() => ({
    queueId: common(tickets.map(ticket => ticket.queueId)),
    whatsappId: common(tickets.map(ticket => ticket.whatsappId)),
  }))
  const [queueId, setQueueId] = useState(from.queueId)
  const [whatsappId, setWhatsappId] = useState(from.whatsappId)
  const [person, setPerson] = useState<Colleague>()
  /** The queue in which they were before one of those found was chosen in their place. */
  const [before, setBefore] = useState<string>()
  const isTeam = before !== undefined
  const [text, setText] = useState(to?.name ?? '')
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<{ queue?: string; connection?: string; person?: string; note?: string }>({})
  const [busy, setBusy] = useState(false)
  const [moved, setMoved] = useState<string>()
  /** A person and a queue that is theirs: who attends another brings their first one along, which is said. */
  const pair = (whom: Colleague | undefined, queue: string, brings = false) => {
    // Whoever chooses goes on by hand.
    sendsThen.current = false
    const own = whom && brings && !attends(whom, queue) ? whom.queues?.[0] : undefined
    setPerson(whom)
    setBefore(undefined)
    setQueueId(own ? String(own.id) : queue)
    setMoved(own && words('queueOf', { name: whom?.name.split(' ')[0] ?? '', queue: own.name }))
    setErrors({ ...errors, person: !own && isRefused(whom, queue) ? translated('error.ERR_USER_NOT_IN_QUEUE') : undefined })
    return own !== undefined
  }
  const choose = (row: Row | undefined) => {
    const own = before ?? queueId
    if (!row || 'person' in row) return pair(row?.person, own, true)
    pair(undefined, String(row.id))
    setBefore(own)
    return false
  }
  // Nobody is given what they have already.
  const [one] = new Set(tickets.map(ticket => ticket.userId))
  const having = tickets.every(({ userId }) => userId === one) ? one : undefined
  const { found: people, more, isKnown, failed, again } = useColleagues(text, having)
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
  /** What went wrong was the line: it is tried again by a press, with all that was chosen. */
  const [isCut, setIsCut] = useState(false)
  useEffect(() => onResync(() => setIsCut(false)), [])
  const all = among<Row>(
    people.map(one => ({ ...named(one), person: one })),
    queues.map(one => ({ ...named(one), team: one })),
    text.trim(),
  )
  const team = isTeam ? queues.find(({ id }) => String(id) === queueId) : undefined
  const chosen: Row | undefined = person ? { ...named(person), person } : team && { ...named(team), team }
  const rows = chosen && !all.some(one => keyOf(one) === keyOf(chosen)) ? [chosen, ...all] : all
  /** Until both lists came, the first may be another one. */
  const isAll = (isKnown || failed) && (allQueues.loaded.value || allQueues.failed.value)
  const whose = person?.name.split(' ')[0] ?? team?.name
  const write = (value: string) => {
    takesFirst.current = sendsThen.current = false
    setText(value)
    setErrors({ ...errors, person: undefined })
  }
  const nobody = () => {
    setText('')
    choose(undefined)
  }
  /** Arrows choose among those found. Enter takes the first of them, and sends the form only where it is plain who gets the ticket. */
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const takes = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && text.trim() !== '' && !chosen
    if (by === undefined && !takes) return
    event.preventDefault()
    takesFirst.current = takes && !(isAll && rows[0])
    if (takesFirst.current) return
    const at = (chosen ? rows.findIndex(one => keyOf(one) === keyOf(chosen)) : -1) + (by ?? 1)
    if (at >= 0 && rows[at]) choose(rows[at])
    else if (at < 0 && by) choose(undefined)
  }
  /** Once it was said where to, Enter in a field of one line sends the form; before that it opens the choices of the field. */
  const isSaid = chosen !== undefined || queueId !== from.queueId || whatsappId !== from.whatsappId
  const sends = (event: KeyboardEvent<HTMLSelectElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isSaid) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  // Enter was pressed before all were there: the first who is found, is meant. With Ctrl the form is sent then.
  const takesFirst = useRef(false)
  const sendsThen = useRef(false)
  /** Who was named before the box opened. */
  const wanted = useRef(to)
  useEffect(() => {
    const isWanted = ({ id }: Named) => id === wanted.current?.id
    const team = isAll && wanted.current?.isQueue ? queues.find(isWanted) : undefined
    const one = isAll && !wanted.current?.isQueue && people.find(isWanted)
    if (team) choose({ ...named(team), team })
    else if (one) choose({ ...named(one), person: one })
    // Who has the ticket already is given it by nobody.
    else if (isAll && wanted.current !== undefined) setText('')
    if (!isAll) return
    wanted.current = undefined
    if (sendsThen.current && !one) list.current?.closest('form')?.requestSubmit()
    else if (takesFirst.current && all[0]) choose(all[0])
    takesFirst.current = sendsThen.current = false
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was found answers the press
  }, [isAll])
  const list = useRef<HTMLDivElement>(null)
  const first = chosen ?? (text.trim() ? all[0] : undefined)
  const shown = first && keyOf(first)
  /** Whom Enter takes, or took, is seen: over a phone's keyboard there is little room. */
  useEffect(() => {
    if (shown) list.current?.querySelector(`[data-key='${shown}']`)?.scrollIntoView({ block: 'nearest' })
  }, [shown, text])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isOpen = !chosen && text.trim() !== ''
    if (isOpen && !isAll) return void (sendsThen.current = true)
    // The only one of that name is meant. Another queue that comes along is read first.
    const only = isOpen && all.length === 1 ? all[0] : undefined
    if (only && choose(only)) return
    const [whom, into] = only ? ('person' in only ? [only.person, queueId] : [undefined, String(only.id)]) : [person, queueId]
    await send(whom, into, isOpen && !only)
  }
  async function send(person: Colleague | undefined, queueId: string, isUnclear: boolean) {
    const handOff = note.trim()
    const wrong = {
      queue: queueId ? undefined : t('tickets.chooseQueue'),
      connection: several || whatsappId ? undefined : words('chooseConnection'),
      note: handOff && handOff.length < MIN_NOTE ? words('noteShort') : undefined,
      person: isRefused(person, queueId) ? translated('error.ERR_USER_NOT_IN_QUEUE') : isUnclear ? words('choosePerson') : undefined,
    }
    setErrors(wrong)
    if (wrong.queue || wrong.connection || wrong.note || wrong.person || busy) return
    const to = { queueId: Number(queueId), note: handOff, ...(!several && { whatsappId: Number(whatsappId) }) }
    const give = async (ticket: Ticket) => {
      const after = await change(ticket, person ? { ...to, userId: person.id } : { ...to, status: 'pending', userId: null })
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
      close()
    } catch (error) {
      if (error instanceof ApiError && error.body.code === 'ERR_USER_NOT_IN_QUEUE')
        setErrors({ person: translated('error.ERR_USER_NOT_IN_QUEUE') })
      else if (await isWithoutLine(error)) setIsCut(true)
      else toastError(error)
      setBusy(false)
    }
  }
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
          onChange={event => {
            // What was looked for was another queue.
            if (isTeam) setText('')
            pair(person, event.currentTarget.value)
          }}
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
        {moved}
      </p>
      {lacking.length > 0 && <FailedLine what={words('whatPlaces')} retry={() => lacking.forEach(list => void list.reload())} />}
      <div className="mt-4">
        <Field id="transfer-person" label={words('person')} optional error={errors.person}>
          <div className="input mb-2">
            <Search className="icon icon-sm faint" aria-hidden />
            <input
              id="transfer-person"
              data-autofocus={!touched.matches || undefined}
              autoComplete="off"
              placeholder={words('personHelp')}
              value={text}
              onChange={event => write(event.currentTarget.value)}
              onKeyDown={keys}
            />
          </div>
          <div ref={list} className="pick-list transfer-to" tabIndex={-1} role="radiogroup" aria-label={words('person')}>
            <Choice checked={!chosen} choose={nobody} isPassed={chosen !== undefined} name={words('nobody')} about={words('nobodyText')}>
              <span className="tile tile-round">
                <Hourglass className="icon" aria-hidden />
              </span>
            </Choice>
            {rows.map(one => (
              <Choice
                key={keyOf(one)}
                id={keyOf(one)}
                checked={chosen !== undefined && keyOf(one) === keyOf(chosen)}
                isNext={!chosen && keyOf(one) === shown}
                choose={() => choose(one)}
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
              </Choice>
            ))}
          </div>
          <p className="help" role="status">
            {isAll && !failed && text.trim() && !all.length ? words('noColleague') : more > 0 && words('moreColleagues', { n: more })}
          </p>
          {failed && (
            <div className="mt-2">
              <FailedLine what={words('whatColleagues')} retry={again} />
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
          maxLength={5_000}
          value={note}
          error={errors.note}
          onChange={event => {
            sendsThen.current = false
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

type ChoiceProps = {
  id?: string
  checked: boolean
  /** Enter takes it. */
  isNext?: boolean
  choose: () => void
  isPassed: boolean
  name: string
  about: string
  state?: ReactNode
  children: ReactNode
}
/** `isPassed` once somebody is chosen: Tab leads on to the note, and arrows in the field go on choosing. */
const Choice = ({ id, checked, isNext, choose, isPassed, name, about, state, children }: ChoiceProps) => (
  <label className={isNext ? 'pick-row is-next' : 'pick-row'} data-key={id}>
    <input
      type="radio"
      name="transfer-to"
      className="radio radio-primary"
      tabIndex={isPassed ? -1 : undefined}
      checked={checked}
      onChange={choose}
    />
    {children}
    <span className="min-w-0">
      <span className="font-medium block break-words">{name}</span>
      {about && <span className="t-meta muted block clip">{about}</span>}
    </span>
    {state && <span className="ml-auto">{state}</span>}
  </label>
)

const named = ({ id, name }: Named) => ({ id, name })
const keyOf = (row: Row) => `${'team' in row ? 'team' : 'person'}-${row.id}`

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
