import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { put } from '../../../kit/api'
import { Avatar } from '../../../kit/avatar'
import { Chip, Dot } from '../../../kit/chips'
import { toastError } from '../../../kit/errors'
import { phone } from '../../../kit/format'
import { t, withTexts } from '../../../kit/i18n'
import { Part } from '../../../kit/part'
import { retried } from '../../../kit/style'
import { Layer } from '../../../kit/layer'
import { Pop } from '../../../kit/popover'
import { IconButton } from '../../../kit/icon-button'
import type { Conversation } from '../conversation/conversation'
import { ContactData } from './data'
import { Exchanged } from './exchanged'
import { Notes } from './notes'
import { Numbers } from './numbers'
import { OtherTickets } from './other-tickets'
import { TagPicker } from './tag-picker'

const EditContact = retried(withTexts(() => import('./edit-contact')))

type Props = { conversation: Conversation; close: () => void }

/** Beside the conversation, or in a sheet over it where there is no room. */
export const ContactPane = ({ docked, ...props }: Props & { docked: boolean }) =>
  docked ? <Pane docked {...props} /> : <Sheet {...props} />

const Sheet = (props: Props) => (
  <Layer close={props.close}>
    <div className="scrim soft" onMouseDown={props.close} />
    <div className="sheet" role="dialog" aria-modal="true" aria-label={t('tickets.contactData')}>
      <Pane docked={false} {...props} />
    </div>
  </Layer>
)

/** Who the contact is, the facts of the ticket, what the team noted, the contact's data, and the robot's switch. */
function Pane({ conversation, close, docked }: Props & { docked: boolean }) {
  useSignals()
  const [editing, setEditing] = useState(false)
  const ticket = conversation.ticket.value
  const { contact, user: owner, queue, whatsapp, tags } = ticket
  const patch = (change: object) =>
    (conversation.ticket.value = { ...conversation.ticket.value, contact: { ...conversation.ticket.value.contact, ...change } })
  const land = (id: string) => {
    void conversation.show(id)
    if (!docked) close()
  }
  const setBot = (on: boolean) => {
    patch({ disableBot: !on })
    put(`/contacts/${contact.id}`, { disableBot: !on }).catch(error => {
      patch({ disableBot: on })
      toastError(error)
    })
  }
  return (
    <aside className="contact-pane" aria-label={t('tickets.contactData')}>
      <IconButton icon={X} label={t('common.close')} className="btn-sm pane-close" onClick={close} />
      <div className="px-4 pt-5 pb-4 grid justify-items-center text-center gap-1">
        <Avatar name={contact.name} src={contact.profilePicUrl} size={56} />
        <h2 className="t-title mt-2 wrap-anywhere">{contact.name}</h2>
        {!contact.isGroup && <p className="muted">{phone(contact.number)}</p>}
        <button className="btn btn-sm btn-plain mt-2" onClick={() => setEditing(true)}>
          <Pencil className="icon icon-sm" aria-hidden />
          {t('common.edit')}
        </button>
      </div>
      <section className="sec">
        <h3>
          {t('tickets.ticket')} <span className="faint font-normal tnum">{t('tickets.numbered', { id: ticket.id })}</span>
        </h3>
        <dl className="kv">
          <dt>{t('tickets.owner')}</dt>
          <dd className="flex items-center gap-1.5">
            {owner ? (
              <>
                <Avatar name={owner.name} size={18} />
                {owner.name}
              </>
            ) : (
              <span className="faint">{t('tickets.nobody')}</span>
            )}
          </dd>
          <dt>{t('tickets.queue')}</dt>
          <dd className="flex items-center gap-1.5">
            {queue ? (
              <>
                <Dot color={queue.color} />
                <span className="clip">{queue.name}</span>
              </>
            ) : (
              <span className="faint">{t('tickets.noQueue')}</span>
            )}
          </dd>
          <dt>{t('tickets.connection')}</dt>
          <dd>{whatsapp?.name ?? '–'}</dd>
          <dt>{t('tickets.tags')}</dt>
          <dd className="flex flex-wrap gap-1">
            {tags.map(tag => (
              <Chip key={tag.id} color={tag.color}>
                {tag.name}
              </Chip>
            ))}
            <Pop
              label={t('tickets.tags')}
              width={260}
              end
              trigger={
                <button className="chip chip-add" aria-label={t('tickets.addTag')}>
                  <Plus className="icon icon-xs" aria-hidden />
                </button>
              }
            >
              {() => <TagPicker ticket={ticket} />}
            </Pop>
          </dd>
        </dl>
      </section>
      <Notes key={contact.id} ticket={ticket} />
      <ContactData key={`data-${contact.id}`} contact={contact} saved={patch} />
      {!contact.isGroup && <Numbers key={`numbers-${contact.id}`} contactId={contact.id} number={contact.number} />}
      <Exchanged ticketId={ticket.id} contactId={contact.id} land={land} />
      <OtherTickets ticket={ticket} />
      {!contact.isGroup && (
        <section className="sec">
          <div className="switch-row">
            <div>
              <label className="font-medium" htmlFor="contact-bot">
                {t('tickets.bot')}
              </label>
              <p>{t(contact.disableBot ? 'tickets.botOff' : 'tickets.botOn')}</p>
            </div>
            <input
              id="contact-bot"
              type="checkbox"
              role="switch"
              className="toggle"
              checked={!contact.disableBot}
              onChange={event => setBot(event.currentTarget.checked)}
            />
          </div>
        </section>
      )}
      {editing && (
        <Part>
          <EditContact contact={contact} close={() => setEditing(false)} saved={patch} />
        </Part>
      )}
    </aside>
  )
}
