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

  /** An answer in JSON, of whichever route, on its way. */
  return async function onItsWay(c: Context<Env>): Promise<void> {
    const { headers, status } = c.res
    // Of an answer to HEAD nobody reads or cancels anything.
    if (c.req.method === 'HEAD' || !headers.get('content-type')?.startsWith('application/json') || headers.has('accept-ranges')) return
    const bytes = await c.res.bytes()
    // Set without the one before, whose headers Hono would add to these, and to those of a refusal.
    c.res = undefined
    c.res = new Response(bytes.length < LARGE ? bytes : inPieces(c, bytes), { headers, status })
  }

  function inPieces({ req, var: { ctx, clientAddress } }: Context<Env>, bytes: Bytes): ReadableStream<Bytes> {
    const userId = ctx?.actor.userId
    // Strangers share nothing.
    const shares = userId
      ? ([
          [`of ${userId}`, PERSON_ANSWERS_BYTES],
          [`in ${ctx.companyId}`, COMPANY_ANSWERS_BYTES],
        ] as const)
      : ([[`from ${clientAddress}`, PERSON_ANSWERS_BYTES]] as const)
    if (!shares.every(([key, most]) => fits(key, bytes.length, most))) throw new AppError('ERR_BUSY', 503)
    for (const [key] of shares) count(key, bytes.length)
    let isOver = false
    function end() {
      if (isOver) return
      isOver = true
      for (const [key] of shares) count(key, -bytes.length)
    }
    // Of who hung up before there was an answer nothing is read, and nothing cancelled.
    const { signal } = req.raw
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
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
