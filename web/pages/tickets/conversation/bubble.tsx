import { Ban, CircleAlert, Forward, Reply, X } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dateTime } from '../../../kit/format'
import { t, translated, withTexts } from '../../../kit/i18n'
import { inLayer } from '../../../kit/keys'
import { phone as onPhone } from '../../../kit/screen-width'
import { over, useOver } from '../../../kit/overlays'
import { Part } from '../../../kit/part'
import { retried } from '../../../kit/style'
import { HeldLine } from '../composer/held-line'
import { Album } from './album'
import { Call, Contacts, File, Location, Media, Voice } from './content'
import { isLocal, type Shown } from './messages'
import { MessageToolbar, placeToolbar, type MessageActions, type Tools } from './message-toolbar'
import { lineOf } from './line-of'
import { Said } from './said'
import { kindOf } from './preview'
import { words } from '../dialogs/texts'
import { isForwardable } from './selection'
import { Stamp } from './time-and-ticks'
import { enabled } from '../../../session'
import { NAME_ABOVE } from '../name-above'
import type { Message } from '../types'

const LinkCard = retried(withTexts(() => import('./link-card')))

type Props = {
  message: Shown
  /** Neighbours of the same side that are drawn as one grid of pictures. */
  grid?: Shown[]
  cont: boolean
  /** Who wrote it in a group. */
  author?: string
  actions: MessageActions
  tools?: Tools
  /** While messages are chosen: whether this one is, and what a press does. */
  chosen?: boolean
  choose?: (messages: Shown[]) => void
  /** It was looked for, and stands out. */
  isLit?: boolean
}

const reasonOf = (message: Shown) =>
  translated(`tickets.fail.${message.failReason}`) ??
  (isLocal(message) ? translated(`error.${message.refusal}`) : undefined) ??
  t('tickets.fail.other')
const isPicture = (message: Message) => message.mediaType === 'image' || message.mediaType === 'video'
const isHere = (one: Shown): one is Message => !isLocal(one) && !one.isDeleted
const isSticker = (message: Message) => kindOf(message)?.word === t('tickets.sticker')

/** Who wrote it, for a screen reader: the colours of the sides say so to the others. */
export const authorOf = (message: Shown) =>
  message.fromMe ? (NAME_ABOVE.exec(message.body)?.[1] ?? t('tickets.you')) : (message.contact?.name ?? t('tickets.customer'))

/** One message of either side, with all it may carry. */
export const Bubble = memo(function Bubble({ message, grid, cont, author, actions, tools, chosen, choose, isLit }: Props) {
  /** Of an album, the picture that is pointed at: what is done is done with it. */
  const [pointed, point] = useState<Shown>(message)
  /** What is offered for a message is most of what there is to draw of it, and is drawn for those that one comes near to. */
  const [isNear, setIsNear] = useState(false)
  const comes = () => setIsNear(true)
  /** What is done with it stands over the others, which on a phone Back takes away. */
  const [isHeld, setIsHeld] = useState(false)
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (isNear) placeToolbar({ currentTarget: box.current! })
  }, [isNear])
  const target = grid?.find(({ id }) => id === pointed.id) ?? message
  const failed = message.fromMe && !message.isDeleted && message.status === 'failed'
  // An edit or a delete of it that WhatsApp did not take.
  const refused = !failed && !message.isDeleted && message.fromMe && message.failReason
  const media = !message.isDeleted && (isPicture(message) || message.mediaType === 'locationMessage') && !isSticker(message)
  const classes = ['msg', message.fromMe && 'out', cont && 'cont', failed && 'failed'].filter(Boolean).join(' ')
  const kind = isSticker(message) ? 'is-sticker' : media && (isPicture(message) && !message.caption ? 'has-media is-bare' : 'has-media')
  return (
    <article
      className={classes}
      aria-label={author ?? authorOf(message)}
      aria-description={dateTime(message.createdAt)}
      data-message={message.id}
      data-album={grid
        ?.filter(isHere)
        .map(({ id }) => id)
        .join(' ')}
      data-hit={isLit ? '' : undefined}
      tabIndex={-1}
      ref={box}
      onPointerEnter={comes}
      onFocus={event => {
        comes()
        setIsHeld(onPhone.peek())
        placeToolbar(event)
      }}
      onBlur={({ currentTarget, relatedTarget: to }) => {
        if (!currentTarget.contains(to) && !to?.closest('.popover,.layer')) setIsHeld(false)
      }}
    >
      {choose && isForwardable(message) && (
        <label className="msg-pick">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            aria-label={words('select')}
            checked={chosen}
            onChange={() => choose(grid?.filter(isForwardable) ?? [message])}
          />
        </label>
      )}
      <div className={kind ? `bubble ${kind}` : 'bubble'}>
        <Body message={message} grid={grid} author={author} cont={cont} actions={actions} point={point} />
      </div>
      {!message.isDeleted && !grid && <Reactions message={message} />}
      {failed && (
        <div className="fail-line">
          <CircleAlert className="icon icon-sm" aria-hidden />
          {t('tickets.notSent', { reason: reasonOf(message).replace(/\.$/, '') })}{' '}
          <button type="button" onClick={() => actions.retry(message)}>
            {t('common.retry')}
          </button>
        </div>
      )}
      {refused && (
        <div className="fail-line">
          <CircleAlert className="icon icon-sm" aria-hidden />
          {reasonOf(message)}
        </div>
      )}
      {isLocal(message) && (message.heldUntil || message.waits) && <HeldLine message={message} />}
      {isLocal(message) && message.part !== undefined && !failed && (
        <button type="button" className="cancel-upload" aria-label={t('tickets.cancelUpload')} onClick={() => actions.cancel(message)}>
          <X className="icon icon-sm" aria-hidden />
        </button>
      )}
      {isNear && tools && !choose && !target.isDeleted && !isLocal(target) && (
        <>
          <MessageToolbar message={target} album={grid?.filter(isHere)} actions={actions} tools={tools} />
          {isHeld && <BackCloses box={box} close={() => setIsHeld(false)} />}
        </>
      )}
    </article>
  )
})

