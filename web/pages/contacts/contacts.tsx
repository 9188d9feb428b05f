import { useSignals } from '@preact/signals-react/runtime'
import { ContactRound, MessageSquare, Pencil, Trash2, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { contactApi } from '../../../src/modules/contacts/api'
import { Avatar } from '../../kit/avatar'
import { collection } from '../../kit/collection'
import { phone as phoneNumber, shortTime } from '../../kit/format'
import { number, t } from '../../kit/i18n'
import { phone } from '../../kit/media'
import { Empty } from '../../kit/placeholder'
import type { Column } from '../../kit/table'
import { IconButton } from '../../kit/tooltip'
import { isAdmin } from '../../session'
import { ListPage } from '../../shell/list-page'
import { ContactSheet } from './contact-sheet'
import { removeContact } from './remove'
import { Talk } from './start-conversation'
import type { Contact } from './types'
import { words } from './texts'

/** The order of the server: letters of the alphabet count the same in both cases. */
const folded = (name: string) => name.replace(/[A-Z]/g, letter => letter.toLowerCase())
const byName = (a: Contact, b: Contact) => {
  const [first, second] = [folded(a.name), folded(b.name)]
  return first < second ? -1 : first > second ? 1 : a.id - b.id
}
const contactList = () => collection<Contact>({ api: contactApi, order: byName })

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

/** The people and groups that the company talks with. */
export default function Contacts() {
  useSignals()
  const [list] = useState(contactList)
  const [edited, edit] = useState<Contact | 'new'>()
  const [talking, talk] = useState<Contact>()
  const shownColumns = useMemo(() => columns(edit), [])
  const create = () => edit('new')
  const actions = (contact: Contact) => (
    <>
      <IconButton icon={MessageSquare} className="btn-sm" label={words('talkWith', { name: contact.name })} onClick={() => talk(contact)} />
      <IconButton icon={Pencil} className="btn-sm" label={words('editOne', { name: contact.name })} onClick={() => edit(contact)} />
      {isAdmin.value && (
        <IconButton
          icon={Trash2}
          className="btn-sm"
          label={words('removeOne', { name: contact.name })}
          onClick={() => void removeContact(contact)}
        />
      )}
    </>
  )
  return (
    <>
      <ListPage
        title={t('nav.contacts')}
        what={words('what')}
        list={list}
        columns={shownColumns}
        search={{ label: words('search'), from: 3 }}
        create={{ label: words('new'), run: create }}
        selected={edited && edited !== 'new' ? edited.id : undefined}
        open={edit}
        actions={phone.value ? undefined : actions}
        foot={(shown, count) => words('foot', { shown: number(shown), count: number(count) })}
        empty={
          <Empty icon={ContactRound} title={words('none')} text={words('noneText')}>
            <button className="btn btn-primary" onClick={create}>
              {words('new')}
            </button>
          </Empty>
        }
      />
      {edited && (
        <ContactSheet
          key={edited === 'new' ? 'new' : edited.id}
          contact={edited === 'new' ? undefined : edited}
          open={edit}
          talk={talk}
          close={() => edit(undefined)}
        />
      )}
      {talking && <Talk contact={talking} close={() => talk(undefined)} />}
    </>
  )
}
