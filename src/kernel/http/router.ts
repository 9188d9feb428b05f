import { Hono } from 'hono'
import type { Ctx } from '../context'

export type Env = { Variables: { ctx: Ctx; clientAddress: string; addressIsShared: boolean } }
/** A slash at the end of an address means nothing: existing clients write both. */
export const router = () => new Hono<Env>({ strict: false })