function BackCloses({ box, close }: { box: RefObject<HTMLElement | null>; close: () => void }) {
  useOver(() => {
    // What floats lies above it, although it came before.
    const above = inLayer() && over.peek().at(-2)
    if (above) return above.close()
    ;(document.activeElement as HTMLElement | null)?.blur()
    close()
  })
  // What floated above it and is gone may have taken the focus along.
  useEffect(
    () => over.subscribe(() => setTimeout(() => !inLayer() && !box.current?.contains(document.activeElement) && close())),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- for as long as it is held
    [],
  )
  return null
}

type Pointing = { point: (message: Shown) => void }

function Body({ message, grid, author, cont, actions, point }: Pick<Props, 'message' | 'grid' | 'author' | 'cont' | 'actions'> & Pointing) {
  const stamp = <Stamp message={message} />
  if (message.isDeleted)
    return (
      <>
        <span className="deleted">
          <Ban className="icon icon-sm" aria-hidden />{' '}
          {t(message.internal ? 'tickets.deleted' : message.fromMe ? 'tickets.deletedByUs' : 'tickets.deletedByThem')}
        </span>
        {stamp}
      </>
    )
  const signed = message.fromMe ? NAME_ABOVE.exec(message.body)?.[1] : undefined
  const name = cont ? undefined : (signed ?? author)
  const text = signed ? message.body.replace(NAME_ABOVE, '') : message.body
  return (
    <>
      {name && <span className="author">{name}</span>}
      {message.isForwarded && (
        <span className="forwarded">
          <Forward className="icon icon-xs" aria-hidden />
          {t('tickets.forwarded')}
        </span>
      )}
      {message.quotedMsg && <Quote message={message.quotedMsg} jump={actions.jump} />}
      {message.quotesElsewhere && (
        <span className="forwarded">
          <Reply className="icon icon-xs" aria-hidden />
          {t('tickets.quotesElsewhere')}
        </span>
      )}
      <Inside message={message} grid={grid} text={text} actions={actions} stamp={stamp} point={point} />
    </>
  )
}

function Inside({
  message,
  grid,
  text,
  actions,
  stamp,
  point,
}: Pointing & {
  message: Shown
  grid?: Shown[]
  text: string
  actions: MessageActions
  stamp: ReactNode
}) {
  const part = isLocal(message) ? message.part : undefined
  const previewed = !isLocal(message) && !message.internal && message.body.includes('://') && enabled('linkPreviews')
  const words = message.caption && (
    <span className="words" dir="auto">
      <Said text={text} />
    </span>
  )
  if (isSticker(message) && message.mediaUrl)
    return (
      <>
        <img className="sticker" src={message.mediaUrl} alt={t('tickets.sticker')} loading="lazy" />
        {stamp}
      </>
    )
  if (message.mediaType === 'audio') return <Voice message={message} stamp={stamp} />
  if (isPicture(message))
    return (
      <>
        {grid ? (
          <Album messages={grid} view={actions.view} point={point} reactionsOf={one => <Reactions message={one} />} />
        ) : (
          <span className="media-one">
            <Media message={message} alone open={() => actions.view(message)} part={part} />
          </span>
        )}
        {words}
        {stamp}
      </>
    )
  if (message.mediaType === 'locationMessage' || message.mediaType === 'liveLocationMessage')
    return (
      <>
        <Location message={message} />
        {stamp}
      </>
    )
  if (/^(contactMessage|contactsArrayMessage|vcard)$/.test(message.mediaType))
    return (
      <>
        <Contacts message={message} startConversation={actions.startConversation} save={actions.saveContact} />
        {stamp}
      </>
    )
  if (message.mediaType === 'call_log')
    return (
      <>
        <Call message={message} />
        {stamp}
      </>
    )
  if (message.mediaType === 'unknown')
    return (
      <>
        <span className="words muted">{t('tickets.unknown')}</span>
        {stamp}
      </>
    )
  if (kindOf(message))
    return (
      <>
        <File message={message} part={part} />
        {words}
        {stamp}
      </>
    )
  return (
    <>
      {previewed && (
        <Part>
          <LinkCard id={message.id} body={message.body} />
        </Part>
      )}
      <span className="words" dir="auto">
        <Said text={text} />
      </span>
      {stamp}
    </>
  )
}

const Quote = ({ message, jump }: { message: Message; jump: (id: string) => void }) => (
  <button type="button" className="quoted" onClick={() => jump(message.id)}>
    <b>{authorOf(message)}</b>
    <span className="quoted-text" dir="auto">
      {lineOf(message)}
    </span>
  </button>
)

function Reactions({ message }: { message: Message }) {
  const counts = new Map<string, number>()
  for (const { type } of message.reactions ?? []) if (type) counts.set(type, (counts.get(type) ?? 0) + 1)
  if (!counts.size) return null
  const n = [...counts.values()].reduce((sum, one) => sum + one, 0)
  return (
    <span className="reactions" role="img" aria-label={t('tickets.reactions', { n, list: [...counts.keys()].join(' ') })}>
      {[...counts.keys()].join('')}
      {n > 1 && ` ${n}`}
    </span>
  )
}
