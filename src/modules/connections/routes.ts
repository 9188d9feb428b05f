import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { nounRoutes } from '#kernel/noun/routes'
import { allow } from '../rights'
import { type ConnectionBody, PairingBody } from './body'
import type { Channel } from './channel'
import { connections } from './index'

type Saved = ReturnType<typeof connections.create>
export type ConnectionJourneys = {
  create(ctx: Ctx, input: v.InferOutput<typeof ConnectionBody>): Saved
  update(ctx: Ctx, id: number, input: Partial<v.InferOutput<typeof ConnectionBody>>): Saved
  remove(ctx: Ctx, id: number): Promise<void>
}

type SessionVerbs = Pick<Channel, 'start' | 'logout' | 'stop' | 'requestPairingCode'>

export const connectionRoutes = (channel: SessionVerbs, journeys: ConnectionJourneys) =>
  nounRoutes(connections, {
    async create(ctx: Ctx, input: v.InferOutput<typeof ConnectionBody>) {
      const made = await journeys.create(ctx, { ...input, sandbox: input.sandbox === true })
      channel.start(made)
      return made
    },
    update: journeys.update,
    async remove(ctx, id) {
      await connections.load(ctx, id)
      await channel.logout(id)
      await journeys.remove(ctx, id)
    },
  })

/** Begin, begin anew (a new QR code, or a code to type when a number is given), and end a session. */
export const connectionSessionRoutes = (channel: SessionVerbs) =>
  router()
    .post('/:id', allow('connections:write'), valid('param', Id), async c => {
      channel.start(await connections.load(c.var.ctx, c.req.valid('param').id))
      return c.json({ message: 'Starting session.' })
    })
    .put('/:id', allow('connections:write'), valid('param', Id), valid('json', PairingBody), async c => {
      const connection = await connections.load(c.var.ctx, c.req.valid('param').id)
      const { number } = c.req.valid('json')
      if (!number) {
        await channel.logout(connection.id)
        channel.start(connection)
        return c.json({ message: 'Starting session.' })
      }
      return c.json({ message: 'Starting session.', pairingCode: await channel.requestPairingCode(connection.id, number) })
    })
    .delete('/:id', allow('connections:write'), valid('param', Id), async c => {
      const { id } = await connections.load(c.var.ctx, c.req.valid('param').id)
      await channel.logout(id)
      return c.json({ message: 'Session disconnected.' })
    })

/** Opens all sockets of the company anew; each says how far it is by its own events. */
export const connectionRestartRoutes = (restartAll: (ctx: Ctx) => Promise<void>) =>
  router().post('/', allow('connections:write'), async c => {
    await restartAll(c.var.ctx)
    return c.json({ message: 'Whatsapp restart.' })
  })
