import type { ShownIntegration } from '../../../src/modules/integrations'
import { State } from '../../kit/chips'
import { ago, clock } from '../../kit/format'
import { locale, number } from '../../kit/i18n'
import type { Json } from '../../kit/rows'
import { reasonText } from './reason'
import { words } from './texts'

type Props = Pick<Json<ShownIntegration>, 'lastAt' | 'lastError' | 'spentTokens' | 'spentMonth' | 'failures' | 'retryAt'>

const monthName = (month: string) => new Date(`${month}-15T12:00:00`).toLocaleDateString(locale(), { month: 'long' })

/** How a robot's last answer went, whether it is asked at all, and what its answers cost in the month of the last. */
export const RobotState = ({ lastAt, lastError, spentTokens, spentMonth, failures, retryAt }: Props) => (
  <div className="grid gap-1" style={{ paddingBlock: retryAt ? 8 : 0 }}>
    <div className="flex flex-wrap items-center gap-2">
      {retryAt ? <Paused retryAt={retryAt} /> : <Last lastAt={lastAt} failed={lastError !== null} />}
      {spentTokens > 0 && (
        <span className="t-meta faint tnum">{words('spent', { tokens: number(spentTokens), month: monthName(spentMonth) })}</span>
      )}
    </div>
    {lastError !== null && <span className="t-meta faint wrap-anywhere">{reasonText(lastError)}</span>}
    {retryAt && <span className="t-meta faint">{words('pausedWhy', { n: failures })}</span>}
  </div>
)

const isAhead = (moment: string) => Date.parse(moment) > Date.now()

/** Its circuit is open: until a moment, and then until somebody writes. */
const Paused = ({ retryAt }: { retryAt: string }) =>
  isAhead(retryAt) ? (
    <State tone="bad">{words('statePaused', { time: clock(retryAt) })}</State>
  ) : (
    <State tone="wait">{words('stateTries')}</State>
  )

const Last = ({ lastAt, failed }: { lastAt: string | null; failed: boolean }) => {
  if (!lastAt) return <State tone="idle">{words('stateNever')}</State>
  return failed ? (
    <State tone="bad">{words('stateBad', { ago: ago(lastAt) })}</State>
  ) : (
    <State tone="ok">{words('stateOk', { ago: ago(lastAt) })}</State>
  )
}
