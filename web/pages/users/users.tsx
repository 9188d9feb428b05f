import { useSignals } from '@preact/signals-react/runtime'
import { TriangleAlert, Users as UsersIcon } from 'lucide-react'
import type { users } from '../../../src/modules/users'
import { userApi } from '../../../src/modules/users/api'
import { UserBody, UserPatch } from '../../../src/modules/users/body'
import type { FieldProps } from '../../crud/fields'
import type { Columns } from '../../crud/columns'
import { crudPage } from '../../crud/page'
import { get } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { Dot, State } from '../../kit/chips'
import { SwitchField } from '../../kit/field'
import { PasswordField } from '../../kit/password-field'
import type { RowOf } from '../../kit/rows'
import type { Column } from '../../kit/table'
import { user as me } from '../../session'
import { PersonState } from '../../shell/availability/state'
import { words } from './texts'

type User = RowOf<typeof users>
const isMe = (row: User) => row.id === me.value?.id
const MOST_QUEUES = 2

const columns = ({ whatsappId }: Columns<User>): Column<User>[] => [
  {
    id: 'name',
    head: words('name'),
    className: 'cell-who',
    value: row => row.name.toLowerCase(),
    cell: row => (
      <span className="flex items-center gap-2.5 min-w-0">
        <Avatar name={row.name} size={32} />
        <span className="min-w-0">
          <span className="flex items-center gap-2 font-medium">
            <span className="clip">{row.name}</span>
            {isMe(row) && <span className="slot t-meta">{words('you')}</span>}
          </span>
          <span className="t-meta muted clip block">{row.email}</span>
          <span className="only-narrow">
            <PersonState {...row} />
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    head: words('state'),
    className: 'only-wide',
    cell: row => <PersonState {...row} />,
  },
  {
    id: 'profile',
    head: words('profile'),
    className: 'muted end-sm',
    value: row => row.profile,
    cell: row => words(`profile.${row.profile}`),
  },
  {
    id: 'queues',
    head: words('queueIds'),
    className: 'only-wide',
    cell: ({ queues, profile }) =>
      queues.length ? (
        <span className="inline-flex items-center gap-3">
          {queues.slice(0, MOST_QUEUES).map(({ id, name, color }) => (
            <span key={id} className="inline-flex items-center gap-1.5">
              <Dot color={color} /> {name}
            </span>
          ))}
          {queues.length > MOST_QUEUES && <span className="slot t-meta">+{queues.length - MOST_QUEUES}</span>}
        </span>
      ) : profile === 'user' ? (
        <State tone="wait">
          <TriangleAlert className="icon icon-sm" aria-hidden /> {words('noQueue')}
        </State>
      ) : (
        <span className="faint">–</span>
      ),
  },
  whatsappId!,
]

/** How many tickets a deletion gives back to their queues; without an answer, that it does. */
async function givenBack({ id }: User) {
  const query = { status: 'open', showAll: true, users: JSON.stringify([id]), pageNumber: 1 }
  const { count: n } = await get<{ count: number }>('/tickets', query).catch(() => ({ count: undefined }))
  return n === undefined ? words('removeText') : n ? words('lose', { n }) : words('loseNone')
}

/** The contract says it in words: 'enabled' or 'desabled'. */
function AllTicket({ field: { name }, form }: FieldProps) {
  useSignals()
  return (
    <SwitchField
      id={`f-${name}`}
      label={words('allTicket')}
      help={words('allTicketHelp')}
      checked={form.values.value[name] === 'enabled'}
      onChange={event => form.set(name, event.currentTarget.checked ? 'enabled' : 'desabled')}
    />
  )
}

/** Asked for where the own password or address changes. */
function CurrentPassword({ field: { name }, form }: FieldProps) {
  useSignals()
  return (
    <PasswordField
      label={words('currentPassword')}
      {...form.field(name)}
      error={form.errors.value[name]}
      help={words('currentPasswordHelp')}
      autoComplete="current-password"
    />
  )
}

/** The people of the company. */
export default crudPage<User>({
  api: userApi,
  body: UserBody,
  patch: UserPatch,
  words,
  icon: UsersIcon,
  columns,
  tall: true,
  nameOf: row => row.name,
  right: 'users:write',
  can: { remove: row => !isMe(row) },
  removeText: givenBack,
  fields: {
    allTicket: { draw: AllTicket },
    currentPassword: {
      draw: CurrentPassword,
      when: ({ ownEmail, email, password }) => Boolean(ownEmail && (password || email !== ownEmail)),
    },
  },
  values: row => ({
    queueIds: row?.queues.map(({ id }) => id) ?? [],
    allTicket: row?.allTicket ?? 'desabled',
    ownEmail: row && isMe(row) ? row.email : '',
  }),
  exports: row => ({
    [words('name')]: row.name,
    [words('email')]: row.email,
    [words('profile')]: words(`profile.${row.profile}`),
    [words('queueIds')]: row.queues.map(({ name }) => name).join(', '),
  }),
})
