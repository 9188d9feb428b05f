import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ContactRound, MessageSquare, Users } from 'lucide-react'
import { contactApi } from '../../../src/modules/contacts/api'
import { ContactBody } from '../../../src/modules/contacts/body'
import { crudPage } from '../../crud/page'
import { Avatar } from '../../kit/avatar'
import { phone as phoneNumber, shortTime } from '../../kit/format'
import { t } from '../../kit/i18n'
import type { Column } from '../../kit/table'
import { IconButton } from '../../kit/icon-button'
import { may } from '../../session'
import { ContactSheet } from './contact-sheet'
import { Talk } from './start-conversation'
import { words } from './texts'
import type { Contact } from './types'

/** The order of the server: letters of the alphabet count the same in both cases. */
const folded = (name: string) => name.replace(/[A-Z]/g, letter => letter.toLowerCase())
const byName = (a: Contact, b: Contact) => {
  const [first, second] = [folded(a.name), folded(b.name)]
  return first < second ? -1 : first > second ? 1 : a.id - b.id
}

const address = (contact: Contact) => (contact.isGroup ? words('group') : phoneNumber(contact.number) || words('noNumber'))
const lastTalk = ({ tickets = [] }: Contact) =>
  tickets.reduce<string | undefined>((last, { updatedAt }) => (last && last > updatedAt ? last : updatedAt), undefined)

const columns = (edit: (contact: Contact) => void): Column<Contact>[] => [
  {
    id: 'name',
    head: t('common.name'),
    className: 'cell-who',
    cell: contact => (
      <span className="flex items-center gap-2.5 min-w-0">
        <Avatar
          name={contact.name}
          src={contact.profilePicUrl}
          size={28}
          badge={contact.isGroup && <Users className="icon" aria-hidden />}
        />
        <span className="min-w-0">
          <button type="button" className="font-medium clip block max-w-full text-left" onClick={() => edit(contact)}>
            {contact.name}
          </button>
          <span className="t-meta muted mobile-only">{address(contact)}</span>
        </span>
      </span>
    ),
  },
  { id: 'number', head: t('common.number'), className: 'muted only-wide', cell: address },
  {
    id: 'email',
    head: t('common.email'),
    className: 'muted only-wide',
    cell: contact => (contact.email ? <span className="clip block max-w-64">{contact.email}</span> : <span className="faint">–</span>),
  },
  {
    id: 'last',
    head: words('lastTalk'),
    className: 'muted tnum end-sm t-meta',
    cell: contact => {
      const at = lastTalk(contact)
      return at ? shortTime(at) : <span className="faint">–</span>
    },
  },
]

const talkingWith = signal<Contact>()

/** The conversation that is being started. */
function Talking() {
  useSignals()
  return talkingWith.value ? <Talk contact={talkingWith.value} close={() => (talkingWith.value = undefined)} /> : null
}

/** The people and groups that the company talks with. */
const List = crudPage<Contact>({
  api: contactApi,
  body: ContactBody,
  words,
  icon: ContactRound,
  columns,
  nameOf: contact => contact.name,
  order: byName,
  searchFrom: 3,
  can: { remove: () => may('contacts:delete') },
  sheet: ({ row, open, close }) => <ContactSheet contact={row} open={open} talk={contact => (talkingWith.value = contact)} close={close} />,
  removeText: ({ tickets = [] }) => (tickets.length ? words('lose', { n: tickets.length }) : words('loseNone')),
  actions: contact => (
    <IconButton
      icon={MessageSquare}
      className="btn-sm"
      label={words('talkWith', { name: contact.name })}
      onClick={() => (talkingWith.value = contact)}
    />
  ),
  exports: contact => ({ [t('common.name')]: contact.name, [t('common.number')]: contact.number, [t('common.email')]: contact.email }),
})

export default function Contacts() {
  return (
    <>
      <List />
      <Talking />
    </>
  )
}
