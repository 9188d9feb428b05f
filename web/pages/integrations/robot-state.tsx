import { State } from '../../kit/chips'
import { ago } from '../../kit/format'
import { locale, number, translated } from '../../kit/i18n'
import { words } from './texts'

type Props = { lastAt: string | null; lastError: string | null; spentTokens: number; spentMonth: string }

const monthName = (month: string) => new Date(`${month}-15T12:00:00`).toLocaleDateString(locale(), { month: 'long' })

/** How a robot's last answer went, and what its answers cost in the month of the last. */
export const RobotState = ({ spentTokens, spentMonth, ...last }: Props) => (
  <div className="grid justify-items-start gap-1">
    <Last {...last} />
    {spentTokens > 0 && (
      <span className="t-meta faint tnum">{words('spent', { tokens: number(spentTokens), month: monthName(spentMonth) })}</span>
    )}
  </div>
)

const Last = ({ lastAt, lastError }: Pick<Props, 'lastAt' | 'lastError'>) => {
  if (!lastAt) return <State tone="idle">{words('stateNever')}</State>
  if (!lastError) return <State tone="ok">{words('stateOk', { ago: ago(lastAt) })}</State>
  return (
    <>
      <State tone="bad">{words('stateBad', { ago: ago(lastAt) })}</State>
      <span className="t-meta faint only-wide">{translated(`error.${lastError}`) ?? lastError}</span>
    </>
  )
}
