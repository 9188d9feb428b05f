import { type Context, Hono } from 'hono'
import type { Ctx } from '../context'
import type { byteBudget } from '../process/byte-budget'

/** What is decided of a request by the host name that was asked for; the product adds to it (module augmentation). */
export interface Here {
  id: number
  /** Where files are fetched from by who is here. */
  address: string | undefined
}

export type Env = {
  Variables: {
    ctx: Ctx
    clientAddress: string
    addressIsShared: boolean
    host: string
    here: Here | undefined
    bodies: ReturnType<typeof byteBudget>
    /** The turn in the company's concurrency limit of a request whose body is still to come: taken once it is there. */
    turn?: (work: () => Promise<void>) => Promise<void>
  }
}
/** A slash at the end of an address means nothing: existing clients write both. */
export const router = () => new Hono<Env>({ strict: false })

/** An answer that lies as JSON already. */
export const answerText = (c: Context, json: string) => c.body(json, 200, { 'content-type': 'application/json' })
