import { toast } from '../../kit/toast'
import { following } from './composer/type-ahead'
import { words } from './conversation/texts'
import { beforeVerb } from './before-verb'
import type { Ticket } from './types'
import { mayEnd } from './may-end'
import { resolve as end, type Verbs } from './verbs'
import type { Known } from './deferred-verbs'

type Place = Pick<Verbs, 'open' | 'goOn'> & {
  /** What can have been read of it, where it is on screen. */
  saw: Known | undefined
  isShown: () => boolean
  /** It was, and one has gone on since. */
  wasShown?: boolean
  /** The ticket that comes on screen then. */
  next: () => Ticket | undefined
}

/** Ends a ticket; where it is on screen the next one comes, for whom what is typed from the press on is meant. */
export async function resolve(ticket: Ticket, { saw, isShown, wasShown, open, goOn, next }: Place) {
  const refusedBefore = beforeVerb.refusedAt?.(ticket.id)
  if (!(await mayEnd([ticket]))) return
  // While that was asked the server may have refused what was sent before.
  if (beforeVerb.refusedAt?.(ticket.id) !== refusedBefore) return toast.bad(words('refusedFirst'))
  const isHere = isShown()
  const ends = async () => {
    const hasEnded = await end(ticket, () => (isHere || wasShown) && open(ticket), saw)
    if (hasEnded && isHere) goOn(ticket)
    return hasEnded === true
  }
  await following(ends, isHere ? next() : undefined)
}
