import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { after, Id, searchParam } from '#kernel/http/paging'
import { answerText, router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { RowId } from '#kernel/ids'
import { nounRoutes } from '#kernel/noun/routes'
import { dialled } from '../contacts'
import { allow } from '../rights'
import { CampaignBody, CampaignSettingsBody, NewCampaign, NUMBERS, VIEWS } from './body'
import { campaigns } from './index'
import { pageOfShipments, withPeople } from './report'
import { saveSettings, settingRows } from './settings'

type Body = v.InferOutput<typeof CampaignBody>

export type CampaignJourneys = {
  create(ctx: Ctx, input: v.InferOutput<typeof NewCampaign>): Promise<object>
  update(ctx: Ctx, id: number, input: Partial<Body>): Promise<object>
  remove(ctx: Ctx, id: number): Promise<void>
  start(ctx: Ctx, id: number): Promise<unknown>
  cancel(ctx: Ctx, id: number): Promise<unknown>
  restart(ctx: Ctx, id: number): Promise<unknown>
  pause(ctx: Ctx, id: number): Promise<unknown>
  resume(ctx: Ctx, id: number): Promise<unknown>
  /** Those to whom it did not go, as a campaign of their own. */
  repeat(ctx: Ctx, id: number): Promise<object>
  /** Sends one of the messages to a number, as it will be. */
  test(ctx: Ctx, id: number, to: v.InferOutput<typeof TestBody>): Promise<unknown>
  /** A campaign with when it will have gone to everybody. */
  report(ctx: Ctx, id: number): Promise<object>
  estimate(ctx: Ctx, of: v.InferOutput<typeof Estimate>): Promise<object>
}

const TestBody = v.object({
  number: v.pipe(
    v.string('Required'),
    v.trim(),
    v.minLength(8, 'Too Short!'),
    v.maxLength(30, 'Too Long!'),
    v.check(text => /^\d{8,20}$/.test(dialled(text)), 'Invalid number format. Only numbers is allowed.'),
  ),
  message: v.optional(v.picklist(NUMBERS), 1),
})
const Estimate = v.object({
  /** The one that is estimated, where it is stored already. */
  campaignId: v.optional(RowId),
  contactListId: v.optional(RowId),
  fileListId: v.optional(RowId),
  whatsappId: v.optional(RowId),
  scheduledAt: v.optional(v.pipe(v.string(), v.maxLength(40))),
  confirmation: v.optional(v.picklist(['true', 'false'])),
  /** Of a cancelled one that goes on, those alone to whom it is still to go. */
  restarts: v.optional(v.picklist(['true', 'false'])),
})
const Report = v.object({ searchParam, after, view: v.optional(v.picklist(VIEWS), 'all') })

const use = allow('campaigns:use')

export function campaignRoutes({ create, update, remove, repeat, test, report, estimate, ...journeys }: CampaignJourneys) {
  const routes = router()
    .get('/estimate', use, valid('query', Estimate), async c => c.json(await estimate(c.var.ctx, c.req.valid('query'))))
    .get('/:id/shipments', use, valid('param', Id), valid('query', Report), async c =>
      answerText(c, await pageOfShipments(c.var.ctx, c.req.valid('param').id, c.req.valid('query'))),
    )
    .get('/:id/report', use, valid('param', Id), async c => c.json(await report(c.var.ctx, c.req.valid('param').id)))
    .post('/:id/repeat', use, valid('param', Id), async c => c.json(await repeat(c.var.ctx, c.req.valid('param').id)))
    .post('/:id/test', use, valid('param', Id), valid('json', TestBody), async c => {
      await test(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    })
    .post('/', use, valid('json', NewCampaign), async c => c.json(await create(c.var.ctx, c.req.valid('json'))))
  for (const verb of ['start', 'cancel', 'restart', 'pause', 'resume'] as const)
    routes.post(`/:id/${verb}`, use, valid('param', Id), async c => {
      await journeys[verb](c.var.ctx, c.req.valid('param').id)
      return c.body(null, 204)
    })
  return routes.route('/', nounRoutes(campaigns, { create, update, remove, get: withPeople }))
}

export const campaignSettingRoutes = (saved: (ctx: Ctx) => Promise<unknown>) =>
  router()
    .get('/', use, async c => c.json(await settingRows(c.var.ctx)))
    .post('/', use, valid('json', CampaignSettingsBody), async c =>
      c.json(
        await transaction(c.var.ctx, async ctx => {
          const rows = await saveSettings(ctx, c.req.valid('json'))
          await saved(ctx)
          return rows
        }),
      ),
    )
