import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { ChatBody } from '../../../src/modules/chats/body'
import { choicesOf } from '../../catalog'
import { post, put } from '../../kit/api'
import { Dialog, FormFoot } from '../../kit/dialog'
import { Field, TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { Picker } from '../../kit/picker'
import { toast } from '../../kit/toast'
import { namedAfter } from './direct'
import { isMe, type Room, othersOf } from './rooms'
import { words } from './texts'

type Props = { room: Room | null; close: () => void; saved: (room: Room) => void }

/** Title and participants of a room: a new one, or one's own. */
export function RoomForm({ room, close, saved }: Props) {
  useSignals()
  const made = useMemo(
    () =>
      form(
        ChatBody,
        { title: room?.title ?? '', users: room ? othersOf(room).map(({ id }) => ({ id })) : [] },
        async ({ title, users }) => {
          const body = { title, users: users.map(id => ({ id })) }
          const answer = room ? await put<Room>(`/chats/${room.id}`, body) : await post<Room>('/chats', body)
          if (room) toast.ok(words('saved'))
          close()
          if (!room) saved(answer)
        },
      ),
    [],
  )
  const { values, errors, busy, dirty } = made
  const chosen = (values.value.users as { id: number }[]).map(({ id }) => id)
  const named = room ? '' : namedAfter(choicesOf('users').filter(({ id }) => chosen.includes(id)))
  return (
    <Dialog
      title={words(room ? 'edit' : 'new')}
      close={close}
      dirty={dirty.value}
      onSubmit={event => {
        // Without a title it is called after who is in it.
        if (named && !String(values.peek().title).trim()) made.set('title', named)
        void made.submit(event).finally(() => named && values.peek().title === named && made.set('title', ''))
      }}
      footer={<FormFoot close={close} action={room ? t('common.save') : words('create')} busy={busy.value} dirty={dirty.value} />}
    >
      <TextField label={words('roomTitle')} error={errors.value['title']} maxLength={120} placeholder={named} {...made.field('title')} />
      <Field id="f-users" label={words('people')} error={errors.value['users']} help={words('ownerHelp')}>
        <Picker
          id="f-users"
          label={words('people')}
          choices={choicesOf('users').filter(({ id }) => !isMe(id))}
          chosen={chosen}
          change={ids =>
            made.set(
              'users',
              ids.map(id => ({ id })),
            )
          }
          several
          none={words('nobody')}
          isInvalid={Boolean(errors.value['users'])}
        />
      </Field>
    </Dialog>
  )
}
