import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleStop, FileUp, ListTodo, Play, RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { contactListApi } from '../../../src/modules/contact-lists/api'
import { ContactListBody } from '../../../src/modules/contact-lists/body'
import type { ContactList } from '../../catalog'
import { ImportSheet } from '../../crud/import'
import { crudPage } from '../../crud/page'
import { NounSheet } from '../../crud/sheet'
import { del, post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { number } from '../../kit/i18n'
import type { Column } from '../../kit/table'
import { toast } from '../../kit/toast'
import { byName } from '../../kit/folded'
import { Legend, Meter } from '../campaigns/meter'
import { importInto, itemForm } from '../contact-list-items/importing'
import { partsOf, sourceOf } from './counts'
import { NewList } from './new-list'
import { words } from './texts'

const countOf = (list: ContactList) => Number(list.contactsCount)

const gatheringOf = (list: ContactList) => {
  const n = number(countOf(list))
  return list.sourceCount === null ? words('gathering', { n }) : words('gatheringOf', { n, of: number(list.sourceCount) })
}

const columns = (): Column<ContactList>[] => [
  {
    id: 'name',
    head: words('name'),
    value: list => list.name.toLowerCase(),
    cell: list => (
      <>
        <b className="font-medium clip block max-w-96">{list.name}</b>
        <span className="t-meta muted clip block max-w-64">{list.isFilled ? sourceOf(list) : gatheringOf(list)}</span>
      </>
    ),
  },
  { id: 'contacts', head: words('contacts'), className: 'num only-wide', value: countOf, cell: list => number(countOf(list)) },
  {
    id: 'numbers',
    head: words('numbers'),
    className: 'wide',
    cell: list =>
      countOf(list) > 0 && (
        <span className="meter-box">
          <Meter parts={partsOf(list)} of={countOf(list)} label={words('numbers')} />
          <Legend parts={partsOf(list).filter(({ n }) => n > 0)} />
        </span>
      ),
  },
]

const recheck = (list: ContactList) => post(`${contactListApi.path}/${list.id}/check`).then(() => toast.ok(words('rechecking')), toastError)

const stop = (list: ContactList) => del(`${contactListApi.path}/${list.id}/check`).then(() => toast.ok(words('checkStopped')), toastError)

/** The list whose spreadsheet is read. */
const filled = signal<ContactList>()
function ImportInto() {
  useSignals()
  const list = filled.value
  return (
    list && (
      <Suspense fallback={null}>
        <ImportSheet spec={{ ...itemForm, importing: importInto(list.id) }} done={() => {}} close={() => (filled.value = undefined)} />
      </Suspense>
    )
  )
}

const form = { api: contactListApi, body: ContactListBody, words }

/** Who gets campaigns. */
export default crudPage<ContactList>({
  ...form,
  icon: ListTodo,
  right: 'campaigns:use',
  columns,
  tall: true,
  nameOf: list => list.name,
  order: byName,
  press: list => navigate(`/contact-lists/${list.id}/contacts`),
  menu: list => [
    list.isFilled && { icon: <FileUp className="icon" aria-hidden />, label: words('importInto'), run: () => (filled.value = list) },
    list.unchecked > 0 &&
      !list.isCheckStopped && {
        icon: <CircleStop className="icon" aria-hidden />,
        label: words('stopCheck'),
        run: () => void stop(list),
      },
    list.unchecked > 0 &&
      list.isCheckStopped && { icon: <Play className="icon" aria-hidden />, label: words('goOn'), run: () => void recheck(list) },
    list.unchecked === 0 &&
      list.invalid > 0 && { icon: <RotateCw className="icon" aria-hidden />, label: words('recheck'), run: () => void recheck(list) },
  ],
  sheet: ({ open: _, ...props }) => (props.row ? <NounSheet spec={form} {...props} /> : <NewList {...props} />),
  notice: () => <ImportInto />,
  removeText: list => (countOf(list) ? words('lose', { n: countOf(list) }) : words('loseNone')),
  exports: list => ({ [words('name')]: list.name, [words('contacts')]: countOf(list), [words('valid')]: list.valid }),
})
