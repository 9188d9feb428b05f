import { ContactRound, Inbox } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Right } from '../src/modules/rights'
import type { Language } from './kit/i18n'
import type { Icon } from './kit/lazy-icon'
import { retried, styled } from './kit/style'
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
import Tickets from './pages/tickets/tickets'
import ticketsStyle from './pages/tickets/tickets.css'
import settingsStyle from './pages/settings/settings.css'
import todoStyle from './pages/todo-list/todo-list.css'
import sandboxStyle from './pages/sandbox/sandbox.css'
import { later } from './shell/later-icon'

type Page = {
  path: string
  page: ComponentType
  /** How a page without an entry is called, at the top of a phone and in the tab of the browser. */
  title?: Record<Language, string>
  /** The entry in the drawer; without it the page has none. It is hidden without the right, or while nothing is simulated. */
  nav?: {
    label: Record<Language, string>
    icon: Icon
    group: 'nav.service' | 'nav.campaigns' | 'nav.admin' | 'nav.operation'
    right?: Right
    simulated?: true
  }
}
const listed = <Module,>(load: () => Promise<Module>, ...styles: string[]) => styled(load, listStyle, formsStyle, ...styles)

/** Every page behind the login, in the order of the drawer. A page is loaded when it is opened, with the styles that it needs. */
export const pages: Page[] = [
  {
    path: '/tickets/:uuid?/:message?',
    page: Tickets,
    nav: { label: { pt: 'Atendimentos', en: 'Tickets', es: 'Atenciones' }, icon: Inbox, group: 'nav.service' },
  },
  {
    path: '/kanban',
    page: retried(listed(() => import('./pages/kanban/kanban'), kanbanStyle)),
    nav: { label: { pt: 'Kanban', en: 'Kanban', es: 'Kanban' }, icon: later('SquareKanban'), group: 'nav.service', right: 'kanban:use' },
  },
  {
    path: '/contacts',
    page: retried(listed(() => import('./pages/contacts/contacts'), contactStyle)),
    nav: { label: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' }, icon: ContactRound, group: 'nav.service' },
  },
  {
    path: '/schedules',
    page: retried(listed(() => import('./pages/schedules/schedules'), scheduleStyle, contactStyle)),
    nav: {
      label: { pt: 'Agendamentos', en: 'Schedules', es: 'Agenda' },
      icon: later('CalendarClock'),
      group: 'nav.service',
      right: 'schedules:use',
    },
  },
  {
    path: '/quick-messages',
    page: retried(listed(() => import('./pages/quick-messages/quick-messages'))),
    nav: { label: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' }, icon: later('Zap'), group: 'nav.service' },
  },
  {
    path: '/tags',
    page: retried(listed(() => import('./pages/tags/tags'))),
    nav: { label: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' }, icon: later('Tag'), group: 'nav.service' },
  },
  {
    path: '/todolist',
    page: retried(listed(() => import('./pages/todo-list/todo-list'), todoStyle)),
    nav: { label: { pt: 'Tarefas', en: 'Tasks', es: 'Tareas' }, icon: later('ListChecks'), group: 'nav.service' },
  },
  {
    path: '/chats/:uuid?',
    page: retried(listed(() => import('./pages/chats/chats'), ticketsStyle, chatStyle)),
    nav: {
      label: { pt: 'Chat interno', en: 'Team chat', es: 'Chat interno' },
      icon: later('MessagesSquare'),
      group: 'nav.service',
      right: 'chats:use',
    },
  },
  {
    path: '/helps',
    page: retried(listed(() => import('./pages/helps/helps'), helpStyle)),
    nav: { label: { pt: 'Ajuda', en: 'Help', es: 'Ayuda' }, icon: later('CircleQuestionMark'), group: 'nav.service' },
  },
  {
    path: '/campaigns',
    page: retried(listed(() => import('./pages/campaigns/campaigns'), campaignStyle)),
    nav: {
      label: { pt: 'Campanhas', en: 'Campaigns', es: 'Campañas' },
      icon: later('Megaphone'),
      group: 'nav.campaigns',
      right: 'campaigns:use',
    },
  },
  {
    path: '/contact-lists',
    page: retried(listed(() => import('./pages/contact-lists/contact-lists'), campaignStyle)),
    nav: {
      label: { pt: 'Listas de contatos', en: 'Contact lists', es: 'Listas de contactos' },
      icon: later('List'),
      group: 'nav.campaigns',
      right: 'campaigns:use',
    },
  },
  {
    path: '/campaigns-config',
    page: retried(listed(() => import('./pages/campaigns-config/campaigns-config'), campaignStyle, hoursStyle)),
    nav: {
      label: { pt: 'Intervalos e variáveis', en: 'Intervals and variables', es: 'Intervalos y variables' },
      icon: later('SlidersHorizontal'),
      group: 'nav.campaigns',
      right: 'campaigns:use',
    },
  },
  {
    path: '/',
    page: retried(listed(() => import('./pages/dashboard/dashboard'), barsStyle, dashboardStyle)),
    nav: {
      label: { pt: 'Painel', en: 'Dashboard', es: 'Panel' },
      icon: later('ChartNoAxesColumn'),
      group: 'nav.admin',
      right: 'dashboard:view',
    },
  },
  {
    path: '/reports',
    page: retried(listed(() => import('./pages/reports/reports'), reportStyle)),
    nav: {
      label: { pt: 'Relatórios', en: 'Reports', es: 'Informes' },
      icon: later('FileSpreadsheet'),
      group: 'nav.admin',
      right: 'reports:view',
    },
  },
  {
    path: '/connections',
    page: retried(listed(() => import('./pages/connections/connections'), connectionStyle)),
    nav: {
      label: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
      icon: later('Smartphone'),
      group: 'nav.admin',
      right: 'connections:write',
    },
  },
  {
    path: '/queues',
    page: retried(listed(() => import('./pages/queues/queues'), queueStyle, hoursStyle)),
    nav: { label: { pt: 'Filas', en: 'Queues', es: 'Colas' }, icon: later('Layers'), group: 'nav.admin', right: 'queues:write' },
  },
  {
    path: '/users',
    page: retried(listed(() => import('./pages/users/users'))),
    nav: { label: { pt: 'Usuários', en: 'Users', es: 'Usuarios' }, icon: later('Users'), group: 'nav.admin', right: 'users:write' },
  },
  {
    path: '/files',
    page: retried(listed(() => import('./pages/files/files'), fileStyle)),
    nav: { label: { pt: 'Arquivos', en: 'Files', es: 'Archivos' }, icon: later('Folder'), group: 'nav.admin', right: 'files:write' },
  },
  {
    path: '/prompts',
    page: retried(listed(() => import('./pages/prompts/prompts'))),
    nav: {
      label: { pt: 'Assistentes de IA', en: 'AI assistants', es: 'Asistentes de IA' },
      icon: later('Bot'),
      group: 'nav.admin',
      right: 'prompts:write',
    },
  },
  {
    path: '/queue-integration',
    page: retried(listed(() => import('./pages/integrations/integrations'))),
    nav: {
      label: { pt: 'Integrações', en: 'Integrations', es: 'Integraciones' },
      icon: later('Plug'),
      group: 'nav.admin',
      right: 'integrations:write',
    },
  },
  {
    path: '/messages-api',
    page: retried(listed(() => import('./pages/messages-api/messages-api'), messagesApiStyle)),
    nav: {
      label: { pt: 'API de mensagens', en: 'Messages API', es: 'API de mensajes' },
      icon: later('CodeXml'),
      group: 'nav.admin',
      right: 'externalApi:use',
    },
  },
  {
    path: '/openapi',
    page: retried(listed(() => import('./pages/openapi/page'), messagesApiStyle)),
    title: { pt: 'Referência da API', en: 'API reference', es: 'Referencia de la API' },
  },
  {
    path: '/event-webhooks',
    page: retried(listed(() => import('./pages/event-webhooks/event-webhooks'))),
    nav: {
      label: { pt: 'Avisos por webhook', en: 'Event webhooks', es: 'Avisos por webhook' },
      icon: later('Webhook'),
      group: 'nav.admin',
      right: 'eventWebhooks:write',
    },
  },
  {
    path: '/financeiro/:id?',
    page: retried(listed(() => import('./pages/invoices/invoices'), invoiceStyle)),
    nav: {
      label: { pt: 'Financeiro', en: 'Billing', es: 'Facturación' },
      icon: later('Receipt'),
      group: 'nav.admin',
      right: 'invoices:pay',
    },
  },
  {
    path: '/subscription',
    page: retried(listed(() => import('./pages/invoices/subscription'), invoiceStyle)),
    title: { pt: 'Assinatura', en: 'Subscription', es: 'Suscripción' },
  },
  {
    path: '/settings',
    page: retried(listed(() => import('./pages/settings/settings'), settingsStyle, hoursStyle, companyStyle)),
    nav: {
      label: { pt: 'Configurações', en: 'Settings', es: 'Ajustes' },
      icon: later('Settings'),
      group: 'nav.admin',
      right: 'settings:write',
    },
  },
  {
    path: '/companies',
    page: retried(listed(() => import('./pages/companies/companies'), companyStyle)),
    nav: {
      label: { pt: 'Empresas', en: 'Companies', es: 'Empresas' },
      icon: later('Building2'),
      group: 'nav.operation',
      right: 'companies:write',
    },
  },
  {
    path: '/resellers',
    page: retried(listed(() => import('./pages/resellers/resellers'))),
    nav: {
      label: { pt: 'Revendas', en: 'Resellers', es: 'Reventas' },
      icon: later('Store'),
      group: 'nav.operation',
      right: 'resellers:write',
    },
  },
  {
    path: '/plans',
    page: retried(listed(() => import('./pages/plans/plans'))),
    nav: { label: { pt: 'Planos', en: 'Plans', es: 'Planes' }, icon: later('Package'), group: 'nav.operation', right: 'plans:write' },
  },
  {
    path: '/receita',
    page: retried(listed(() => import('./pages/billing/billing'), barsStyle, dashboardStyle, invoiceStyle, billingStyle)),
    nav: {
      label: { pt: 'Receita', en: 'Revenue', es: 'Ingresos' },
      icon: later('CircleDollarSign'),
      group: 'nav.operation',
      right: 'invoices:operate',
    },
  },
  {
    path: '/coupons',
    page: retried(listed(() => import('./pages/coupons/coupons'))),
    title: { pt: 'Cupons', en: 'Coupons', es: 'Cupones' },
  },
  {
    path: '/plugins',
    page: retried(listed(() => import('./pages/plugins/plugins'))),
    nav: {
      label: { pt: 'Plugins', en: 'Plugins', es: 'Plugins' },
      icon: later('Blocks'),
      group: 'nav.operation',
      right: 'plugins:operate',
    },
  },
  {
    path: '/announcements',
    page: retried(listed(() => import('./pages/announcements/announcements'))),
    nav: {
      label: { pt: 'Comunicados', en: 'Announcements', es: 'Comunicados' },
      icon: later('Bell'),
      group: 'nav.operation',
      right: 'announcements:write',
    },
  },
  {
    path: '/sandbox',
    page: retried(styled(() => import('./pages/sandbox/sandbox'), sandboxStyle, connectionStyle)),
    nav: {
      label: { pt: 'Simulador', en: 'Simulator', es: 'Simulador' },
      icon: later('FlaskConical'),
      group: 'nav.admin',
      simulated: true,
    },
  },
  // Reached from the pages above.
  {
    path: '/opt-outs',
    page: retried(listed(() => import('./pages/opt-outs/opt-outs'), campaignStyle)),
    title: { pt: 'Pedidos de saída', en: 'Opt-outs', es: 'Pedidos de baja' },
  },
  { path: '/campaigns/:id', page: retried(listed(() => import('./pages/campaigns/form/campaign-form'), campaignStyle)) },
  {
    path: '/campaign/:id/report',
    page: retried(listed(() => import('./pages/campaigns/report/report'), campaignStyle)),
    title: { pt: 'Campanha', en: 'Campaign', es: 'Campaña' },
  },
  {
    path: '/contact-lists/:id/contacts',
    page: retried(listed(() => import('./pages/contact-list-items/contact-list-items'), campaignStyle)),
  },
]
