import { eq } from 'drizzle-orm'
import { EVERYONE } from '#kernel/context'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofInstallation } from '#kernel/noun/scope'
import { allow, toOperators } from '../rights'
import { announcementApi } from './api'
import { AnnouncementBody } from './body'
import { announcements as table } from './schema'

export type Announcement = typeof table.$inferSelect

/** What the operators have to say to everyone who is signed in; what is not active only they see. */
export const announcements = noun({
  name: 'announcement',
  api: announcementApi,
  table,
  scope: {
    ...ofInstallation<Announcement>(),
    read: ctx => (ctx.actor.super ? undefined : eq(table.status, true)),
    rooms: (_, { status }) => (status ? EVERYONE : toOperators('announcements:write')()),
  },
  body: AnnouncementBody,
  pageSize: 20,
  order: 'priority, id desc',
  search: [table.title],
  media: true,
  rights: { write: allow('announcements:write') },
})
export const announcementRoutes = nounRoutes(announcements)
