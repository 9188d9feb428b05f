import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { allow } from '../rights'
import { announcementApi } from './api'
import { AnnouncementBody } from './body'
import { announcements as table } from './schema'

export type Announcement = typeof table.$inferSelect

export const announcements = noun({
  name: 'announcement',
  api: announcementApi,
  table,
  scope: ofCompany<Announcement>(table),
  body: AnnouncementBody,
  pageSize: 50,
  order: 'name',
  search: [table.name],
  unique: { name: 'Este nome já está em uso' },
  rights: { write: allow('announcements:write') },
})
export const announcementRoutes = nounRoutes(announcements)
