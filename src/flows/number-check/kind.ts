import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY } from '#kernel/jobs/kind'

/** The people of a list, or so many contacts of the company. */
type Asked = { listId: number } | { contacts: number }
export const numberCheck = jobKind<Asked>('number-check', PRIORITY.background)

const keyOf = (asked: Asked) => ('listId' in asked ? String(asked.listId) : 'contacts')

/** Rate limit, as the pause after a question: a number that asks for thousands at once looks like a machine. */
export const PAUSE_MS = 8_000

/**
 * Has numbers checked; part of the caller's transaction. What one company asks about is asked one after the other, and a check that goes on
 * already keeps its pace, however many people come into it meanwhile.
 */
export async function enqueueCheck(ctx: Ctx, asked: Asked) {
  const goesOn = (await jobs.payloadOf(ctx, numberCheck, keyOf(asked))) !== undefined
  await jobs.enqueue(ctx, numberCheck, asked, { key: keyOf(asked), lane: 'number-check', delayMs: goesOn ? PAUSE_MS : 0 })
}

/** Has a check end with what it is asking now; part of the caller's transaction. */
export const stopCheck = (ctx: Ctx, key: string) => jobs.stop(ctx, numberCheck, key)

/** A connection is online: what waited for one goes on. */
export const numbersConnected = (ctx: Ctx) => jobs.hasten(ctx, numberCheck)

/** Somebody whose number is not known yet; with a lid the network told of them already. */
export type Unchecked = { id: number; number: string; lid: string | null }
/** What the network says of a number: its own form of it, or nothing where it has no account. */
export type Answer = { pn: string; lid: string | null } | undefined

/** Whose numbers these are. */
export type Numbers = {
  /** Some of those that nobody asked about; undefined when there is nobody to ask about any more. */
  next(ctx: Ctx, limit: number): Promise<Unchecked[] | undefined>
  /** What was answered of each; part of the caller's transaction, and told by it. */
  store(ctx: Ctx, answers: { one: Unchecked; answer: Answer }[]): Promise<unknown>
}
