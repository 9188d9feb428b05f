import { Copy, Ellipsis, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import emojiStyle from '../../kit/emoji-picker.css'
import { t } from '../../kit/i18n'
import { type Item, Menu, Pop } from '../../kit/popover'
import { styled } from '../../kit/style'
import { IconButton } from '../../kit/tooltip'
import type { Message, Sending } from './types'

const Emojis = lazy(styled(() => import('../../kit/emoji-picker'), emojiStyle))
const first = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** What can be done with a message; the thread knows how. */
export type Doings = {
  reply: (message: Message) => void
  edit: (message: Message) => void
  erase: (message: Message) => void
  react: (message: Message, emoji: string) => void
  retry: (message: Message) => void
  cancel: (message: Sending) => void
  view: (message: Message) => void
  jump: (id: string) => void
  copy: (message: Message) => void
  talk: (card: { name: string; number: string }) => void
  saveContact: (card: { name: string; number: string }) => void
}

/** The toolbar beside a message, on hover and on focus; a long press opens it on touch. */
export function MessageActions({ message, doings }: { message: Message; doings: Doings }) {
  const text = Boolean(
    /^(conversation|extendedTextMessage|chat|text)$/.test(message.mediaType) || (message.body && message.fileName !== message.body),
  )
  const items: Item[] = [
    text && { label: t('common.copy'), icon: <Copy className="icon" aria-hidden />, run: () => doings.copy(message) },
    message.fromMe && text && { label: t('common.edit'), icon: <Pencil className="icon" aria-hidden />, run: () => doings.edit(message) },
    message.fromMe && {
      label: t('tickets.erase'),
      icon: <Trash2 className="icon" aria-hidden />,
      danger: true,
      run: () => doings.erase(message),
    },
  ]
  return (
    <div className="msg-actions" role="toolbar" aria-label={t('tickets.messageActions')}>
      <Pop label={t('tickets.react')} trigger={<IconButton icon={SmilePlus} label={t('tickets.react')} />}>
        {close => (
          <Reacting
            pick={emoji => {
              close()
              doings.react(message, emoji)
            }}
          />
        )}
      </Pop>
      <IconButton icon={Reply} label={t('tickets.reply')} onClick={() => doings.reply(message)} />
      {items.some(Boolean) && (
        <Menu label={t('common.more')} items={items} trigger={<IconButton icon={Ellipsis} label={t('common.more')} />} />
      )}
    </div>
  )
}

/** Six emojis, then all of them. */
function Reacting({ pick }: { pick: (emoji: string) => void }) {
  const [all, setAll] = useState(false)
  if (all)
    return (
      <Suspense fallback={<div className="emojis" />}>
        <Emojis pick={pick} />
      </Suspense>
    )
  return (
    <div className="quick-emojis">
      {first.map(emoji => (
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
