import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PhoneBody } from '../../../src/sandbox/body'
import { post } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { State } from '../../kit/chips'
import { Dialog, FormFoot } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { phone as phoneNumber } from '../../kit/format'
import { t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { addPeople } from './first-customers'
import type { Pane } from './sandbox'
import type { SandboxStore } from './store'
import type { Phone } from './types'
import { words } from './texts'

type Props = { store: SandboxStore; show: (pane: Pane) => void }

/** The simulated phones of one connection. */
export function Phones({ store, show }: Props) {
  useSignals()
  const [adding, add] = useState(false)
  const { lines, line, phones, chosen, typing } = store
  const open = (number: string) => {
    void store.choose(number).catch(toastError)
    show('phone')
  }
  return (
    <section className="list-pane" aria-label={words('phones')}>
      <div className="list-head">
        <div className="flex items-center gap-1">
          <h1 className="t-title pl-2 flex-1">{t('nav.sandbox')}</h1>
          <IconButton icon={Plus} label={words('newPhone')} className="btn-sm" onClick={() => add(true)} />
        </div>
        <select
          className="select sim-line"
          aria-label={words('connection')}
          value={line.value?.id}
          onChange={event => void store.openLine(Number(event.currentTarget.value)).catch(toastError)}
        >
          {lines.value?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {phones.value.length ? (
        <ul className="ticket-list" aria-label={words('phones')}>
          {phones.value.map(phone => (
            <Row
              key={phone.number}
              phone={phone}
              chosen={phone.number === chosen.value}
              typing={typing.value.has(phone.number)}
              open={open}
            />
          ))}
        </ul>
      ) : (
        <div className="px-5 py-6 grid gap-3 justify-items-start">
          <p className="muted">{words('noPhones')}</p>
          {line.value?.linked && (
            <button
              type="button"
              className="btn btn-plain btn-sm"
              onClick={() => void addPeople(line.value!.id).then(store.load, toastError)}
            >
              {words('addPeople')}
            </button>
          )}
        </div>
      )}
      {adding && <NewPhone store={store} close={() => add(false)} made={open} />}
    </section>
  )
}

type RowProps = { phone: Phone; chosen: boolean; typing: boolean; open: (number: string) => void }

const Row = ({ phone, chosen, typing, open }: RowProps) => (
  <li className={`ticket chat-row${chosen ? ' is-selected' : ''}`}>
    <button
      type="button"
      className="ticket-hit"
      aria-label={phone.name}
      aria-current={chosen || undefined}
      onClick={() => open(phone.number)}
    />
    <Avatar name={phone.name} />
    <div className="min-w-0">
      <div className="l1">
        <span className="name clip">{phone.name}</span>
      </div>
      <div className="l2">
        <span className="last clip">{phoneNumber(phone.number)}</span>
      </div>
      <div className="l3 sim-state">
        {typing ? (
          <State tone="run">{t('tickets.typing')}</State>
        ) : (
          <State tone={phone.online ? 'ok' : 'idle'}>{words(phone.online ? 'online' : 'offline')}</State>
        )}
      </div>
    </div>
  </li>
)

function NewPhone({ store, close, made }: { store: SandboxStore; close: () => void; made: (number: string) => void }) {
  useSignals()
  const [dialog] = useState(() =>
    form(PhoneBody, { name: '', phone: '' }, async body => {
      const { number } = await post<Phone>(`${store.base()}/phones`, body)
      await store.load()
      close()
      made(number)
    }),
  )
  const errors = dialog.errors.value
  return (
    <Dialog
      title={words('newPhone')}
      close={close}
      dirty={dialog.dirty.value}
      onSubmit={dialog.submit}
      footer={<FormFoot close={close} action={words('addPhone')} busy={dialog.busy.value} />}
    >
      <TextField label={t('common.name')} {...dialog.field('name')} error={errors['name']} maxLength={50} />
      <TextField
        label={t('common.number')}
        optional
        inputMode="tel"
        {...dialog.field('phone')}
        onChange={event => dialog.set('phone', event.currentTarget.value.replace(/\D/g, ''))}
        error={errors['phone']}
        help={words('numberHelp')}
      />
    </Dialog>
  )
}
