import { X } from 'lucide-react'
import { Avatar } from '../../../kit/avatar'
import type { ContactRef } from '../types'
import { words } from './texts'

/** The contacts that were chosen, each with a way to take it out. */
export const ContactTokens = ({
  label,
  contacts,
  change,
}: {
  label: string
  contacts: ContactRef[]
  change: (contacts: ContactRef[]) => void
}) =>
  contacts.length > 0 && (
    <ul className="tokens" aria-label={label}>
      {contacts.map(contact => (
        <li key={contact.id} className="chip chip-plain chip-lg">
          <Avatar name={contact.name} src={contact.profilePicUrl} size={18} />
          <span className="clip">{contact.name}</span>
          <button
            type="button"
            aria-label={words('takeOut', { name: contact.name })}
            onClick={() => change(contacts.filter(({ id }) => id !== contact.id))}
          >
            <X className="icon icon-xs" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
