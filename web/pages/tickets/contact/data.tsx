import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { put } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { toast } from '../../../kit/toast'
import type { ContactRef, ExtraField } from '../types'
import { words } from './texts'

type Props = { contact: ContactRef; saved: (change: Partial<ContactRef>) => void }

/** What is known of the contact beyond the name: read, and edited where it stands. */
export function ContactData({ contact, saved }: Props) {
  const [fields, setFields] = useState<ExtraField[]>()
  const [busy, setBusy] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const before = contact.extraInfo ?? []
  const close = () => {
    setFields(undefined)
    requestAnimationFrame(() => head.current?.querySelector('button')?.focus())
  }
  const write = async (extraInfo: ExtraField[]) => saved(await put<ContactRef>(`/contacts/${contact.id}`, { extraInfo }))
  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (busy || !fields) return
    setBusy(true)
    try {
      await write(fields.filter(({ name }) => name.trim()))
      close()
      // As new ones: those that were removed have no id any more.
      const old = before.map(({ name, value }) => ({ name, value }))
      toast.undo(words('dataSaved', { name: contact.name }), () => void write(old).catch(toastError))
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  const set = (at: number, change: Partial<ExtraField>) =>
    setFields(now => now?.map((field, i) => (i === at ? { ...field, ...change } : field)))
  return (
    <section className="sec">
      <h3 ref={head}>
        {t('tickets.data')}
        {!fields && (
          <IconButton
            icon={Pencil}
            label={t('tickets.editData')}
            className="btn-xs"
            onClick={() => setFields(before.length ? before : [{ name: '', value: '' }])}
          />
        )}
      </h3>
      {fields ? (
        <form className="grid gap-2" onSubmit={save} onKeyDown={keys}>
          {fields.map((field, i) => (
            <div key={i} className="kv-edit in-pane">
              <input
                className="input"
                autoFocus={i === 0}
                maxLength={60}
                value={field.name}
                placeholder={t('tickets.fieldName')}
                aria-label={t('tickets.fieldName')}
                onChange={event => set(i, { name: event.currentTarget.value })}
              />
              <input
                className="input"
                maxLength={500}
                value={field.value}
                placeholder={t('tickets.fieldValue')}
                aria-label={t('tickets.fieldValue')}
                onChange={event => set(i, { value: event.currentTarget.value })}
              />
              <IconButton icon={Trash2} label={t('common.remove')} onClick={() => setFields(fields.filter((_, at) => at !== i))} />
            </div>
          ))}
          <div className="flex items-center gap-2">
            <IconButton
              icon={Plus}
              label={t('tickets.addField')}
              className="btn-sm mr-auto"
              onClick={() => setFields([...fields, { name: '', value: '' }])}
            />
            <button type="button" className="btn btn-sm btn-quiet" onClick={close}>
              {t('common.cancel')}
            </button>
            <button type="submit" className="btn btn-sm btn-primary" disabled={busy}>
              {t('common.save')}
            </button>
          </div>
        </form>
      ) : (
        <dl className="kv">
          <dt>{t('common.email')}</dt>
          <dd className="clip">{contact.email || <span className="faint">–</span>}</dd>
          {before.map(field => (
            <div key={field.id ?? field.name} className="contents">
              <dt className="clip">{field.name}</dt>
              <dd>{field.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
