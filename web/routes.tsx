import { partOf, retryable } from './kit/retryable'
import { ContactRound, Inbox } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Right } from '../src/modules/rights'
import type { Language } from './kit/i18n'
import type { Icon } from './kit/lazy-icon'
import { retried } from './kit/style'
import Tickets from './pages/tickets/tickets'
import { later } from './shell/later-icon'

type Late = keyof typeof import('./pages').loads
type Page = {
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
const late: (Page & { path: Late })[] = [
  {
    path: '/kanban',
    nav: { label: { pt: 'Kanban', en: 'Kanban', es: 'Kanban' }, icon: later('SquareKanban'), group: 'nav.service', right: 'kanban:use' },
  },
  {
    path: '/contacts',
    nav: { label: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' }, icon: ContactRound, group: 'nav.service' },
  },
  {
    path: '/schedules',
    nav: {
      label: { pt: 'Agendamentos', en: 'Schedules', es: 'Agenda' },
      icon: later('CalendarClock'),
      group: 'nav.service',
      right: 'schedules:use',
    },
  },
  {
    path: '/quick-messages',
    nav: { label: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' }, icon: later('Zap'), group: 'nav.service' },
  },
  {
    path: '/tags',
    nav: { label: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' }, icon: later('Tag'), group: 'nav.service' },
  },
  {
    path: '/todolist',
    nav: { label: { pt: 'Tarefas', en: 'Tasks', es: 'Tareas' }, icon: later('ListChecks'), group: 'nav.service' },
  },
  {
    path: '/chats/:uuid?',
    nav: {
      label: { pt: 'Chat interno', en: 'Team chat', es: 'Chat interno' },
      icon: later('MessagesSquare'),
      group: 'nav.service',
      right: 'chats:use',
    },
  },
  {
    path: '/helps',
    nav: { label: { pt: 'Ajuda', en: 'Help', es: 'Ayuda' }, icon: later('CircleQuestionMark'), group: 'nav.service' },
  },
  {
    path: '/campaigns',
    nav: {
      label: { pt: 'Campanhas', en: 'Campaigns', es: 'Campañas' },
      icon: later('Megaphone'),
      group: 'nav.campaigns',
      right: 'campaigns:use',
    },
  },
  {
    path: '/contact-lists',
    nav: {
      label: { pt: 'Listas de contatos', en: 'Contact lists', es: 'Listas de contactos' },
      icon: later('List'),
      group: 'nav.campaigns',
      right: 'campaigns:use',
    },
  },
  {
    path: '/campaigns-config',
    nav: {
      label: { pt: 'Intervalos e variáveis', en: 'Intervals and variables', es: 'Intervalos y variables' },
      icon: later('SlidersHorizontal'),
      group: 'nav.campaigns',
      right: 'campaigns:use',
    },
  },
  {
    path: '/',
    nav: {
      label: { pt: 'Painel', en: 'Dashboard', es: 'Panel' },
      icon: later('ChartNoAxesColumn'),
      group: 'nav.admin',
      right: 'dashboard:view',
    },
  },
  {
    path: '/reports',
    nav: {
      label: { pt: 'Relatórios', en: 'Reports', es: 'Informes' },
      icon: later('FileSpreadsheet'),
      group: 'nav.admin',
      right: 'reports:view',
    },
  },
  {
    path: '/connections',
    nav: {
      label: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
      icon: later('Smartphone'),
      group: 'nav.admin',
      right: 'connections:write',
    },
  },
  {
    path: '/queues',
    nav: { label: { pt: 'Filas', en: 'Queues', es: 'Colas' }, icon: later('Layers'), group: 'nav.admin', right: 'queues:write' },
  },
  {
    path: '/users',
    nav: { label: { pt: 'Usuários', en: 'Users', es: 'Usuarios' }, icon: later('Users'), group: 'nav.admin', right: 'users:write' },
  },
  {
    path: '/files',
    nav: { label: { pt: 'Arquivos', en: 'Files', es: 'Archivos' }, icon: later('Folder'), group: 'nav.admin', right: 'files:write' },
  },
  {
    path: '/prompts',
    nav: {
      label: { pt: 'Assistentes de IA', en: 'AI assistants', es: 'Asistentes de IA' },
      icon: later('Bot'),
      group: 'nav.admin',
      right: 'prompts:write',
    },
  },
  {
    path: '/queue-integration',
    nav: {
      label: { pt: 'Integrações', en: 'Integrations', es: 'Integraciones' },
      icon: later('Plug'),
      group: 'nav.admin',
      right: 'integrations:write',
    },
  },
  {
    path: '/messages-api',
    nav: {
      label: { pt: 'API de mensagens', en: 'Messages API', es: 'API de mensajes' },
      icon: later('CodeXml'),
      group: 'nav.admin',
      right: 'externalApi:use',
    },
  },
  {
    path: '/openapi',
    title: { pt: 'Referência da API', en: 'API reference', es: 'Referencia de la API' },
  },
  {
    path: '/event-webhooks',
    nav: {
      label: { pt: 'Avisos por webhook', en: 'Event webhooks', es: 'Avisos por webhook' },
      icon: later('Webhook'),
      group: 'nav.admin',
      right: 'eventWebhooks:write',
    },
  },
  {
    path: '/financeiro/:id?',
    nav: {
      label: { pt: 'Financeiro', en: 'Billing', es: 'Facturación' },
      icon: later('Receipt'),
      group: 'nav.admin',
      right: 'invoices:pay',
    },
  },
  {
    path: '/subscription',
    title: { pt: 'Assinatura', en: 'Subscription', es: 'Suscripción' },
  },
  {
    path: '/settings',
    nav: {
      label: { pt: 'Configurações', en: 'Settings', es: 'Ajustes' },
      icon: later('Settings'),
      group: 'nav.admin',
      right: 'settings:write',
    },
  },
  {
    path: '/companies',
    nav: {
      label: { pt: 'Empresas', en: 'Companies', es: 'Empresas' },
      icon: later('Building2'),
      group: 'nav.operation',
      right: 'companies:write',
    },
  },
  {
    path: '/resellers',
    nav: {
      label: { pt: 'Revendas', en: 'Resellers', es: 'Reventas' },
      icon: later('Store'),
      group: 'nav.operation',
      right: 'resellers:write',
    },
  },
  {
    path: '/plans',
    nav: { label: { pt: 'Planos', en: 'Plans', es: 'Planes' }, icon: later('Package'), group: 'nav.operation', right: 'plans:write' },
  },
  {
    path: '/receita',
    nav: {
      label: { pt: 'Receita', en: 'Revenue', es: 'Ingresos' },
      icon: later('CircleDollarSign'),
      group: 'nav.operation',
      right: 'invoices:operate',
    },
  },
  {
    path: '/coupons',
    title: { pt: 'Cupons', en: 'Coupons', es: 'Cupones' },
  },
  {
    path: '/plugins',
    nav: {
      label: { pt: 'Plugins', en: 'Plugins', es: 'Plugins' },
      icon: later('Blocks'),
      group: 'nav.operation',
      right: 'plugins:operate',
    },
  },
  {
    path: '/announcements',
    nav: {
      label: { pt: 'Comunicados', en: 'Announcements', es: 'Comunicados' },
      icon: later('Bell'),
      group: 'nav.operation',
      right: 'announcements:write',
    },
  },
  {
    path: '/sandbox',
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
    title: { pt: 'Pedidos de saída', en: 'Opt-outs', es: 'Pedidos de baja' },
  },
  { path: '/campaigns/:id' },
  {
    path: '/campaign/:id/report',
    title: { pt: 'Campanha', en: 'Campaign', es: 'Campaña' },
  },
  {
    path: '/contact-lists/:id/contacts',
  },
]

const importPages = retryable(() => import('./pages'), true)
const comes = (path: Late) => retried<object>(partOf(importPages, ({ loads }) => loads[path]()))

/** Every page behind the login, in the order of the drawer. All but the inbox are loaded when they are opened. */
export const pages: (Page & { path: string; page: ComponentType })[] = [
  {
    path: '/tickets/:uuid?/:message?',
    page: Tickets,
    nav: { label: { pt: 'Atendimentos', en: 'Tickets', es: 'Atenciones' }, icon: Inbox, group: 'nav.service' },
  },
  ...late.map(one => ({ ...one, page: comes(one.path) })),
]
