import { crudPage } from '../../crud/page'
import type { Column } from '../../kit/table'
import { type Help, helpNoun } from './noun'
import { words } from './texts'

const columns = (): Column<Help>[] => [
  {
    id: 'title',
    head: words('title'),
    className: 'cell-who',
    value: help => help.title.toLowerCase(),
    cell: help => <span className="max-w-100 py-2 font-medium wrap-anywhere">{help.title}</span>,
  },
  { id: 'video', head: words('code'), className: 'muted', value: ({ video }) => video, cell: ({ video }) => <code>{video}</code> },
  {
    id: 'description',
    head: words('description'),
    className: 'muted wide',
    cell: ({ description }) => <div className="max-w-160 py-2 whitespace-pre-line">{description}</div>,
  },
]

/** The same videos as operators keep them: a row each, which a press opens the form of. */
export default crudPage<Help>({ ...helpNoun, columns })
