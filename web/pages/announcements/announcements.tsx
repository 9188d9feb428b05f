import { Megaphone } from 'lucide-react'
import type { announcements } from '../../../src/modules/announcements'
import { announcementApi } from '../../../src/modules/announcements/api'
import { AnnouncementBody } from '../../../src/modules/announcements/body'
import { crudPage } from '../../crud/page'
import { onOff } from '../../crud/switches'
import { State } from '../../kit/chips'
import type { RowOf } from '../../kit/rows'
import { words } from './texts'

type Announcement = RowOf<typeof announcements>
const TONES = { 1: 'bad', 2: 'wait', 3: 'idle' } as const

/** What the operators of the installation say to everyone. */
export default crudPage<Announcement>({
  api: announcementApi,
  body: AnnouncementBody,
  words,
  icon: Megaphone,
  columns: ({ title, priority, status }) => [title!, priority!, status!],
  cells: { priority: ({ priority }) => <State tone={TONES[priority as 1]}>{words.find(`priority.${priority}`)}</State> },
  filters: onOff(words, 'status'),
  nameOf: row => row.title,
  order: (a, b) => a.priority - b.priority || b.id - a.id,
  right: 'announcements:write',
  reason: 'ERR_NO_SUPER',
  media: 'picture',
})
