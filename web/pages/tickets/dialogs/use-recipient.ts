import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { translated } from '../../../kit/i18n'
import { user } from '../../../session'
import { among } from './colleague-order'
import { type Colleague, useColleagues } from './find-colleagues'
import type { Recipient } from './shown'
import { words } from './texts'

type Named = { id: number; name: string }
export type Team = Named & { color: string }
type Row = Named & ({ person: Colleague } | { team: Team })

/** Who gets a ticket attends its queue; administrators attend all. Only who leads is told who is one: for others the server decides. */
const attends = ({ profile, queues = [] }: Colleague, queueId: string) =>
  profile === 'admin' || queues.some(({ id }) => String(id) === queueId)
const isRefused = (whom: Colleague | undefined, queueId: string) => Boolean(whom?.profile && queueId && !attends(whom, queueId))

const named = ({ id, name }: Named) => ({ id, name })
export const keyOf = (row: Row) => `${'team' in row ? 'team' : 'person'}-${row.id}`

type Options = {
  /** In which queue the tickets are, '' where not all are in one. */
  from: string
  /** Who was named before the box opened. */
  to?: Recipient
  /** Nobody is given what they have already. */
  having?: number | null
  /** The queues that there are; whether that is all of them, as far as they will come. */
  queues: Team[]
  isAllQueues: boolean
}

/** Who gets a ticket, and in which queue: found by name among colleagues and queues, by the keys of the field or a press. */
export function useRecipient({ from, to, having, queues, isAllQueues }: Options) {
  const [queueId, setQueueId] = useState(from)
  const [person, setPerson] = useState<Colleague>()
  /** The queue in which they were before one of those found was chosen in their place. */
  const [before, setBefore] = useState<string>()
  const isTeam = before !== undefined
  /** Nobody was chosen, whatever name is still written. */
  const [isNobody, setIsNobody] = useState(false)
  const [text, setText] = useState(to?.name ?? '')
  /** That somebody brought their own queue along, in words; why they get nothing. */
  const [moved, setMoved] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  // Oneself is, for another queue: an own ticket goes there and stays one's own.
  const isMoved = having === user.peek()?.id && queueId !== from
  const { found: people, more, isKnown, failed, again } = useColleagues(text, isMoved ? undefined : having)
  // Enter was pressed before all were there: the first who is found, is meant. With Ctrl the form is sent then.
  const takesFirst = useRef(false)
  const sendsThen = useRef(false)
  const wanted = useRef(to)
  const list = useRef<HTMLDivElement>(null)

  /** A person and a queue that is theirs: who attends another brings their first one along, which is said. */
  const pair = (whom: Colleague | undefined, queue: string, brings = false) => {
    // Whoever chooses goes on by hand.
    sendsThen.current = false
    const own = whom && brings && !attends(whom, queue) ? whom.queues?.[0] : undefined
    setPerson(whom)
    setBefore(undefined)
    setQueueId(own ? String(own.id) : queue)
    setMoved(own && words('queueOf', { name: whom?.name.split(' ')[0] ?? '', queue: own.name }))
    setRefusal(!own && isRefused(whom, queue) ? translated('error.ERR_USER_NOT_IN_QUEUE') : undefined)
    return own !== undefined
  }
  const choose = (row: Row | undefined) => {
    setIsNobody(!row)
    const own = before ?? queueId
    if (!row || 'person' in row) return pair(row?.person, own, true)
    pair(undefined, String(row.id))
    setBefore(own)
    return false
  }
  const chooseQueue = (queue: string) => {
    // What was looked for was another queue.
    if (isTeam || (only && 'team' in only)) setText('')
    pair(person, queue)
  }
  const write = (value: string) => {
    takesFirst.current = sendsThen.current = false
    // Whoever is found by another name, the box stays as tall as it was.
    list.current?.style.setProperty('--tall', `${list.current.offsetHeight}px`)
    setIsNobody(false)
    setText(value)
    setRefusal(undefined)
  }
  const nobody = () => {
    setText('')
    choose(undefined)
  }

  const all = among<Row>(
    people.map(one => ({ ...named(one), person: one })),
    queues.map(one => ({ ...named(one), team: one })),
    text.trim(),
  )
  const team = isTeam ? queues.find(({ id }) => String(id) === queueId) : undefined
  const chosen: Row | undefined = person ? { ...named(person), person } : team && { ...named(team), team }
  const rows = chosen && !all.some(one => keyOf(one) === keyOf(chosen)) ? [chosen, ...all] : all
  /** Until both lists came, the first may be another one. */
  const isAll = (isKnown || failed) && isAllQueues
  const isOpen = !chosen && !isNobody && text.trim() !== ''
  /** The only one of that name is meant, and shown as chosen. */
  const only = isOpen && isAll && all.length === 1 ? all[0] : undefined

  /** Arrows choose among those found. Enter takes the first of them, and sends the form only where it is plain who gets the ticket. */
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const takes = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && isOpen
    if (by === undefined && !takes) return
    event.preventDefault()
    takesFirst.current = takes && !(isAll && rows[0])
    if (takesFirst.current) return
    const at = (chosen ? rows.findIndex(one => keyOf(one) === keyOf(chosen)) : -1) + (by ?? 1)
    if (at >= 0 && rows[at]) choose(rows[at])
    else if (at < 0 && by) choose(undefined)
  }
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
  const first = chosen ?? (isOpen ? all[0] : undefined)
  const next = first && keyOf(first)
  /** Whom Enter takes, or took, is seen: over a phone's keyboard there is little room. */
  useEffect(() => {
    if (next) list.current?.querySelector(`[data-key='${next}']`)?.scrollIntoView({ block: 'nearest' })
  }, [next, text])

  /**
   * Whom a form that is sent now means, in which queue; nothing where that is not known yet, and it is sent again then, or where a queue
   * came along, which is read first.
   */
  function meant() {
    if (isOpen && !isAll) return void (sendsThen.current = true)
    if (only && choose(only)) return
    const [whom, into] = only ? ('person' in only ? [only.person, queueId] : [undefined, String(only.id)]) : [person, queueId]
    const problem = isRefused(whom, into) ? translated('error.ERR_USER_NOT_IN_QUEUE') : isOpen && !only ? words('choosePerson') : undefined
    setRefusal(problem)
    return { person: whom, queueId: into, problem }
  }
  /** Whoever writes on takes the sending into their own hands. */
  const writesOn = () => void (sendsThen.current = false)

  return {
    ...{ list, text, rows, next, moved, refusal, setRefusal, isAll, failed, more, again },
    chosen: chosen ?? only,
    queueId: only && 'team' in only ? String(only.id) : queueId,
    ...{ choose, chooseQueue, write, nobody, keys, meant, writesOn },
    isNone: isAll && !failed && text.trim() !== '' && !all.length,
  }
}
