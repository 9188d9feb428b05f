// What of the shell comes a moment after the page, in one script.
import '../kit/installing'
import '../kit/ahead'
import '../kit/second-click'
import '../kit/back'
import '../kit/pull-down'
import './ask-version'
import './follow-failures'
import './follow-mentions'
import './follow-payments'
import './tell-unread'
import { styled } from '../kit/style'
import { user } from '../session'
import formsStyle from '../pages/forms.css'
import ticketsStyle from '../pages/tickets/tickets.css'
import keyboardStyle from './keyboard.css'
import paletteStyle from './palette/palette.css'

export * from './icons'
export { default as Announcements } from './announcements'
export { default as Corners } from './corners'
export { Menu } from './menu'
export { Questions } from './questions'
export { StorageNotice } from './storage-notice'
export { TabBar } from './tab-bar'

/** What a page before left behind, said or promised, is done from whichever page comes next. */
const mine = (log: string) => localStorage.getItem(`${log}-${user.peek()?.companyId}-${user.peek()?.id}`)
if (mine('unsent-of') ?? mine('wishes-of'))
  void styled(() => import('../pages/tickets/conversation/conversation-pane'), formsStyle, ticketsStyle)().catch(() => {})
// A browser that can't takes nothing else with it.
void import('./push').catch(() => {})
void import('../pages').catch(() => {})
void styled(() => import('./keyboard'), keyboardStyle)().catch(() => {})
void styled(() => import('./palette/palette'), paletteStyle)().catch(() => {})
