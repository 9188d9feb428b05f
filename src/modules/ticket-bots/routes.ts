import type { Ctx } from '#kernel/context'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { TryBody, type Try } from './body'
import type { TicketBot } from './index'

/** One message of a simulated customer: what is answered, by whom from then on, and why. A file is told by its name. */
export type TriedStep = { words: string; answers: { text?: string; file?: string }[] } & Pick<TicketBot, 'holder' | 'reason'>

/** The journey behind the route; it crosses nouns and so lives in flows/. */
export type BotJourneys = { tryOut(ctx: Ctx, input: Try): Promise<TriedStep[]> }

export const botRoutes = ({ tryOut }: BotJourneys) =>
  router().post('/try', allow('queues:write'), valid('json', TryBody), async c =>
    c.json({ steps: await tryOut(c.var.ctx, c.req.valid('json')) }),
  )
