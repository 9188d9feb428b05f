import { and, eq } from 'drizzle-orm'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { allow, mineAlone, ofReseller, toEveryoneOf, toOperators } from '../rights'
import { announcementApi } from './api'
import { AnnouncementBody } from './body'
import { announcements as table } from './schema'

type Announcement = typeof table.$inferSelect

/** What the operators have to say to everyone who is signed in; what is not active only they see. */
export const announcements = noun({
  name: 'announcement',
  api: announcementApi,
  table,
  scope: {
    ...ofReseller<Announcement>(table, (ctx, row) =>
      row.status ? toEveryoneOf(row.resellerId) : toOperators('announcements:write')(ctx, row),
    ),
    read: ctx => and(mineAlone(ctx, table.resellerId), ctx.actor.super ? undefined : eq(table.status, true)),
  },
  body: AnnouncementBody,
  whole: false,
  pageSize: 20,
  order: 'priority, id desc',
  search: [table.title],
  media: 'picture',
  // Clients of the family know them as a company's.
  view: (_, rows) => rows.map(row => ({ ...row, companyId: null })),
  rights: { write: allow('announcements:write') },
})
export const announcementRoutes = nounRoutes(announcements)
