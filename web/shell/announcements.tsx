import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import type { announcements } from '../../src/modules/announcements'
import { announcementApi } from '../../src/modules/announcements/api'
import { Count, State } from '../kit/chips'
import { collection } from '../kit/collection'
import { date } from '../kit/format'
import { texts } from '../kit/i18n'
import { Pop } from '../kit/popover'
import type { RowOf } from '../kit/rows'
import { user } from '../session'

type Announcement = RowOf<typeof announcements>

const words = texts({
  pt: {
    title: 'Comunicados',
    new: '{n} comunicado novo|{n} comunicados novos',
    picture: 'Abrir a imagem de {title}',
    1: 'Urgente',
    2: 'Importante',
    3: 'Informação',
  },
  en: {
    title: 'Announcements',
    new: '{n} new announcement|{n} new announcements',
    picture: 'Open the picture of {title}',
    1: 'Urgent',
    2: 'Important',
    3: 'Information',
  },
  es: {
    title: 'Comunicados',
    new: '{n} comunicado nuevo|{n} comunicados nuevos',
    picture: 'Abrir la imagen de {title}',
    1: 'Urgente',
    2: 'Importante',
    3: 'Información',
  },
})
const TONES = { 1: 'bad', 2: 'wait', 3: 'idle' } as const

/** All at once: a page of them could hold those alone that are not active. */
const api = { ...announcementApi, path: '/announcements/list', rows: null } as const
const list = collection<Announcement>({ api, order: (a, b) => a.priority - b.priority || b.id - a.id })

/** Up to which change somebody has opened them, kept by this browser for each person: a draft is news when it is published. */
const key = () => `announcements-${user.peek()?.id}`
const opened = signal(0)
const changeOf = ({ updatedAt }: Announcement) => Date.parse(updatedAt)
function remember(change: number) {
  opened.value = change
  localStorage.setItem(key(), String(change))
}

/** What the operators say to everyone: unread until it was opened, and nowhere while there is nothing. */
export default function Announcements() {
  useSignals()
  useEffect(() => {
    opened.value = Number(localStorage.getItem(key()))
    void list.find('')
    return list.follow()
  }, [])
  // Operators read those too that are not active.
  const rows = list.items.value.filter(({ status }) => status)
  const unread = rows.filter(row => changeOf(row) > opened.value).length
  if (!rows.length) return null
  const label = unread ? words('new', { n: unread }) : words('title')
  return (
    <Pop
      label={words('title')}
      width={340}
      end
      trigger={
        <button className="btn btn-icon" aria-label={label} data-tip={words('title')}>
          <Megaphone className="icon" aria-hidden />
          <Count n={unread} className="badge-pin" />
        </button>
      }
    >
      {() => <Opened rows={rows} />}
    </Pop>
  )
}

function Opened({ rows }: { rows: Announcement[] }) {
  useEffect(() => remember(Math.max(...rows.map(changeOf))), [rows])
  return (
    <div className="grid gap-4 px-4 py-4">
      {rows.map(({ id, title, text, priority, mediaPath, createdAt }) => (
        <article key={id} className="grid gap-1 justify-items-start min-w-0">
          <div className="flex items-center gap-2 w-full">
            <State tone={TONES[priority as 1]}>{words.find(String(priority))}</State>
            <span className="ml-auto t-micro faint">{date(createdAt)}</span>
          </div>
          <b className="font-semibold wrap-anywhere">{title}</b>
          <p className="muted whitespace-pre-line wrap-anywhere">{text}</p>
          {mediaPath && (
            <a href={mediaPath} aria-label={words('picture', { title })} target="_blank" rel="noopener noreferrer">
              <img src={mediaPath} alt="" loading="lazy" style={{ maxHeight: 200, borderRadius: 8 }} />
            </a>
          )}
        </article>
      ))}
    </div>
  )
}
