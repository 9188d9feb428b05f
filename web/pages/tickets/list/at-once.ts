import { errorText } from '../../../kit/errors'
import { lettersToField } from '../../../kit/keys'
import { toast } from '../../../kit/toast'
import type { Ticket } from '../types'
import { chooseNone, refused, type Refused, running } from './choosing'

/** What a verb of a ticket answers; what is kept beside tickets answers something else. */
const isTicket = (answer: unknown): answer is Ticket => typeof answer === 'object' && answer !== null && 'uuid' in answer

/** Concurrency limit: the server has others to serve. */
const LANES = 3

async function each(tickets: Ticket[], act: (ticket: Ticket) => Promise<unknown>) {
  const waiting = [...tickets]
  const done: { ticket: Ticket; after: unknown }[] = []
  const no: Refused[] = []
  const tell = () => (running.value = { done: done.length + no.length, max: tickets.length, stop: () => void waiting.splice(0) })
  tell()
  const lane = async () => {
    for (let ticket = waiting.shift(); ticket; ticket = waiting.shift()) {
      const one = ticket
      await act(one).then(
        after => done.push({ ticket: one, after }),
        (error: unknown) => no.push({ id: one.id, name: one.contact.name, why: errorText(error) }),
      )
      tell()
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  running.value = undefined
  return { done, no }
}

/** It goes on by itself: others may be chosen meanwhile, and what is typed is an answer again. */
export function begins(no: Refused[] = []) {
  chooseNone()
  lettersToField()
  refused.value = no
}

/** One verb for several tickets, a request each: what was refused is told by name, what went can be undone where the verb has an undo. Gives those that went. */
export async function atOnce(
  tickets: Ticket[],
  act: (ticket: Ticket) => Promise<unknown>,
  said: (n: number) => string,
  undo?: (ticket: Ticket, after?: Ticket) => Promise<unknown>,
): Promise<Ticket[]> {
  if (running.peek()) return []
  begins()
  const { done, no } = await each(tickets, act)
  refused.value = no
  const which = done.map(({ ticket }) => ticket)
  if (!done.length) return which
  const text = said(done.length)
  const afterwards = new Map(done.map(({ ticket, after }) => [ticket.id, after]))
  const takeBack = (ticket: Ticket) => {
    const after = afterwards.get(ticket.id)
    return undo!(ticket, isTicket(after) ? after : undefined)
  }
  if (undo) toast.undo(text, () => void each(which, takeBack).then(back => (refused.value = back.no)))
  else toast.ok(text, 4_000)
  return which
}
