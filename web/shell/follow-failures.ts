import { navigate } from 'wouter/use-browser-location'
import { get } from '../kit/api'
import { connected, on, onResync } from '../kit/realtime'
import { toast } from '../kit/toast'
import { inWords } from '../pages/tickets/conversation/preview'
import { notify } from './desktop-notice'
import { type Failure, failures, sawFailures } from './failures'
import { words } from './notice-words'

/** Of a message, in a notice that stands in a corner. */
const EXCERPT = 60
const isOnScreen = ({ uuid }: Failure) => !document.hidden && location.pathname.includes(uuid)

/** Nothing is told of what the first reading finds: it was told, and the rows and the bell keep it. */
let isFirst = true
let [isReading, isDue] = [false, false]
/** One reading at a time: what a number that went down failed to send is told message by message. */
async function reload() {
  isDue = true
  if (isReading) return
  isReading = true
  try {
    while (isDue) {
      isDue = false
      take((await get<{ failures: Failure[] }>('/message-failures')).failures)
    }
  } finally {
    isReading = false
  }
}
function take(now: Failure[]) {
  const known = new Set(failures.peek().map(({ id }) => id))
  failures.value = now
  for (const failure of now.toReversed()) {
    if (isOnScreen(failure)) sawFailures(failure.ticketId)
    else if (!isFirst && !known.has(failure.id)) tell(failure)
  }
  isFirst = false
}
function tell({ id, contact, uuid, text }: Failure) {
  const title = words('notDelivered', { name: contact })
  const body = inWords(text)
  const start = body.length > EXCERPT ? `${body.slice(0, EXCERPT).trimEnd()}…` : body
  const path = `/tickets/${uuid}`
  toast.offer(`${title}: ${start}`, { label: words('open'), act: () => navigate(path) }, 'bad')
  notify({ title, body, tag: `failure-${id}`, path })
}

// From its first import on.
const follow = () => void reload().catch(() => {})
on('messageFailure', follow)
onResync(follow)
if (connected.peek()) follow()
