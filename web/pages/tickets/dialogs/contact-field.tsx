import { Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { get } from '../../../kit/api'
import { Avatar } from '../../../kit/avatar'
import { useDebounced } from '../../../kit/debounce'
import { toastError } from '../../../kit/errors'
import { Field } from '../../../kit/field'
import { folded } from '../../../kit/folded'
import { phone } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import type { ContactRef } from '../types'

export const MIN_LETTERS = 3
const NONE = -1
type Props = {
  id?: string
  label?: string
  help?: string
  error?: string
  contact?: ContactRef
  choose: (contact?: ContactRef) => void
  /** One who is not found may be made. */
  create?: (name: string) => void
  /** The field is for the next one as soon as one was chosen. */
  several?: boolean
  /** Offered before anything is typed. */
  recent?: { label: string; contacts: ContactRef[] }
}

/** Those whose name says it stand before those whose number happens to hold its digits. */
function namedFirst(contacts: ContactRef[], text: string) {
  const named = (contact: ContactRef) => Number(folded(contact.name).includes(folded(text)))
  return contacts.toSorted((a, b) => named(b) - named(a))
}

/** Finds a contact from three letters on. */
export function ContactField({
  id = 'new-contact',
  label = t('tickets.contact'),
  help = t('tickets.contactHelp'),
  contact,
  choose,
  create,
  several,
  recent,
  error,
}: Props) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<ContactRef[]>()
  const offered = !found && !text && recent?.contacts.length ? recent : undefined
  const rows = found ?? offered?.contacts
  /** Enter takes the first that was found; of those that are offered none, before one goes there. */
  const [at, setAt] = useState(NONE)
  const search = useDebounced((searchParam: string) => {
    void get<{ contacts: ContactRef[] }>('/contacts', { searchParam, pageNumber: 1 }).then(({ contacts }) => {
      setFound(namedFirst(contacts, searchParam).slice(0, 6))
      setAt(0)
    }, toastError)
  })
  const leave = () => {
    setFound(undefined)
    setAt(NONE)
  }
  const write = (value: string) => {
    setText(value)
    choose(undefined)
    if (value.trim().length >= MIN_LETTERS) search(value.trim())
    else leave()
  }
  const pick = (row: ContactRef) => {
    choose(row)
    setText(several ? '' : row.name)
    leave()
  }
  const keys = (event: KeyboardEvent) => {
    if (!rows) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt(now => Math.max(0, Math.min(rows.length - (create ? 0 : 1), now + (event.key === 'ArrowDown' ? 1 : -1))))
    }
    if (offered && at === NONE) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const row = rows[at]
      if (row) pick(row)
      else create?.(text.trim())
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
  }
  return (
    <Field id={id} label={label} error={error} help={contact ? phone(contact.number) : help}>
      <div className="input">
        <Search className="icon icon-sm faint" aria-hidden />
        <input
          id={id}
          role="combobox"
          aria-expanded={Boolean(rows)}
          aria-controls={`${id}s`}
          aria-activedescendant={rows && at !== NONE ? `${id}-${at}` : undefined}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          value={text}
          onChange={event => write(event.currentTarget.value)}
          onKeyDown={keys}
        />
      </div>
      {offered && <p className="t-meta muted mt-3">{offered.label}</p>}
      {rows && (
        <div className="pop-list contact-results" role="listbox" id={`${id}s`} aria-label={offered?.label ?? label}>
          {rows.map((row, i) => (
            <div key={row.id} role="option" id={`${id}-${i}`} aria-selected={i === at} onClick={() => pick(row)}>
              <Avatar name={row.name} src={row.profilePicUrl} size={28} />
              <span className="clip">
                <span className="font-medium">{row.name}</span> <span className="muted">{phone(row.number)}</span>
              </span>
            </div>
          ))}
          {create && !offered && (
            <div role="option" id={`${id}-${rows.length}`} aria-selected={at === rows.length} onClick={() => create(text.trim())}>
              <Plus className="icon" aria-hidden />
              <span className="clip">{t('tickets.createContact', { name: text.trim() })}</span>
            </div>
          )}
          {!create && !rows.length && <p className="help px-2 py-3">{t('tickets.nothingFound')}</p>}
        </div>
      )}
    </Field>
  )
}
