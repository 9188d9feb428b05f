import type { Context } from 'hono'
import { AppError } from '../errors'
import { COMPANY_ANSWERS_BYTES, PERSON_ANSWERS_BYTES } from './limits'
import type { Env } from './router'

type Bytes = Uint8Array<ArrayBuffer>

/** Less is not counted: what one page of a list has. */
const LARGE = 256 * 1024
/** Handed to the network at once; the next follows when it took these. */
const PIECE = 64 * 1024

/**
 * Backpressure: large answers that are on their way to who reads slowly, or not at all, are in memory. One person may have so much of it,
 * and one company; what is asked for beyond that is refused at once (ERR_BUSY), since whoever waited would hold a place of the company.
 */
export function largeAnswers() {
  const held = new Map<string, number>()
  const fits = (key: string, bytes: number, most: number) => !held.has(key) || held.get(key)! + bytes <= most
  function count(key: string, bytes: number) {
    const now = (held.get(key) ?? 0) + bytes
    if (now) held.set(key, now)
    else held.delete(key)
  }

  return function onItsWay({ var: { ctx, clientAddress } }: Context<Env>, bytes: Bytes): Bytes | ReadableStream<Bytes> {
    if (bytes.length < LARGE) return bytes
    const [person, company] = [`of ${ctx?.actor.userId ?? clientAddress}`, `in ${ctx?.companyId ?? 0}`]
    if (!fits(person, bytes.length, PERSON_ANSWERS_BYTES) || !fits(company, bytes.length, COMPANY_ANSWERS_BYTES))
      throw new AppError('ERR_BUSY', 503)
    for (const key of [person, company]) count(key, bytes.length)
    let isOver = false
    function end() {
      if (isOver) return
      isOver = true
      for (const key of [person, company]) count(key, -bytes.length)
    }
    let at = 0
    return new ReadableStream<Bytes>(
      {
        pull(controller) {
          if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += PIECE)))
          else {
            end()
            controller.close()
          }
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    )
  }
}
export type OnItsWay = ReturnType<typeof largeAnswers>
