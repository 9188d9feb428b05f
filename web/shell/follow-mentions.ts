import { navigate } from 'wouter/use-browser-location'
import { get } from '../kit/api'
import { t } from '../kit/i18n'
import { connected, on, onResync } from '../kit/realtime'
import { replayMissed } from '../kit/replay-missed'
import { toast } from '../kit/toast'
import { notify } from './desktop-notice'
import { type Mention, mentions, pathOf, sawMentions } from './mentions'
import { words } from './notice-words'

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

// From its first import on.
on('noteMention', event => {
  if (event.action === 'seen')
    return replay.change(() => (mentions.value = mentions.value.filter(({ ticketId }) => ticketId !== event.ticketId)))
  const { mention } = event
  replay.change(() => (mentions.value = [mention, ...mentions.value.filter(({ id }) => id !== mention.id)]))
  if (isOnScreen(mention)) return sawMentions(mention.ticketId)
  const title = t('notifications.mentioned', { name: mention.by ?? '' })
  const path = pathOf(mention)
  toast.offer(`${title} · ${mention.contact}`, { label: words('open'), act: () => navigate(path) })
  notify({ title, body: mention.note, tag: `mention-${mention.id}`, path })
})
onResync(() => void reload())
if (connected.peek()) void reload()
