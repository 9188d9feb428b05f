import { Folder } from 'lucide-react'
import { fileApi } from '../../../src/modules/files/api'
import { FileListBody } from '../../../src/modules/files/body'
import { crudPage } from '../../crud/page'
import { bytes } from '../../kit/measures'
import type { Column } from '../../kit/table'
import { byName } from '../../kit/folded'
import { Slotted } from '../quick-messages/slotted'
import type { FileList } from './written-files'
import { endingOf } from './row'
import { FileSheet } from './sheet'
import { words } from './texts'

/** Of the files of a list, those that a row has room for. */
const SHOWN = 4

const sizeOf = ({ options }: FileList) => options.reduce((sum, { size }) => sum + (size ?? 0), 0)
const summaryOf = (list: FileList) =>
  list.options.length ? `${words('n', { n: list.options.length })} · ${bytes(sizeOf(list))}` : words('none')

const columns = (): Column<FileList>[] => [
  {
    id: 'name',
    head: words('name'),
    value: ({ name }) => name.toLowerCase(),
    cell: list => (
      <span className="file-list">
        <span className="icon-box">
          <Folder className="icon" aria-hidden />
        </span>
        <span className="min-w-0">
          <span className="font-medium clip block">{list.name}</span>
          <span className="t-meta muted tnum">{summaryOf(list)}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'message',
    head: words('accompanies'),
    className: 'wide',
    cell: ({ message }) => (
      <span className="clip block max-w-120">
        <Slotted text={message} forPeople />
      </span>
    ),
  },
  {
    id: 'files',
    head: words('files'),
    className: 'only-wide',
    cell: ({ options }) => (
      <span className="file-kinds">
        {options.slice(0, SHOWN).map(({ id, path, name }) => (
          <span key={id} className="file-kind" title={name}>
            {path ? endingOf(path) : '–'}
          </span>
        ))}
        {options.length > SHOWN && <span className="t-meta muted tnum">+{options.length - SHOWN}</span>}
      </span>
    ),
  },
]

/** Files that go to a customer together, after a message. */
export default crudPage<FileList>({
  api: fileApi,
  body: FileListBody,
  words,
  icon: Folder,
  columns,
  nameOf: list => list.name,
  order: byName,
  right: 'files:write',
  tall: true,
  sheet: props => <FileSheet {...props} />,
})
