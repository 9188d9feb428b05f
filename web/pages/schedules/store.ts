import { signal } from '@preact/signals-react'
import { scheduleApi } from '../../../src/modules/schedules/api'
import { get } from '../../kit/api'
import { on, onResync } from '../../kit/realtime'
import { daysOf, type View, wallOf } from './time'
import type { Schedule } from './state'

type Answer = { schedules: Schedule[]; repeats: Schedule[] }
const QUIET_MS = 300

/** What the days of a view hold, read anew when something of it changed. */
export function calendarStore() {
  const rows = signal<Schedule[]>([])
  const [loaded, failed] = [signal(false), signal(false)]
  let asked: { from: string; to: string; userId: number | undefined } | undefined
  let turn = 0
  let quiet: ReturnType<typeof setTimeout> | undefined

  async function read() {
    if (!asked) return
    const mine = ++turn
    try {
      const { schedules, repeats } = await get<Answer>(`${scheduleApi.path}/calendar`, asked)
      if (mine !== turn) return
      rows.value = [...schedules, ...repeats].toSorted((a, b) => a.sendAt.localeCompare(b.sendAt) || a.id - b.id)
      loaded.value = true
      failed.value = false
    } catch {
      if (mine === turn) failed.value = true
    }
  }
  /** Debounced: several changes at once are read once. */
  const hear = () => {
    clearTimeout(quiet)
    quiet = setTimeout(() => void read(), QUIET_MS)
  }
  return {
    rows,
    loaded,
    failed,
    read,
    show(view: View, date: string, userId: number | undefined) {
      const days = daysOf(view, date)
      asked = { from: days[0]!, to: days.at(-1)!, userId }
      void read()
    },
    follow() {
      const stops = [on('company{c}-schedule', hear), onResync(() => void read())]
      return () => stops.forEach(stop => stop())
    },
    byDay: () => Map.groupBy(rows.value, ({ sendAt }) => wallOf(sendAt).slice(0, 10)),
  }
}
