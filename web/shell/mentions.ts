import { signal } from '@preact/signals-react'
import type { Events } from '../../src/kernel/context'
import { get, post } from '../kit/api'
import { t } from '../kit/i18n'
import { on, onResync } from '../kit/realtime'
import { replayMissed } from '../kit/replay-missed'
import type { Json } from '../kit/rows'
import { toast } from '../kit/toast'
import { notify } from './desktop-notice'

export type Mention = Extract<Json<Events['noteMention']>, { action: 'create' }>['mention']

/** Notes that name this person in tickets that they have not looked at since, newest first. */
export const mentions = signal<Mention[]>([])
const replay = replayMissed()
const isOnScreen = ({ uuid }: Mention) => !document.hidden && location.pathname.includes(uuid)

const reload = () =>
  replay
    .take(get<{ mentions: Mention[] }>('/note-mentions'), page => (mentions.value = page.mentions))
    .then(() =>
      mentions
        .peek()
        .filter(isOnScreen)
        .forEach(({ ticketId }) => sawMentions(ticketId)),
    )
    .catch(() => {})

/** The ticket is on this person's screen. */
export function sawMentions(ticketId: number) {
  if (mentions.peek().some(mention => mention.ticketId === ticketId)) void post('/note-mentions/seen', { ticketId }).catch(() => {})
}

/** Follows where the person is named. Returns how to stop. */
export function watchMentions() {
  void reload()
  const stops = [
    on('noteMention', event => {
      if (event.action === 'seen')
        return replay.change(() => (mentions.value = mentions.value.filter(({ ticketId }) => ticketId !== event.ticketId)))
      const { mention } = event
      replay.change(() => (mentions.value = [mention, ...mentions.value.filter(({ id }) => id !== mention.id)]))
      if (isOnScreen(mention)) return sawMentions(mention.ticketId)
      const title = t('notifications.mentioned', { name: mention.by ?? '' })
      toast.ok(`${title} · ${mention.contact}`)
      notify({ title, body: mention.note, tag: `mention-${mention.id}`, path: `/tickets/${mention.uuid}` })
    }),
    onResync(() => void reload()),
  ]
  return () => stops.forEach(stop => stop())
}
