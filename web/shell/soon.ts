// What of the shell comes a moment after the page, in one script.
import '../kit/ahead'
import '../kit/back'
import './follow-mentions'
import './follow-payments'

export * from './icons'
export { default as Announcements } from './announcements'
export { default as Corners } from './corners'
export { Menu } from './menu'
export { Questions } from './questions'
export { TabBar } from './tab-bar'

// A browser that can't takes nothing else with it.
void import('./push').catch(() => {})
void import('../pages').catch(() => {})
void import('./palette/palette').catch(() => {})
