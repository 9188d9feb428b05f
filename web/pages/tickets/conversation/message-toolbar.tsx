import { Copy, Ellipsis, Forward, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { FIRST_REACTIONS } from '../../../constants'
import emojiStyle from '../../../kit/emoji-picker.css'
import { t } from '../../../kit/i18n'
import { type Item, Menu } from '../../../kit/menu'
import { Pop } from '../../../kit/popover'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { IconButton } from '../../../kit/icon-button'
import { words } from '../dialogs/texts'
import { isText, type Message, type Sending } from '../types'
import { isForwardable } from './selection'

const Emojis = retried(styled(() => import('../../../kit/emoji-picker'), emojiStyle))

/** What can be done with a message; the thread knows how. */
export type MessageActions = {
  reply: (message: Message) => void
  edit: (message: Message) => void
  /** Whose of one's own side one may edit and delete; everybody's where nothing is said. */
  isOwn?: (message: Message) => boolean
  /** Until when a message may be edited; for ever where nothing is said. */
  isEditable?: (message: Message) => boolean
  /** Of an album all. */
  erase: (messages: Message[]) => void
  react?: (message: Message, emoji: string) => void
  retry: (message: Message) => void
  cancel: (message: Sending) => void
  view: (message: Message) => void
  jump: (id: string) => void
  copy: (message: Message) => void
  /** Begins to choose messages, with these. */
  select?: (messages: Message[]) => void
  startConversation?: (card: { name: string; number: string }) => void
  saveContact?: (card: { name: string; number: string }) => void
}

/** Whether a message is edited and deleted by who looks at it. */
export const isOwn = (message: Message, actions: Pick<MessageActions, 'isOwn'>) => message.fromMe && (actions.isOwn?.(message) ?? true)

/** What is offered: all of it, or where one may not answer copying and sending on alone. */
export type Tools = 'all' | 'onward'

const GAP = 4
/** On a narrow screen the toolbar stands above its message; below it where the conversation ends there, and upon one that fills it. */
export function placeToolbar({ currentTarget: message }: { currentTarget: HTMLElement }) {
  const [box, { top, bottom }] = [message.closest('.thread')!.getBoundingClientRect(), message.getBoundingClientRect()]
  const height = message.querySelector<HTMLElement>(':scope > .msg-actions')?.offsetHeight ?? 0
  const y = [top - height - GAP, bottom + GAP].find(y => y >= box.top && y + height <= box.bottom) ?? box.top + GAP
  message.style.setProperty('--toolbar-top', `${y - top}px`)
}
/** A message, and the album it stands in: what goes on or is deleted is all of it, an answer and a reaction are to the one that is pointed at. */
type Offered = { message: Message; album?: Message[]; actions: MessageActions; tools: Tools }
/** The toolbar beside a message, on hover and on focus; a long press opens it on touch. */
export function MessageToolbar({ message, album = [message], actions, tools }: Offered) {
  const { select } = actions
  const isAll = tools === 'all'
  const react = isAll && actions.react
  const mine = isAll && isOwn(message, actions)
  const isPlain = isText(message)
  const items: Item[] = [
    (isPlain || Boolean(message.caption)) && {
      label: t('common.copy'),
      icon: <Copy className="icon" aria-hidden />,
      run: () => actions.copy(message),
    },
    select &&
      album.some(isForwardable) && {
        label: words('forward'),
        icon: <Forward className="icon" aria-hidden />,
        run: () => select(album.filter(isForwardable)),
      },
    mine &&
      isPlain &&
      (actions.isEditable?.(message) ?? true) && {
        label: t('common.edit'),
        icon: <Pencil className="icon" aria-hidden />,
        run: () => actions.edit(message),
      },
    mine && {
      label: t('tickets.erase'),
      icon: <Trash2 className="icon" aria-hidden />,
      danger: true,
      run: () => actions.erase(album),
    },
  ]
  if (!isAll && !items.some(Boolean)) return null
  return (
    <div className="msg-actions" role="toolbar" aria-label={t('tickets.messageActions')}>
      {react && (
        <Pop label={t('tickets.react')} trigger={<IconButton icon={SmilePlus} label={t('tickets.react')} />}>
          {close => (
            <Reacting
              pick={emoji => {
                close()
                react(message, emoji)
              }}
            />
          )}
        </Pop>
      )}
      {isAll && <IconButton icon={Reply} label={t('tickets.reply')} onClick={() => actions.reply(message)} />}
      {items.some(Boolean) && (
        <Menu label={t('common.more')} items={items} trigger={<IconButton icon={Ellipsis} label={t('common.more')} />} />
      )}
    </div>
  )
}

function sideways({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
  const all = [...currentTarget.querySelectorAll('button')]
  if (by) all.at((all.indexOf(target as HTMLButtonElement) + by) % all.length)?.focus()
}

/** Six emojis, then all of them. */
function Reacting({ pick }: { pick: (emoji: string) => void }) {
  const [all, setAll] = useState(false)
  if (all)
    return (
      <Part fallback={<div className="emojis" />}>
        <Emojis pick={pick} />
      </Part>
    )
  return (
    <div className="quick-emojis" onKeyDown={sideways}>
      {FIRST_REACTIONS.map(emoji => (
        <button key={emoji} type="button" onClick={() => pick(emoji)}>
          {emoji}
        </button>
      ))}
      <button type="button" aria-label={t('tickets.moreEmojis')} onClick={() => setAll(true)}>
        <SmilePlus className="icon" aria-hidden />
      </button>
    </div>
  )
}
