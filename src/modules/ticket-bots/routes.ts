import type { Ctx } from '#kernel/context'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { IntegrationTalk, PromptTalk, TryBody, type Try } from './body'
import type { TicketBot } from './index'

/** What a robot does beside talking. */
export type Deed = { verb: 'tag' | 'transfer' | 'hand_off' | 'close' | 'menu'; name: string | null }
/** One message of a simulated customer: what is answered, by whom from then on, and why. A file is told by its name. */
export type TriedStep = { words: string; answers: { text?: string; file?: string }[] } & Pick<TicketBot, 'holder' | 'reason'>
/** One message to a robot: what it did, and why it failed. */
export type TalkStep = TriedStep & { deeds: Deed[]; error: string | null }

/** The journeys behind the routes; they cross nouns and so live in flows/. */
export type BotJourneys = {
  tryOut(ctx: Ctx, input: Try): Promise<TriedStep[]>
  talkToPrompt(ctx: Ctx, input: PromptTalk): Promise<TalkStep>
  talkToIntegration(ctx: Ctx, input: IntegrationTalk): Promise<TalkStep>
}

export const botRoutes = ({ tryOut, talkToPrompt, talkToIntegration }: BotJourneys) =>
  router()
    .post('/try', allow('queues:write'), valid('json', TryBody), async c => c.json({ steps: await tryOut(c.var.ctx, c.req.valid('json')) }))
    .post('/talk/prompt', allow('prompts:write'), valid('json', PromptTalk), async c =>
      c.json(await talkToPrompt(c.var.ctx, c.req.valid('json'))),
    )
    .post('/talk/integration', allow('integrations:write'), valid('json', IntegrationTalk), async c =>
      c.json(await talkToIntegration(c.var.ctx, c.req.valid('json'))),
    )
