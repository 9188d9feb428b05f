import { withTexts } from '../../kit/i18n'
import { Suspense } from 'react'
import type { Hours } from '../../../src/modules/companies'
import type { Queue } from '../../catalog'
import type { Tab } from '../../crud/sheet'
import { HoursEditor } from '../settings/hours/editor'
import { USUAL_WEEK } from '../settings/hours/week'
import { Skeleton } from '../../kit/placeholder'
import { retried } from '../../kit/style'
import { companyClock, settings } from '../../session'
import { menuOf } from './menu/editing'
import { words } from './texts'

const MenuTab = retried(withTexts(() => import('./menu/menu-tab')))

/** Whether each queue has hours of its own. */
export const hasHours = () => settings.peek()['scheduleType'] === 'queue'
export const initialHours = (row: Queue | undefined) => ({ schedules: row ? row.schedules : hasHours() ? USUAL_WEEK() : [] })

/** What a queue has beside its fields: the menu that its customers choose from, and its hours where the company has them by queue. */
export function queueTabs(row: Queue | undefined): Tab[] {
  const menu = row && menuOf(row.id)
  const options: Tab = {
    name: 'menu',
    unsaved: () => Boolean(menu?.writing.value?.dirty.value),
    finish: async () => (menu ? menu.finish() : true),
    draw: form =>
      menu ? (
        <Suspense fallback={<Skeleton rows={3} avatar={false} />}>
          <MenuTab menu={menu} greeting={String(form.values.value['greetingMessage'] ?? '')} />
        </Suspense>
      ) : (
        <p className="muted">{words('menuFirst')}</p>
      ),
  }
  const hours: Tab = {
    name: 'hours',
    fields: ['schedules'],
    draw: form => (
      <HoursEditor
        id="f-schedules"
        value={form.values.value['schedules'] as Hours[]}
        change={schedules => form.set('schedules', schedules)}
        error={form.errors.value['schedules']}
        zone={companyClock().timeZone}
      />
    ),
  }
  return hasHours() ? [options, hours] : [options]
}
