import { Hono } from 'hono'
import type { Ctx } from '../context'

export type Env = { Variables: { ctx: Ctx; clientAddress: string } }
/** Trailing slashes are ignored: existing clients write both forms. */
export const router = () => new Hono<Env>({ strict: false })
