import { Ban, Check, CheckCheck, CircleAlert, Clock3, Download, MapPin, PhoneMissed } from 'lucide-react'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { get } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { clock, phone } from '../../kit/format'
import { bytes } from '../../kit/measures'
import { t } from '../../kit/i18n'
import { VoicePlayer } from '../../kit/player'
import { RichText } from '../../kit/rich-text'
import type { Entry } from './types'

const ticks = {
  waiting: { icon: Clock3, word: 'tickets.tick.queued' },
  sent: { icon: Check, word: 'tickets.tick.sent' },
  delivered: { icon: CheckCheck, word: 'tickets.tick.delivered' },
  read: { icon: CheckCheck, word: 'tickets.tick.read' },
  played: { icon: CheckCheck, word: 'tickets.tick.played' },
  failed: { icon: CircleAlert, word: 'tickets.tick.failed' },
} as const

function Stamp({ entry }: { entry: Entry }) {
  const { icon: Icon, word } = ticks[entry.status]
  const time = clock(entry.at)
  return (
    <span className="stamp">
      {entry.edits.length ? t('tickets.edited', { time }) : time}
      {entry.fromMe && !entry.deleted && (
        <Icon className={`icon tick${/read|played/.test(entry.status) ? ' read' : ''}`} role="img" aria-label={t(word)} />
      )}
    </span>
  )
}

/** The address of a file that the phone shows. */
function useMedia(path: string) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let current = true
    void get<{ url: string }>(path).then(
      found => current && setUrl(found.url),
      () => {},
    )
    return () => {
      current = false
    }
  }, [path])
  return url
}

/** One message on a simulated phone. */
export const EntryBubble = memo(function EntryBubble({ entry, path }: { entry: Entry; path: string }) {
  const media = entry.type === 'image' || entry.type === 'video' || entry.type === 'location'
  const kind = media && !entry.deleted && (entry.type === 'location' || entry.text ? 'has-media' : 'has-media is-bare')
  const faces = [...new Set(Object.values(entry.reactions))]
  return (
    <article className={entry.fromMe ? 'msg out' : 'msg'}>
      <div className={kind ? `bubble ${kind}` : 'bubble'}>
        {entry.deleted ? (
          <>
            <span className="deleted">
              <Ban className="icon icon-sm" aria-hidden /> {t('tickets.deleted')}
            </span>
            <Stamp entry={entry} />
          </>
        ) : (
          <>
            {entry.quoted && <span className="quoted">{entry.quoted.text}</span>}
            <Inside entry={entry} path={`${path}/media/${entry.id}`} stamp={<Stamp entry={entry} />} />
          </>
        )}
      </div>
      {faces.length > 0 && !entry.deleted && <span className="reactions">{faces.join('')}</span>}
    </article>
  )
})

type Inner = { entry: Entry; path: string; stamp: ReactNode }

function Inside({ entry, path, stamp }: Inner) {
  if (entry.type === 'image' || entry.type === 'video' || entry.type === 'sticker')
    return <Picture entry={entry} path={path} stamp={stamp} />
  if (entry.type === 'audio') return <Audio entry={entry} path={path} stamp={stamp} />
  if (entry.type === 'document') return <File entry={entry} path={path} stamp={stamp} />
  if (entry.type === 'location') return <SharedLocation entry={entry} stamp={stamp} />
  if (entry.type === 'contact')
    return (
      <>
        {entry.contacts?.map(card => (
          <div key={card.phone} className="flex items-center gap-2.5">
            <Avatar name={card.name} size={32} />
            <div className="min-w-0">
              <div className="font-medium clip">{card.name}</div>
              <div className="muted t-meta">{phone(card.phone)}</div>
            </div>
          </div>
        ))}
        {stamp}
      </>
    )
  if (entry.type === 'call')
    return (
      <>
        <span className="inline-flex items-center gap-1.5">
          <PhoneMissed className="icon icon-sm" aria-hidden />
          {t('tickets.call')}
        </span>
        {stamp}
      </>
    )
  return (
    <>
      <span className="whitespace-pre-wrap">
        <RichText text={entry.text} />
      </span>
      {stamp}
    </>
  )
}

function Picture({ entry, path, stamp }: Inner) {
  const url = useMedia(path)
  const { width, height } = entry.media ?? {}
  const style = { aspectRatio: width && height ? width / height : 1.5 }
  return (
    <>
      <span className={entry.type === 'sticker' ? 'sim-sticker' : 'media-one sim-media'} style={style}>
        {url &&
          (entry.type === 'video' ? (
            <video src={url} controls preload="metadata" aria-label={t('tickets.video')} />
          ) : (
            <img src={url} alt={entry.text || t(entry.type === 'sticker' ? 'tickets.sticker' : 'tickets.photo')} />
          ))}
      </span>
      {entry.type !== 'sticker' && entry.text && <RichText text={entry.text} />}
      {stamp}
    </>
  )
}

function Audio({ entry, path, stamp }: Inner) {
  const url = useMedia(path)
  return url ? <VoicePlayer src={url} seconds={entry.media?.seconds} stamp={stamp} /> : <span className="muted">{t('tickets.audio')}</span>
}

function File({ entry, path, stamp }: Inner) {
  const url = useMedia(path)
  const name = entry.media?.fileName ?? (entry.text || t('tickets.document'))
  return (
    <>
      <div className="file-card sim-file">
        <span className="ft" aria-hidden>
          {(/\.(\w{1,4})$/.exec(name)?.[1] ?? 'doc').toUpperCase()}
        </span>
        <div className="min-w-0">
          <div className="clip font-medium">{name}</div>
          <div className="muted t-meta">{bytes(entry.media?.bytes ?? 0)}</div>
        </div>
        {url && (
          <a
            className="btn btn-icon btn-sm"
            href={url}
            download={name}
            target="_blank"
            rel="noopener"
            aria-label={t('tickets.downloadFile', { name })}
          >
            <Download className="icon" aria-hidden />
          </a>
        )}
      </div>
      {entry.text && entry.text !== name && <RichText text={entry.text} />}
      {stamp}
    </>
  )
}

const SharedLocation = ({ entry, stamp }: Omit<Inner, 'path'>) => (
  <>
    <span className="sim-place" aria-hidden>
      <MapPin className="icon icon-xl" />
    </span>
    {entry.location?.name || t('tickets.location')}
    {entry.location?.address && <span className="muted t-meta block">{entry.location.address}</span>}
    {stamp}
  </>
)
