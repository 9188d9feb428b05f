import { following } from './composer/type-ahead'
import type { Ticket } from './types'
import { mayEnd, resolve as end, type Verbs } from './verbs'

type Place = Pick<Verbs, 'open' | 'goOn'> & {
  /** The message that was the last one on screen. */
  seen: string | undefined
  isShown: () => boolean
  /** The ticket that comes on screen then. */
  next: () => Ticket | undefined
}

/** Ends a ticket; where it is on screen the next one comes, for whom what is typed from the press on is meant. */
export async function resolve(ticket: Ticket, { seen, isShown, open, goOn, next }: Place) {
  if (!(await mayEnd([ticket]))) return
  const wasShown = isShown()
  const ends = async () => {
    const hasEnded = await end(ticket, () => wasShown && open(ticket), seen)
    if (hasEnded && wasShown) goOn(ticket)
    return hasEnded === true
  }
  await following(ends, wasShown ? next() : undefined)
}
