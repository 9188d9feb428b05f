import { Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { get } from '../../../kit/api'
import { Avatar } from '../../../kit/avatar'
import { useDebounced } from '../../../kit/debounce'
import { toastError } from '../../../kit/errors'
import { Field } from '../../../kit/field'
import { phone } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import type { ContactRef } from '../types'

type Props = { contact?: ContactRef; choose: (contact?: ContactRef) => void; create: (name: string) => void; error?: string }

/** Finds a contact from three letters on. */
export function ContactField({ contact, choose, create, error }: Props) {
  const [text, setText] = useState('')
  const [rows, setRows] = useState<ContactRef[]>()
  const [at, setAt] = useState(0)
  const search = useDebounced((searchParam: string) => {
    void get<{ contacts: ContactRef[] }>('/contacts', { searchParam, pageNumber: 1 }).then(({ contacts }) => {
      setRows(contacts.slice(0, 6))
      setAt(0)
    }, toastError)
  })
  const write = (value: string) => {
    setText(value)
    choose(undefined)
    if (value.trim().length >= 3) search(value.trim())
    else setRows(undefined)
  }
  const pick = (row: ContactRef) => {
    choose(row)
    setText(row.name)
    setRows(undefined)
  }
  const keys = (event: KeyboardEvent) => {
    if (!rows) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt(now => Math.max(0, Math.min(rows.length, now + (event.key === 'ArrowDown' ? 1 : -1))))
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const row = rows[at]
      if (row) pick(row)
      else create(text.trim())
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      setRows(undefined)
    }
  }
  return (
    <Field id="new-contact" label={t('tickets.contact')} error={error} help={contact ? phone(contact.number) : t('tickets.contactHelp')}>
      <div className="input">
        <Search className="icon icon-sm faint" aria-hidden />
        <input
          id="new-contact"
          role="combobox"
          aria-expanded={Boolean(rows)}
          aria-controls="new-contacts"
          aria-activedescendant={rows ? `new-contact-${at}` : undefined}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          value={text}
          onChange={event => write(event.currentTarget.value)}
          onKeyDown={keys}
        />
      </div>
      {rows && (
        <div className="pop-list contact-results" role="listbox" id="new-contacts" aria-label={t('tickets.contact')}>
          {rows.map((row, i) => (
            <div key={row.id} role="option" id={`new-contact-${i}`} aria-selected={i === at} onClick={() => pick(row)}>
              <Avatar name={row.name} src={row.profilePicUrl} size={28} />
              <span className="clip">
                <span className="font-medium">{row.name}</span> <span className="faint">{phone(row.number)}</span>
              </span>
            </div>
          ))}
          <div role="option" id={`new-contact-${rows.length}`} aria-selected={at === rows.length} onClick={() => create(text.trim())}>
            <Plus className="icon" aria-hidden />
            <span className="clip">{t('tickets.createContact', { name: text.trim() })}</span>
          </div>
        </div>
      )}
    </Field>
  )
}
