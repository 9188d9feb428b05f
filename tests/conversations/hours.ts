import { optionMenu, queueMenu, type World } from './world'

const TWO: World['queues'] = [{ name: 'Vendas' }, { name: 'Suporte' }]
const shop = { greetingMessage: 'Olá!', outOfHoursMessage: 'Estamos fechados' }
const texts = { menu: queueMenu('Olá!', 'Vendas', 'Suporte'), closed: 'Estamos fechados' }
const way = (text: string) => `${text}\n\n*[ # ]* - Voltar ao Menu Principal`

export const HOURS: World[] = [
  {
    about: 'a company that is closed, and opens',
    company: { scheduleType: 'company' },
    hours: ['closed', 'open'],
    connection: shop,
    queues: TWO,
    texts,
    rows: [
      ['says so once, and is there when it opens', 'oi → closed | alguém? | (opens) | já abriu? → menu', 'pending – queue_menu menu'],
      ['offers its queues then', 'oi → closed | 1 | 2 | (opens) | bom dia → menu | 2', 'pending Suporte nobody queue_chosen'],
      [
        'what a person answered is no robot’s',
        'oi → closed | [phone Estou aqui] → Estou aqui | (opens) | obrigada',
        'pending – nobody person',
      ],
      ['nor what somebody took', 'oi → closed | [accept] | (opens) | oi | 1', 'open – nobody person'],
      [
        'a new ticket of the same night hears nothing',
        'oi → closed | [quick close] | alguém? | (opens) | oi → menu',
        'pending – queue_menu menu',
      ],
      ['a contact without robot hears nothing more', 'oi → closed | [no robot] | (opens) | oi | 1', 'pending – out_of_hours closed'],
      ['a robot that rests says nothing in the morning', 'oi → closed | [pause 600] | (opens) | oi', 'pending – out_of_hours closed'],
    ],
  },
  {
    about: 'a company that is open, and closes',
    company: { scheduleType: 'company' },
    hours: ['open', 'closed'],
    connection: shop,
    queues: TWO,
    texts,
    rows: [
      ['says so to who chooses', 'oi → menu | (closes) | 1 → closed | 2', 'pending – out_of_hours closed_told'],
      ['says so to who waits', 'oi → menu | 2 | (closes) | alguém? → closed | oi?', 'pending Suporte nobody closed_told'],
      ['says nothing to who is served', 'oi → menu | [accept] | (closes) | ainda aí?', 'open – nobody person'],
      ['says so to who comes new', '(closes) | oi → closed | oi?', 'pending – out_of_hours closed_told'],
    ],
  },
  {
    about: 'a company on a holiday',
    company: { scheduleType: 'company', reopenHours: '0' },
    hours: ['holiday', 'open'],
    connection: shop,
    queues: TWO,
    texts,
    rows: [
      ['is closed whatever the weekday says', 'oi → closed | 1 | (opens) | oi → menu', 'pending – queue_menu menu'],
      [
        'says it once in two tickets of the day',
        'oi → closed | [quick close] | de novo | (opens) | oi → menu',
        'pending – queue_menu menu, 2 tickets',
      ],
    ],
  },
  {
    about: 'a company that is open past midnight',
    company: { scheduleType: 'company', sendGreetingMessageOneQueues: 'enabled' },
    hours: ['past midnight', 'past midnight'],
    connection: shop,
    queues: TWO,
    texts,
    rows: [['serves', 'oi → menu | 2 | alguém?', 'pending Suporte nobody queue_chosen']],
  },
  {
    about: 'queues with hours of their own',
    company: { scheduleType: 'queue' },
    connection: shop,
    queues: [
      { name: 'Vendas', hours: 'closed', outOfHoursMessage: 'Vendas fechou' },
      { name: 'Suporte', hours: 'open', greetingMessage: 'Suporte aqui' },
      { name: 'Plantão' },
      { name: 'Feriado', hours: 'holiday', outOfHoursMessage: 'Volte amanhã', options: [['Um', 'um']] },
      { name: 'Muda', hours: 'closed' },
    ],
    texts: {
      menu: queueMenu('Olá!', 'Vendas', 'Suporte', 'Plantão', 'Feriado', 'Muda'),
      closed: way('Vendas fechou'),
      holiday: way('Volte amanhã'),
    },
    rows: [
      ['one that is closed says so, with the way back', 'oi → menu | 1 → closed | alguém?', 'pending Vendas out_of_hours closed_told'],
      ['the way leads back', 'oi → menu | 1 → closed | # → menu | 2 → Suporte aqui', 'pending Suporte nobody queue_chosen'],
      ['it is said once', 'oi → menu | 1 → closed | # → menu | 1 | # → menu', 'pending – queue_menu menu_again'],
      [
        'by each of several once',
        'oi → menu | 1 → closed | # → menu | 4 → holiday | # → menu | 1 | # → menu',
        'pending – queue_menu menu_again',
      ],
      ['one that is open serves', 'oi → menu | 2 → Suporte aqui', 'pending Suporte nobody queue_chosen'],
      ['one without hours serves', 'oi → menu | 3 | oi?', 'pending Plantão nobody queue_chosen'],
      ['one on a holiday offers nothing', 'oi → menu | 4 → holiday | 1 | # → menu', 'pending – queue_menu menu_again'],
      [
        'one that is closed without words says nothing, and the ticket says so',
        'oi → menu | 5 | alguém?',
        'pending Muda out_of_hours closed_silent',
      ],
      ['the way back leads there too', 'oi → menu | 5 | # → menu', 'pending – queue_menu menu_again'],
      ['a person may move somebody there', 'oi → menu | 2 → Suporte aqui | [to Vendas] | oi? → closed', 'pending Vendas nobody closed'],
    ],
  },
  {
    about: 'one queue that is closed',
    company: { scheduleType: 'queue' },
    queues: [{ name: 'Só', hours: 'closed', outOfHoursMessage: 'Fechou', greetingMessage: 'Oi' }],
    rows: [
      ['says so, without a way back, and keeps the ticket', 'oi → Fechou | # | alguém?', 'pending Só out_of_hours closed_told'],
      ['tells nothing to who is served', 'oi → Fechou | [accept] | oi?', 'open Só nobody person'],
    ],
  },
  {
    about: 'hours that nobody looks at',
    hours: ['closed', 'closed'],
    connection: shop,
    queues: [
      {
        name: 'Vendas',
        hours: 'closed',
        outOfHoursMessage: 'Vendas fechou',
        greetingMessage: 'Diga',
        options: [
          ['Um', 'um'],
          ['Dois', 'dois'],
        ],
      },
      { name: 'Suporte' },
    ],
    texts: { menu: queueMenu('Olá!', 'Vendas', 'Suporte'), top: optionMenu('Diga', 'Um', 'Dois') },
    rows: [['do nothing', 'oi → menu | 1 → top | 2 → dois', 'pending Vendas nobody option_left']],
  },
]
