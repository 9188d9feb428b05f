import { FileText, Link2, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { shortTime } from '../../../kit/format'
import { bytes } from '../../../kit/measures'
import { t } from '../../../kit/i18n'
import { on, onResync } from '../../../kit/realtime'
import { addressesIn } from '../../../kit/addresses'
import type { Message } from '../types'
import { Listed } from './listed'
import { keyset } from '../../../kit/keyset'
import { words } from './texts'

const KINDS = ['pictures', 'files', 'links'] as const
type Kind = (typeof KINDS)[number]
const none = { pictures: 'noPictures', files: 'noFiles', links: 'noLinks' } as const
const fits: Record<Kind, (message: Message) => boolean> = {
  pictures: ({ mediaType }) => mediaType === 'image' || mediaType === 'video',
  files: ({ mediaType }) => mediaType === 'application' || mediaType === 'audio',
  links: ({ body }) => body.includes('://'),
}

/** Of one message: whoever writes five thousand into it would have them all drawn. The others stand in the message. */
const MOST_LINKS = 20

type Props = { ticketId: number; contactId: number; land: (id: string) => void }

/** What was exchanged with the contact in all tickets that one sees, by kind; a press goes to its message. */
export function Exchanged(props: Props) {
  const [kind, setKind] = useState<Kind>('pictures')
  return (
    <section className="sec" aria-label={words('exchanged')}>
      <div className="segment mb-3" role="tablist" aria-label={words('exchanged')}>
        {KINDS.map(one => (
          <button key={one} type="button" role="tab" aria-selected={kind === one} onClick={() => setKind(one)}>
            {words(one)}
          </button>
        ))}
      </div>
      <OfKind key={kind} kind={kind} {...props} />
    </section>
  )
}

function OfKind({ kind, ticketId, contactId, land }: Props & { kind: Kind }) {
  const pages = useMemo(() => keyset<Message>(`/messages/${ticketId}/shared`, 'messages', { kind }), [ticketId, kind])
  useEffect(() => {
    void pages.reload()
    const stops = [
      on('appMessage', ({ message }) => {
        const known = pages.rows.peek().some(({ id }) => id === message.id)
        if (known || ((message.ticketId === ticketId || message.contactId === contactId) && fits[kind](message))) void pages.reload()
      }),
      onResync(() => void pages.reload()),
    ]
    return () => stops.forEach(stop => stop())
  }, [pages, kind, ticketId, contactId])
  return (
    <Listed pages={pages} what={words('what')} none={words(none[kind])}>
      {rows => (
        <ul className={kind === 'pictures' ? 'shared-grid' : 'shared-list'} aria-label={words(kind)}>
          {kind === 'links'
            ? rows.flatMap(message =>
                [...new Set(addressesIn(message.body))].slice(0, MOST_LINKS).map(address => (
                  <li key={message.id + address}>
                    <LinkRow message={message} address={address} land={land} />
                  </li>
                )),
              )
            : rows.map(message => (
                <li key={message.id}>
                  {kind === 'pictures' ? <Picture message={message} land={land} /> : <FileRow message={message} land={land} />}
                </li>
              ))}
        </ul>
      )}
    </Listed>
  )
}

type RowProps = { message: Message; land: (id: string) => void }

function Picture({ message, land }: RowProps) {
  const isVideo = message.mediaType === 'video'
  const label = words('picture', { kind: t(isVideo ? 'tickets.video' : 'tickets.photo'), when: shortTime(message.createdAt) })
  return (
    <button type="button" className="shared-pic" aria-label={label} onClick={() => land(message.id)}>
      {isVideo ? (
        <>
          <video src={`${message.mediaUrl}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
          <Play className="icon" aria-hidden />
        </>
      ) : (
        <img src={message.mediaUrl ?? ''} alt="" loading="lazy" />
      )}
    </button>
  )
}

function FileRow({ message, land }: RowProps) {
  return (
    <button type="button" className="shared-row" onClick={() => land(message.id)}>
      <FileText className="icon" aria-hidden />
      <span className="min-w-0">
        <span className="block clip">{message.fileName ?? message.body}</span>
        <span className="block faint t-meta">
          {[message.fileSize && bytes(message.fileSize), shortTime(message.createdAt)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  )
}

const LinkRow = ({ message, address, land }: RowProps & { address: string }) => (
  <button type="button" className="shared-row" onClick={() => land(message.id)}>
    <Link2 className="icon" aria-hidden />
    <span className="min-w-0">
      <span className="block clip">{address.replace(/^https?:\/\/(www\.)?/, '')}</span>
      <span className="block faint t-meta">
        {message.fromMe ? t('tickets.you') : (message.contact?.name ?? t('tickets.customer'))} · {shortTime(message.createdAt)}
      </span>
    </span>
  </button>
)
