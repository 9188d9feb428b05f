import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { companies } from '../companies'
import { allow } from '../rights'
import { ChartQuery, FiguresQuery } from './body'
import { ticketsByDay, ticketsByUser } from './charts'
import { figures } from './figures'
import { askedSpan, spanOf } from './period'

export type Figures = Awaited<ReturnType<typeof figures>>
export type ByUser = Awaited<ReturnType<typeof ticketsByUser>>
export type ByDay = Awaited<ReturnType<typeof ticketsByDay>>

/** What the openings of tickets add up to. It has no rows of its own. */
export const dashboardRoutes = router()
  .get('/', allow('dashboard:view'), valid('query', FiguresQuery), async c => {
    const { ctx } = c.var
    return c.json(await figures(ctx, askedSpan(await companies.committed(ctx), c.req.valid('query'))))
  })
  .get('/ticketsUsers', allow('dashboard:view'), valid('query', ChartQuery), async c => {
    const { ctx } = c.var
    const { initialDate, finalDate } = c.req.valid('query')
    return c.json(await ticketsByUser(ctx, spanOf(await companies.committed(ctx), initialDate, finalDate)))
  })
  .get('/ticketsDay', allow('dashboard:view'), valid('query', ChartQuery), async c => {
    const { ctx } = c.var
    const { initialDate, finalDate } = c.req.valid('query')
    return c.json(await ticketsByDay(ctx, await companies.committed(ctx), initialDate!, finalDate!))
  })
