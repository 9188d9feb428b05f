import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, ContactRound, MessageSquare, Merge as MergeIcon, Smartphone, Users } from 'lucide-react'
import { Suspense } from 'react'
import { contactApi } from '../../../src/modules/contacts/api'
import { ContactBody, ImportedBody } from '../../../src/modules/contacts/body'
import { crudPage } from '../../crud/page'
import { Avatar } from '../../kit/avatar'
import { Chips, State } from '../../kit/chips'
import { dateTime, phone as phoneNumber, shortTime } from '../../kit/format'
import { t, withTexts } from '../../kit/i18n'
import { collection } from '../../kit/collection'
import { Link } from '../../kit/link'
import type { Column } from '../../kit/table'
import { IconButton } from '../../kit/icon-button'
import { retried } from '../../kit/style'
import { byName } from '../../kit/folded'
import { may } from '../../session'
import { ContactSheet, mayMerge } from './contact-sheet'
import { clearFilter, filter, Filters, isNarrowed } from './filters'
import { Merge } from './merge'
import { checkNumbers, NumberCheck, OfferCheck } from './number-check'
import { importPhoneBook } from './phone-book'
import { Talk } from './start-conversation'
import { words } from './texts'
import type { Contact } from './types'

const Duplicates = retried(withTexts(() => import('./duplicates')))
/** Of the tags of a contact, those that a row has room for. */
const SHOWN_TAGS = 2

const address = (contact: Contact) => (contact.isGroup ? words('group') : phoneNumber(contact.number) || words('noNumber'))
const lastTalk = ({ tickets = [] }: Contact) =>
  tickets.reduce<string | undefined>((last, { updatedAt }) => (last && last > updatedAt ? last : updatedAt), undefined)

const columns = (_: object, edit: (contact: Contact) => void): Column<Contact>[] => [
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
  {
    id: 'number',
    head: t('common.number'),
    className: 'muted only-wide',
    cell: contact => (
      <>
        {address(contact)}
        {contact.isWhatsappValid === false && (
          <span className="ml-2">
            <State tone="idle">{words('noWhatsapp')}</State>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'email',
    head: t('common.email'),
    className: 'muted only-wide',
    cell: contact => (contact.email ? <span className="clip block max-w-64">{contact.email}</span> : <span className="faint">–</span>),
  },
  {
    id: 'tags',
    head: words('tags'),
    className: 'wide',
    cell: ({ tags = [] }) =>
      tags.length > 0 && (
        <span className="contact-tags" title={tags.map(({ name }) => name).join(', ')}>
          <Chips of={tags} most={SHOWN_TAGS} />
        </span>
      ),
  },
  {
    id: 'last',
    head: words('lastTalk'),
    className: 'muted tnum end-sm t-meta',
    cell: contact => {
      const at = contact.lastTicket?.updatedAt ?? lastTalk(contact)
      if (!at) return <span className="faint">–</span>
      if (!contact.lastTicket) return shortTime(at)
      return (
        <Link href={`/tickets/${contact.lastTicket.uuid}`} className="link-b">
          <span className="sr-only">{words('openLast', { name: contact.name })}: </span>
          {shortTime(at)}
        </Link>
      )
    },
  },
]

const talkingWith = signal<Contact>()
const merging = signal<Contact>()
const isComparing = signal(false)

/** The conversation that is being started. */
function Talking() {
  useSignals()
  return talkingWith.value ? <Talk contact={talkingWith.value} close={() => (talkingWith.value = undefined)} /> : null
}

/** Two contacts that are being made one, and the list of those who may be. */
function Merging() {
  useSignals()
  return (
    <>
      {merging.value && <Merge kept={merging.value} close={() => (merging.value = undefined)} />}
      {isComparing.value && (
        <Suspense>
          <Duplicates close={() => (isComparing.value = false)} />
        </Suspense>
      )}
    </>
  )
}

/** The people and groups that the company talks with. */
const List = crudPage<Contact>({
  api: contactApi,
  body: ContactBody,
  words,
  icon: ContactRound,
  columns,
  nameOf: contact => contact.name,
  list: () => collection<Contact>({ api: contactApi, order: byName, query: () => filter.value, isNarrowed, searchFrom: 3 }),
  can: { remove: () => may('contacts:delete') },
  sheet: ({ row, open, close }) => (
    <ContactSheet
      contact={row}
      open={open}
      talk={contact => (talkingWith.value = contact)}
      merge={contact => {
        close()
        merging.value = contact
      }}
      close={close}
    />
  ),
  sheetRemoves: true,
  removeText: ({ tickets = [] }) => (tickets.length ? words('lose', { n: tickets.length }) : words('loseNone')),
  filters: { bar: () => <Filters />, clear: clearFilter },
  imports: () => ({
    path: '/contacts/upload',
    row: ImportedBody,
    also: [{ name: 'tags', label: words('tags'), isRequired: false, heads: words('tagsHeads').split(', ') }],
    facts: words('asFact'),
    after: () => <OfferCheck />,
  }),
  notice: () => <NumberCheck />,
  fields: { active: false, tagIds: false },
  more: () => [
    {
      icon: <Smartphone className="icon" aria-hidden />,
      label: words('phoneBook'),
      run: () => void importPhoneBook(),
    },
    {
      icon: <CircleCheck className="icon" aria-hidden />,
      label: words('checkNumbers'),
      run: () => void checkNumbers(),
    },
    may('contacts:merge') && {
      icon: <MergeIcon className="icon" aria-hidden />,
      label: words('duplicates'),
      run: () => void (isComparing.value = true),
    },
  ],
  actions: contact => (
    <>
      <IconButton
        icon={MessageSquare}
        className="btn-sm"
        label={words('talkWith', { name: contact.name })}
        onClick={() => (talkingWith.value = contact)}
      />
      {mayMerge(contact) && (
        <IconButton
          icon={MergeIcon}
          className="btn-sm in-sheet"
          label={words('mergeOther', { name: contact.name })}
          onClick={() => (merging.value = contact)}
        />
      )}
    </>
  ),
  exports: contact => ({
    [t('common.name')]: contact.name,
    [t('common.number')]: contact.number,
    [t('common.email')]: contact.email,
    [words('tags')]: (contact.tags ?? []).map(({ name }) => name).join(', '),
    [words('lastTalk')]: contact.lastTicket ? dateTime(contact.lastTicket.updatedAt) : '',
  }),
})

export default function Contacts() {
  return (
    <>
      <List />
      <Talking />
      <Merging />
    </>
  )
}
