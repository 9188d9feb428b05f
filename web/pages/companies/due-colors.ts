import { DEMO_KEPT_DAYS } from '../../../src/modules/companies/body'
import { date } from '../../kit/format'
import type { Company } from './types'
import { words } from './texts'

type Due = { tone: 'ok' | 'wait' | 'bad' | 'idle'; row?: 'row-warn' | 'row-bad'; text: string }
const SOON_DAYS = 5
const DAY_MS = 86_400_000

/** Civil days until a due date where the company is; negative when it has passed. */
function daysUntil({ dueDay, timeZone }: Pick<Company, 'dueDay' | 'timeZone'>) {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone })
  return Math.round((Date.parse(dueDay!) - Date.parse(today)) / DAY_MS)
}

/** How a company stands, in a word and in the colour of its row: due within five days yellow, today or before red. */
export function dueOf(company: Company): Due {
  if (!company.status) return { tone: 'idle', text: words('suspended') }
  if (company.isDemo) return ofDemonstration(company)
  if (!company.dueDay) return { tone: 'ok', text: words('noEnd') }
  const days = daysUntil(company)
  if (days > SOON_DAYS) return { tone: 'ok', text: words('current') }
  if (days > 0) return { tone: 'wait', row: 'row-warn', text: words('dueIn', { n: days }) }
  return { tone: 'bad', row: 'row-bad', text: days ? words('dueSince', { n: -days }) : words('dueToday') }
}

function ofDemonstration(company: Company): Due {
  if (!company.dueDay) return { tone: 'wait', text: words('demoOpen') }
  const days = daysUntil(company)
  if (days >= 0) return { tone: 'wait', text: days ? words('demoDays', { n: days }) : words('demoLast') }
  const deleted = new Date(civil(company.dueDay)).getTime() + (DEMO_KEPT_DAYS + 1) * DAY_MS
  return { tone: 'idle', text: words('demoOver', { date: date(deleted) }) }
}

/** A civil date as people here write it. */
export const civil = (day: string) => `${day}T12:00`
