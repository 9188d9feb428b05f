import { Download, MapPin, MessageCircle, PhoneMissed, Play, UserPlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Avatar } from '../../../kit/avatar'
import { phone } from '../../../kit/format'
import { bytes } from '../../../kit/measures'
import { t } from '../../../kit/i18n'
import { VoicePlayer } from '../../../kit/player'
import { onResync } from '../../../kit/realtime'
import type { Message } from '../types'
import { type Card, cardsOf, MOST_OF_NAME, placeOf, upright } from './cards'
import { inLine } from './line-of'
import { isVideoCall } from './preview'
import { Said } from './said'

/** The shape of the largest box of a picture: what is taller stands whole within it. */
const TALLEST = 0.75
const WIDEST = 1.9
type MediaProps = { message: Message; open: () => void; part?: number; alone?: boolean }

/** Picture or video; a press opens it large. `part` shows how much of an own one has left. */
export function Media({ message, open, part, alone }: MediaProps) {
  const [seen, setSeen] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  /** A picture that the line did not bring is asked for when it is back. */
  useEffect(() => {
    if (!failed) return
    return onResync(() => {
      setFailed(false)
      setAttempt(last => last + 1)
    })
  }, [failed])
  const name = message.caption ? inLine(message.caption) : t(message.mediaType === 'video' ? 'tickets.video' : 'tickets.photo')
  if (!message.mediaUrl) return <Missing message={message} />
  const shape = message.width && message.height ? message.width / message.height : seen
  const isTall = alone && shape !== undefined && shape < TALLEST
  return (
    <button
      type="button"
      className="media-open"
      aria-label={t('tickets.openMedia', { name })}
      onClick={open}
      style={{ aspectRatio: shape && Math.max(TALLEST, Math.min(WIDEST, shape)) }}
    >
      {message.mediaType === 'video' ? (
        <video src={`${message.mediaUrl}#t=0.1`} preload="metadata" muted playsInline />
      ) : (
        <img
          key={attempt}
          src={message.mediaUrl}
          alt={name}
          loading="lazy"
          style={{ objectFit: isTall ? 'contain' : undefined }}
          onError={() => setFailed(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSeen(naturalWidth / naturalHeight)}
        />
      )}
      {message.mediaType === 'video' && (
        <span className="media-play">
          <Play className="icon icon-lg" aria-hidden />
        </span>
      )}
      {part !== undefined && <Progress part={part} />}
    </button>
  )
}

/** A file that is not there: on its way, or lost. */
const Missing = ({ message: { mediaLost } }: { message: Message }) => (
  <span className="media-missing">{t(mediaLost ? `tickets.mediaLost.${mediaLost}` : 'tickets.mediaPending')}</span>
)

const Progress = ({ part }: { part: number }) => (
  <progress className="upload" value={part} max={1} aria-label={t('tickets.uploading')}>
    {Math.round(part * 100)}%
  </progress>
)

export const Voice = ({ message, stamp }: { message: Message; stamp: ReactNode }) =>
  message.mediaUrl ? (
    <VoicePlayer src={message.mediaUrl} seconds={message.seconds} waveform={message.waveform} stamp={stamp} />
  ) : (
    <>
      <Missing message={message} />
      {stamp}
    </>
  )

const extension = (name: string) => (/\.(\w{1,5})$/.exec(name)?.[1] ?? 'doc').toUpperCase()

export function File({ message, part }: { message: Message; part?: number }) {
  const whole = upright(message.fileName ?? message.body ?? t('tickets.document'))
  const name = whole.slice(0, MOST_OF_NAME)
  return (
    <div className="file-card">
      <span className="ft" aria-hidden>
        {extension(whole)}
      </span>
      <div className="min-w-0">
        <div className="clip font-medium">{name}</div>
        {message.mediaUrl ? (
          <div className="muted t-meta">{message.fileSize ? bytes(message.fileSize) : (message.mimetype ?? '')}</div>
        ) : (
          <Missing message={message} />
        )}
        {part !== undefined && <Progress part={part} />}
      </div>
      {message.mediaUrl && (
        <a
          className="btn btn-icon btn-sm"
          href={message.mediaUrl}
          download={whole}
          target="_blank"
          rel="noopener"
          aria-label={t('tickets.downloadFile', { name })}
          data-tip={t('common.download')}
        >
          <Download className="icon" aria-hidden />
        </a>
      )}
    </div>
  )
}

export function Location({ message }: { message: Message }) {
  const { picture, address, description } = placeOf(message.body)
  return (
    <a className="loc-link" href={address} target="_blank" rel="noopener noreferrer">
      <span className="loc-card">
        {picture ? (
          <img src={picture} alt={t('tickets.map')} />
        ) : (
          <span className="loc-blank">
            <MapPin className="icon icon-xl" aria-hidden />
          </span>
        )}
      </span>
      <b className="font-medium">{description || t('tickets.location')}</b>
    </a>
  )
}

export function Contacts({
  message,
  startConversation,
  save,
}: {
  message: Message
  startConversation?: (card: Card) => void
  save?: (card: Card) => void
}) {
  const cards = cardsOf(message.body)
  if (!cards.length)
    return (
      <span className="whitespace-pre-wrap">
        <Said text={message.body} />
      </span>
    )
  return cards.map(card => (
    <div key={card.number + card.name} className="contact-card">
      <div className="flex items-center gap-2.5">
        <Avatar name={card.name} />
        <div className="min-w-0">
          <div className="font-medium clip">{card.name}</div>
          <div className="muted t-meta">{phone(card.number)}</div>
        </div>
      </div>
      {card.number && (
        <div className="acts">
          <button type="button" onClick={() => startConversation?.(card)}>
            <MessageCircle className="icon icon-sm" aria-hidden /> {t('tickets.talk')}
          </button>
          {!message.fromMe && (
            <button type="button" onClick={() => save?.(card)}>
              <UserPlus className="icon icon-sm" aria-hidden /> {t('tickets.saveContact')}
            </button>
          )}
        </div>
      )}
    </div>
  ))
}

export const Call = ({ message }: { message: Message }) => (
  <div className="call-log">
    <span className="ic">
      <PhoneMissed className="icon" aria-hidden />
    </span>
    <div className="font-medium">{t(isVideoCall(message) ? 'tickets.videoCall' : 'tickets.call')}</div>
  </div>
)
