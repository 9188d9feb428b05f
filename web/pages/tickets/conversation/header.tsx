import { useSignals } from '@preact/signals-react/runtime'
import {
  ArrowRightLeft,
  CalendarDays,
  Check,
  ChevronLeft,
  EllipsisVertical,
  PanelRight,
  Plus,
  RotateCcw,
  Search,
  StickyNote,
  Tag,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../../kit/avatar'
import { Chips, Dot } from '../../../kit/chips'
import { phone } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { keysOf } from '../../../kit/keys'
import { Link } from '../../../kit/link'
import { phone as onPhone } from '../../../kit/screen-width'
import { type Item, Menu } from '../../../kit/menu'
import { useOffered } from '../../../kit/offered'
import { Pop } from '../../../kit/popover'
import { IconButton } from '../../../kit/icon-button'
import { presences } from '../list/customer-typing'
import { Colleagues } from './colleagues'
import { TagPicker } from '../contact/tag-picker'
import { may } from '../../../session'
import { words as composerWords } from '../composer/texts'
import { words } from '../dialogs/texts'
import { headItems, transfer } from '../ticket-verbs'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'
import { words as conversationWords } from './texts'

type HeaderActions = {
  resolve: () => void
  giveBack: () => void
  reopen: () => void
  toggleContact: () => void
  /** Looks for words in the conversation. */
  find: () => void
  /** Asks for a day to go to. */
  pickDay: () => void
  /** Puts tags on it, where there is no room for them in the head. */
  tag: () => void
  /** Writes a note instead of an answer. */
  note: () => void
  pane: boolean
  verbs: Verbs
  /** The ticket is this user's. */
  mine: boolean
  /** Its verbs are this user's: who leads has them for colleagues' tickets too. */
  leads: boolean
  /** A colleague's ticket that is not shown to this user any more has no verbs. */
  sees: boolean
}

/** Who, where, which tags; and what can be done with the ticket. */
export function Header({ ticket, actions }: { ticket: Ticket; actions: HeaderActions }) {
  useSignals()
  const { contact, status } = ticket
  const open = status === 'open' && actions.leads
  const contactItem: Item = {
    label: t('tickets.contactData'),
    icon: <PanelRight className="icon" aria-hidden />,
    shortcut: 'contact',
    run: actions.toggleContact,
  }
  const items: Item[] = !actions.sees
    ? [contactItem]
    : [
        contactItem,
        { label: conversationWords('find'), icon: <Search className="icon" aria-hidden />, shortcut: 'find', run: actions.find },
        { label: conversationWords('goToDate'), icon: <CalendarDays className="icon" aria-hidden />, run: actions.pickDay },
        may('tickets:write') && {
          label: composerWords('writeNote'),
          icon: <StickyNote className="icon" aria-hidden />,
          shortcut: 'note',
          run: actions.note,
        },
        may('tickets:write') && {
          label: t('tickets.addTag'),
          icon: <Tag className="icon" aria-hidden />,
          shortcut: 'tag',
          run: actions.tag,
        },
        open && { label: t('tickets.giveBack'), icon: <Undo2 className="icon" aria-hidden />, shortcut: 'giveBack', run: actions.giveBack },
        status === 'closed' && {
          label: t('tickets.reopen'),
          icon: <RotateCcw className="icon" aria-hidden />,
          shortcut: 'reopen',
          run: actions.reopen,
        },
        ...headItems(ticket, actions.verbs),
      ]
  useOffered(items)
  return (
    <header className="convo-head">
      <Link href="/tickets" className="btn btn-icon mobile-only" aria-label={t('tickets.backToList')}>
        <ChevronLeft className="icon" aria-hidden />
      </Link>
      <Avatar name={contact.name} src={contact.profilePicUrl} />
      <div className="who min-w-0">
        <h1 className="t-title clip">
          {onPhone.value ? (
            <button className="head-name clip" aria-description={t('tickets.contactData')} onClick={actions.toggleContact}>
              {contact.name}
            </button>
          ) : (
            contact.name
          )}
        </h1>
        <div className="flex items-center gap-1.5 t-meta muted min-w-0">
          <Where ticket={ticket} plain={!actions.sees} />
        </div>
      </div>
      <div className="flex items-center gap-1 ml-auto shrink-0">
        <Colleagues ticketId={ticket.id} />
        {open && (
          <IconButton
            icon={ArrowRightLeft}
            label={words('transfer')}
            shortcut="transfer"
            className="desktop-only hide-narrow"
            onClick={() => transfer(ticket)}
          />
        )}
        {open && (
          <IconButton
            icon={Undo2}
            label={t('tickets.giveBack')}
            shortcut="giveBack"
            className="desktop-only hide-narrow"
            onClick={actions.giveBack}
          />
        )}
        <IconButton
          icon={PanelRight}
          label={t('tickets.contactData')}
          shortcut="contact"
          className="desktop-only hide-narrow"
          aria-pressed={actions.pane}
          onClick={actions.toggleContact}
        />
        {open && (
          <>
            <button
              className={`btn ${actions.mine ? 'btn-primary' : 'btn-plain'} ml-1 desktop-only`}
              data-tip={t('tickets.resolve')}
              data-keys={keysOf('resolve')}
              onClick={actions.resolve}
            >
              <Check className="icon" aria-hidden />
              {t('tickets.resolve')}
            </button>
            <IconButton icon={Check} label={t('tickets.resolve')} className="mobile-only" onClick={actions.resolve} />
          </>
        )}
        <Menu label={t('common.more')} end items={items} trigger={<IconButton icon={EllipsisVertical} label={t('common.more')} />} />
      </div>
    </header>
  )
}

/** More of them are a number. */
const MOST_TAGS = 3
/** The second line of a head: what the contact does, queue, connection, tags. `plain` has nothing to press. */
export function Where({ ticket, plain }: { ticket: Ticket; plain?: boolean }): ReactNode {
  useSignals()
  const { contact, queue, whatsapp, tags, status } = ticket
  const presence = presences.value[ticket.id]
  const busy = presence === 'composing' ? t('tickets.typing') : presence === 'recording' ? t('tickets.recording') : undefined
  return (
    <>
      {busy && (
        <>
          <span className="typing">{busy}</span>
          <span aria-hidden>·</span>
        </>
      )}
      <span className="inline-flex items-center gap-1.5 min-w-0">
        {queue && <Dot color={queue.color} />}
        <span className="clip">{queue?.name ?? t('tickets.noQueue')}</span>
      </span>
      {whatsapp && <span className="desktop-only hide-narrow clip">· {whatsapp.name}</span>}
      {status === 'pending' && <span className="desktop-only hide-narrow clip">· {phone(contact.number)}</span>}
      <span className="desktop-only hide-narrow flex gap-1 ml-1 shrink-0">
        <Chips of={tags} most={MOST_TAGS} />
        {!plain && (
          <Pop
            label={t('tickets.tags')}
            width={260}
            trigger={
              <button className="chip chip-add" data-tagging>
                <Plus className="icon icon-xs" aria-hidden />
                {t('tickets.tag')}
              </button>
            }
          >
            {() => <TagPicker ticket={ticket} />}
          </Pop>
        )}
      </span>
    </>
  )
}
