import { useSignals } from '@preact/signals-react/runtime'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type View, VIEWS_MAX } from '../../../../src/modules/users/body'
import { choicesOf } from '../../../catalog'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { Field, SelectField, SwitchField, TextField } from '../../../kit/field'
import { IconButton } from '../../../kit/icon-button'
import { Picker } from '../../../kit/picker'
import { toast } from '../../../kit/toast'
import { may } from '../../../session'
import { prefer } from '../../../shell/prefer'
import { words as desk } from '../list/desk-texts'
import { type OrderName, ORDERS } from '../list/order'
import { hiddenQueues, orders, seesClosed, seeView, showAll, shownList, view, views } from '../list/store'
import { queues } from '../queues'
import { words } from './views-texts'
import { uuid } from '../../../kit/uuid'

const keep = (changed: View[]) => prefer({ views: changed })
/** With the queues and the order of the list on screen, where that is one of the lists that a view may be. */
function fresh(): View {
  const shown = shownList.peek()
  const seen = shown === 'view' ? view.peek() : undefined
  if (seen) return { ...seen, id: uuid(), name: '' }
  const hidden = hiddenQueues.peek()
  const queueIds = queues.peek().flatMap(({ id }) => (hidden.includes(id) ? [] : [id]))
  return {
    id: uuid(),
    name: '',
    status: shown === 'mine' ? 'open' : shown === 'closed' ? 'closed' : 'pending',
    order: shown === 'mine' || shown === 'pending' ? orders.peek()[shown] : shown === 'closed' ? 'newest' : 'waiting',
    showAll: shown === 'mine' && showAll.peek(),
    unanswered: false,
    queues: hidden.length ? queueIds : [],
    tags: [],
    users: [],
  }
}

/** One's own lists: made, changed, put in order, deleted. `id` is the one whose form opens, '' a new one. */
export default function Views({ close, id }: { close: () => void; id?: string }) {
  useSignals()
  const [changing, change] = useState<View | undefined>(() => (id === '' ? fresh() : views.value.find(view => view.id === id)))
  if (changing) return <Form key={changing.id} view={changing} close={close} done={() => change(undefined)} />
  const all = views.value
  const move = (at: number, by: 1 | -1) => void keep(all.with(at, all[at + by]!).with(at + by, all[at]!))
  const remove = (view: View, at: number) => {
    void keep(all.filter(other => other !== view))
    toast.undo(words('removed', { name: view.name }), () => void keep(views.peek().toSpliced(at, 0, view)))
  }
  return (
    <Dialog
      title={words('views')}
      width={440}
      close={close}
      footer={
        <button type="button" className="btn btn-primary" disabled={all.length >= VIEWS_MAX} onClick={() => change(fresh())}>
          <Plus className="icon" aria-hidden />
          {words('add')}
        </button>
      }
    >
      <p className="muted mb-4">{all.length < VIEWS_MAX ? words('text') : words('most', { n: VIEWS_MAX })}</p>
      {!all.length && <p className="faint">{words('none')}</p>}
      <ul>
        {all.map((view, at) => (
          <li key={view.id} className="flex items-center gap-1">
            <span className="clip font-medium">{view.name}</span>
            <span className="ml-auto" />
            <IconButton icon={ArrowUp} label={words('up', view)} className="btn-sm" disabled={!at} onClick={() => move(at, -1)} />
            <IconButton
              icon={ArrowDown}
              label={words('down', view)}
              className="btn-sm"
              disabled={at === all.length - 1}
              onClick={() => move(at, 1)}
            />
            <IconButton icon={Pencil} label={words('change', view)} className="btn-sm" onClick={() => change(view)} />
            <IconButton icon={Trash2} label={words('remove', view)} className="btn-sm" onClick={() => remove(view, at)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Form({ view, close, done }: { view: View; close: () => void; done: () => void }) {
  useSignals()
  const [values, setValues] = useState(view)
  const [error, setError] = useState<string>()
  const set = (changed: Partial<View>) => setValues({ ...values, ...changed })
  const isKnown = views.value.some(({ id }) => id === view.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { status } = values
    const ofStatus = { users: status === 'pending' ? [] : values.users, unanswered: status !== 'closed' && values.unanswered }
    const saved = { ...values, ...ofStatus, name: values.name.trim() }
    if (!saved.name) return setError(words('nameShort'))
    if (isKnown) {
      void keep(views.peek().map(other => (other.id === view.id ? saved : other)))
      return done()
    }
    void keep([...views.peek(), saved]).then(() => {
      // What the server refused was told, and stands in the form.
      if (!views.peek().some(({ id }) => id === saved.id)) return
      seeView(saved.id)
      close()
    })
  }
  const several = (kind: 'queues' | 'tags' | 'users', label: string, none: string) => (
    <Field id={`view-${kind}`} label={label} optional>
      <Picker
        id={`view-${kind}`}
        label={label}
        choices={choicesOf(kind)}
        chosen={values[kind]}
        change={chosen => set({ [kind]: chosen })}
        several
        none={none}
      />
    </Field>
  )
  const toggle = (kind: 'unanswered' | 'showAll') => (
    <div className="mt-4">
      <SwitchField
        id={`view-${kind}`}
        label={words(kind)}
        help={words(`${kind}Help`)}
        // One that was kept before there was this choice has none.
        checked={Boolean(values[kind])}
        onChange={event => set({ [kind]: event.currentTarget.checked })}
      />
    </div>
  )
  return (
    <Dialog
      title={isKnown ? words('edit', view) : words('add')}
      width={480}
      close={close}
      dirty={values !== view}
      onSubmit={submit}
      footer={<FormFoot close={done} action={words('save')} />}
    >
      <TextField
        id="view-name"
        label={words('name')}
        placeholder={words('namePlaceholder')}
        data-autofocus
        maxLength={40}
        value={values.name}
        error={error}
        onChange={event => {
          set({ name: event.currentTarget.value })
          setError(undefined)
        }}
      />
      <div className="pair mt-4">
        <SelectField
          id="view-status"
          label={words('status')}
          value={values.status}
          onChange={event => set({ status: event.currentTarget.value as View['status'] })}
        >
          {(['open', 'pending', 'closed'] as const)
            .filter(status => status !== 'closed' || seesClosed.value)
            .map(status => (
              <option key={status} value={status}>
                {words(`status.${status}`)}
              </option>
            ))}
        </SelectField>
        <SelectField
          id="view-order"
          label={words('order')}
          value={values.order}
          onChange={event => set({ order: event.currentTarget.value as OrderName })}
        >
          {(Object.keys(ORDERS) as OrderName[]).map(order => (
            <option key={order} value={order}>
              {desk(`order.${order}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {values.status !== 'closed' && toggle('unanswered')}
      <div className="mt-4">{several('queues', words('queues'), words('any'))}</div>
      <div className="mt-4">{several('tags', words('tags'), words('any'))}</div>
      {may('tickets:showAll') && values.status !== 'pending' && (
        <>
          <div className="mt-4">{several('users', words('people'), words('anybody'))}</div>
          {!values.users.length && values.status === 'open' && toggle('showAll')}
        </>
      )}
    </Dialog>
  )
}
