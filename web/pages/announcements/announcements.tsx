import { Box } from 'lucide-react'
import type { announcements } from '../../../src/modules/announcements'
import { announcementApi } from '../../../src/modules/announcements/api'
import { AnnouncementBody } from '../../../src/modules/announcements/body'
import { crudPage } from '../../crud/page'
import type { RowOf } from '../../kit/rows'
import { may } from '../../session'
import { words } from './texts'

export default crudPage<RowOf<typeof announcements>>({
  api: announcementApi,
  body: AnnouncementBody,
  words,
  icon: Box,
  columns: () => [{ id: 'name', head: words('name'), value: row => row.name, cell: row => row.name }],
  nameOf: row => row.name,
  order: (a, b) => (a.name < b.name ? -1 : 1),
  can: { create: () => may('announcements:write'), write: () => may('announcements:write') },
})
