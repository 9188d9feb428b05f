import { Ban } from 'lucide-react'
import type { optOuts } from '../../../src/modules/opt-outs'
import { optOutApi } from '../../../src/modules/opt-outs/api'
import { OptOutBody } from '../../../src/modules/opt-outs/body'
import { crudPage } from '../../crud/page'
import { dateTime, phone, shortTime } from '../../kit/format'
import type { RowOf } from '../../kit/rows'
import { words } from './texts'

type OptOut = RowOf<typeof optOuts>
const called = ({ name, number }: OptOut) => name || phone(number)

/** Who gets no campaign any more. */
export default crudPage<OptOut>({
  api: optOutApi,
  body: OptOutBody,
  words,
  icon: Ban,
  right: 'campaigns:use',
  columns: () => [
    { id: 'name', head: words('name'), cell: row => <b className="font-medium">{called(row)}</b> },
    { id: 'number', head: words('number'), className: 'muted desktop-only', cell: row => phone(row.number) },
    { id: 'word', head: words('word'), cell: row => (row.word ? `“${row.word}”` : <span className="faint">{words('noted')}</span>) },
    { id: 'at', head: words('at'), className: 'muted tnum only-wide', cell: row => shortTime(row.createdAt) },
  ],
  nameOf: called,
  order: (a, b) => b.id - a.id,
  imports: true,
  exports: row => ({
    [words('name')]: row.name,
    [words('number')]: row.number,
    [words('word')]: row.word,
    [words('at')]: dateTime(row.createdAt),
  }),
})
