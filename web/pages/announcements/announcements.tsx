import { Megaphone } from 'lucide-react'
import type { announcements } from '../../../src/modules/announcements'
import { announcementApi } from '../../../src/modules/announcements/api'
import { AnnouncementBody } from '../../../src/modules/announcements/body'
import { crudPage } from '../../crud/page'
import { State } from '../../kit/chips'
import type { RowOf } from '../../kit/rows'
import type { Column } from '../../kit/table'
import { words } from './texts'

type Announcement = RowOf<typeof announcements>

const TONES = ['bad', 'wait', 'idle'] as const

const columns = (): Column<Announcement>[] => [
  {
    id: 'title',
    head: words('title'),
    className: 'cell-who',
    value: row => row.title.toLowerCase(),
    cell: row => <span className="clip block max-w-120 font-medium">{row.title}</span>,
  },
  {
    id: 'priority',
    head: words('priority'),
    value: row => row.priority,
    cell: ({ priority }) => <State tone={TONES[priority - 1]!}>{words.find(`priority.${priority}`)}</State>,
  },
  {
    id: 'status',
    head: words('status'),
    value: row => Number(row.status),
    cell: ({ status }) => <State tone={status ? 'ok' : 'idle'}>{words(status ? 'status' : 'inactive')}</State>,
  },
]

/** What the operators of the installation say to everyone. */
export default crudPage<Announcement>({
  api: announcementApi,
  body: AnnouncementBody,
  words,
  icon: Megaphone,
  columns,
  nameOf: row => row.title,
  order: (a, b) => a.priority - b.priority || b.id - a.id,
  right: 'announcements:write',
  values: row => ({ status: row?.status ?? true }),
  media: true,
})
