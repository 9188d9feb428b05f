import { styled } from './kit/style'
import companyStyle from './pages/companies/companies.css'
import chatStyle from './pages/chats/chats.css'
import billingStyle from './pages/billing/billing.css'
import connectionStyle from './pages/connections/connections.css'
import campaignStyle from './pages/campaigns/campaigns.css'
import contactStyle from './pages/contacts/contacts.css'
import barsStyle from './kit/charts/bars.css'
import dashboardStyle from './pages/dashboard/dashboard.css'
import formsStyle from './pages/forms.css'
import fileStyle from './pages/files/files.css'
import helpStyle from './pages/helps/helps.css'
import hoursStyle from './pages/settings/hours/hours.css'
import invoiceStyle from './pages/invoices/invoices.css'
import kanbanStyle from './pages/kanban/kanban.css'
import listStyle from './pages/list.css'
import queueStyle from './pages/queues/queues.css'
import reportStyle from './pages/reports/reports.css'
import messagesApiStyle from './pages/messages-api/messages-api.css'
import scheduleStyle from './pages/schedules/schedules.css'
import ticketsStyle from './pages/tickets/tickets.css'
import settingsStyle from './pages/settings/settings.css'
import todoStyle from './pages/todo-list/todo-list.css'
import sandboxStyle from './pages/sandbox/sandbox.css'

const listed = <Module>(load: () => Promise<Module>, ...styles: string[]) => styled(load, listStyle, formsStyle, ...styles)

/** What is fetched for each page but the inbox, with the styles that it needs: nobody begins with it, and the names of hundreds of files compress badly. */
export const loads = {
  '/kanban': listed(() => import('./pages/kanban/kanban'), kanbanStyle),
  '/contacts': listed(() => import('./pages/contacts/contacts'), contactStyle),
  '/schedules': listed(() => import('./pages/schedules/schedules'), scheduleStyle, contactStyle),
  '/quick-messages': listed(() => import('./pages/quick-messages/quick-messages')),
  '/tags': listed(() => import('./pages/tags/tags')),
  '/todolist': listed(() => import('./pages/todo-list/todo-list'), todoStyle),
  '/chats/:uuid?': listed(() => import('./pages/chats/chats'), ticketsStyle, chatStyle),
  '/helps': listed(() => import('./pages/helps/helps'), helpStyle),
  '/campaigns': listed(() => import('./pages/campaigns/campaigns'), campaignStyle),
  '/contact-lists': listed(() => import('./pages/contact-lists/contact-lists'), campaignStyle),
  '/campaigns-config': listed(() => import('./pages/campaigns-config/campaigns-config'), campaignStyle, hoursStyle),
  '/': listed(() => import('./pages/dashboard/dashboard'), barsStyle, dashboardStyle),
  '/reports': listed(() => import('./pages/reports/reports'), reportStyle),
  '/connections': listed(() => import('./pages/connections/connections'), connectionStyle),
  '/queues': listed(() => import('./pages/queues/queues'), queueStyle, hoursStyle),
  '/users': listed(() => import('./pages/users/users')),
  '/files': listed(() => import('./pages/files/files'), fileStyle),
  '/prompts': listed(() => import('./pages/prompts/prompts')),
  '/queue-integration': listed(() => import('./pages/integrations/integrations')),
  '/messages-api': listed(() => import('./pages/messages-api/messages-api'), messagesApiStyle),
  '/openapi': listed(() => import('./pages/openapi/page'), messagesApiStyle),
  '/event-webhooks': listed(() => import('./pages/event-webhooks/event-webhooks')),
  '/financeiro/:id?': listed(() => import('./pages/invoices/invoices'), invoiceStyle),
  '/subscription': listed(() => import('./pages/invoices/subscription'), invoiceStyle),
  '/settings': listed(() => import('./pages/settings/settings'), settingsStyle, hoursStyle, companyStyle),
  '/companies': listed(() => import('./pages/companies/companies'), companyStyle),
  '/resellers': listed(() => import('./pages/resellers/resellers')),
  '/plans': listed(() => import('./pages/plans/plans')),
  '/receita': listed(() => import('./pages/billing/billing'), barsStyle, dashboardStyle, invoiceStyle, billingStyle),
  '/coupons': listed(() => import('./pages/coupons/coupons')),
  '/plugins': listed(() => import('./pages/plugins/plugins')),
  '/announcements': listed(() => import('./pages/announcements/announcements')),
  '/sandbox': styled(() => import('./pages/sandbox/sandbox'), sandboxStyle, connectionStyle),
  '/opt-outs': listed(() => import('./pages/opt-outs/opt-outs'), campaignStyle),
  '/campaigns/:id': listed(() => import('./pages/campaigns/form/campaign-form'), campaignStyle),
  '/campaign/:id/report': listed(() => import('./pages/campaigns/report/report'), campaignStyle),
  '/contact-lists/:id/contacts': listed(() => import('./pages/contact-list-items/contact-list-items'), campaignStyle),
}
