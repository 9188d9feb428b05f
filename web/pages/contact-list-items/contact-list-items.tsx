import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ContactRound } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useParams } from 'wouter'
import type { contactListItems } from '../../../src/modules/contact-list-items'
import type { Situation } from '../../../src/modules/contact-list-items/query'
import { contactListApi } from '../../../src/modules/contact-lists/api'
import { catalog, type ContactList } from '../../catalog'
import { crudPage } from '../../crud/page'
import { ApiError, get } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { State } from '../../kit/chips'
import { collection } from '../../kit/collection'
import { phone, shortTime } from '../../kit/format'
import { LoadFailed } from '../../kit/placeholder'
import type { RowOf } from '../../kit/rows'
import type { Column } from '../../kit/table'
import { byName } from '../../kit/folded'
import { may } from '../../session'
import { importInto, itemForm } from './importing'
import { ListHead, listOf } from './list-head'
import { words } from './texts'

type Item = RowOf<typeof contactListItems>

const stateOf = ({ number, isWhatsappValid, isOptedOut }: Item): Situation =>
  isOptedOut ? 'optedOut' : isWhatsappValid ? 'valid' : isWhatsappValid === null ? 'unchecked' : number ? 'invalid' : 'noNumber'
const TONES: Record<Situation, ComponentProps<typeof State>['tone']> = {
  valid: 'ok',
  unchecked: 'run',
  invalid: 'idle',
  noNumber: 'bad',
  optedOut: 'wait',
}

/** Which of its people the list shows; a list begins with all of them. */
const situation = signal<Situation>()
const clear = () => (situation.value = undefined)

function Situations() {
  useSignals()
  useEffect(() => () => void clear(), [])
  return (
    <select
      className="select"
      aria-label={words('state')}
      value={situation.value ?? ''}
      onChange={event => (situation.value = (event.currentTarget.value || undefined) as Situation | undefined)}
    >
      <option value="">{words('allStates')}</option>
      {(Object.keys(TONES) as Situation[]).map(one => (
        <option key={one} value={one}>
          {words(one)}
        </option>
      ))}
    </select>
  )
}

const columns = (): Column<Item>[] => [
  {
    id: 'name',
    head: words('name'),
    cell: item => (
      <span className="flex items-center gap-2.5 min-w-0">
        <Avatar name={item.name} src={null} size={28} />
        <span className="min-w-0">
          <span className="font-medium clip block max-w-64">{item.name}</span>
          <span className="t-meta muted mobile-only">{phone(item.number)}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'number',
    head: words('number'),
    className: 'muted desktop-only',
    cell: item => phone(item.number) || <span className="faint">–</span>,
  },
  {
    id: 'email',
    head: words('email'),
    className: 'muted only-wide',
    cell: item => (item.email ? <span className="clip block max-w-64">{item.email}</span> : <span className="faint">–</span>),
  },
  {
    id: 'state',
    head: words('state'),
    className: 'end-sm',
    cell: item => (
      <>
        <State tone={TONES[stateOf(item)]}>{words(stateOf(item))}</State>
        {item.checkedAt && <span className="t-meta faint ml-2 only-wide">{shortTime(item.checkedAt)}</span>}
      </>
    ),
  },
]

/** The list that the address names. */
const shownList = () => Number(location.pathname.split('/')[2])

const Items = crudPage<Item>({
  ...itemForm,
  icon: ContactRound,
  right: 'campaigns:use',
  title: () => listOf(shownList())?.name,
  list() {
    const contactListId = shownList()
    return collection<Item>({
      api: itemForm.api,
      order: byName,
      query: () => ({ contactListId, situation: situation.value }),
      isNarrowed: () => situation.value !== undefined,
      belongs: item => item.contactListId === contactListId,
      alsoOn: { [`ContactListItem-${contactListId}`]: 'record' },
    })
  },
  notice: () => <ListHead listId={shownList()} />,
  filters: { bar: () => <Situations />, clear },
  columns,
  nameOf: item => item.name,
  can: { remove: () => may('contactLists:delete') },
  values: item => ({ contactListId: item?.contactListId ?? shownList() }),
  imports: () => importInto(shownList()),
  exports: item => ({
    [words('name')]: item.name,
    [words('number')]: item.number,
    [words('email')]: item.email,
    [words('state')]: words(stateOf(item)),
  }),
})

/** The people of one list. */
export default function ContactListItems() {
  useSignals()
  const { id } = useParams<{ id: string }>()
  const { items, loaded, put } = catalog('contact_lists')
  const [gone, setGone] = useState<{ id: string; error: unknown }>()
  const isMissing = loaded.value && !items.value.some(list => String(list.id) === id)
  useEffect(() => {
    if (!isMissing) return
    get<ContactList>(`${contactListApi.path}/${id}`).then(put, error => {
      if (error instanceof ApiError && [400, 404].includes(error.status)) setGone({ id, error })
    })
  }, [id, isMissing])
  if (!isMissing || gone?.id !== id) return <Items key={id} />
  return (
    <LoadFailed
      what={words('many')}
      retry={() => setGone(undefined)}
      error={gone.error}
      back={{ to: '/contact-lists', label: words('back') }}
    />
  )
}
