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

/** When the newest of those that are known failed: nothing is told of what the first reading finds, which the rows and the bell keep. */
let known: string | undefined
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
  failures.value = now
  const since = known
  known = now.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), since ?? '')
  for (const ticketId of new Set(now.filter(isOnScreen).map(failure => failure.ticketId))) sawFailures(ticketId)
  if (since === undefined) return
  const fresh = now.filter(failure => failure.createdAt > since && !isOnScreen(failure))
  if (fresh[0]) tell(fresh[0], fresh.length)
}
/** Many at once are one notice: a number that is down fails all that waits. */
function tell({ contact, uuid, text }: Failure, count: number) {
  const title = count > 1 ? words('notDeliveredMany', { n: count }) : words('notDelivered', { name: contact })
  const body = count > 1 ? contact : inWords(text)
  const start = body.length > EXCERPT ? `${body.slice(0, EXCERPT).trimEnd()}…` : body
  const path = `/tickets/${uuid}`
  toast.offer(count > 1 ? title : `${title}: ${start}`, { label: words('open'), act: () => navigate(path) }, 'bad')
  notify({ title, body, tag: 'failures', path, isOnlyHere: true })
}

// From its first import on.
const follow = () => void reload().catch(() => {})
on('messageFailure', follow)
onResync(follow)
if (connected.peek()) follow()
