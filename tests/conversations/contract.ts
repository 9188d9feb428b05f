import type { World } from './world'

// What a customer of the programs of this family reads, to the letter and in its order: sections 6.4 to 6.6 of the contract written out, where the
// other tables put texts together by the product's own rules. Their mark of direction (U+200E) before automatic texts is left out: nobody
// sees it, and the product knows its own messages by their ids.
const MENU = 'Bem-vindo à Praça\n\n*[ 1 ]* - Financeiro\n*[ 2 ]* - Suporte\n*[ 3 ]* - Plantão'
const SUPPORT = 'Em que podemos ajudar?\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Visita\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
const INTERNET = 'O que acontece?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Parada\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
const VISIT = 'Qual o melhor dia?\n\n*[ 1 ]* - Qualquer dia\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
const texts = {
  menu: MENU,
  wrong: 'Opção inválida, por favor, escolha uma opção válida.',
  support: SUPPORT,
  internet: INTERNET,
  visit: VISIT,
  closed: 'O plantão volta às 18 h\n\n*[ # ]* - Voltar ao Menu Principal',
  rate: 'Como fomos?\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_',
  moved: '*Mensagem automática*:\nVocê foi transferido para o departamento *Financeiro*\naguarde, já vamos te atender!',
  // After the greeting of the hour.
  greets: '~ *Helena Prado*, meu nome é *Rita* e agora vou prosseguir com seu atendimento!',
  bye: 'Praça agradece!',
}

export const CONTRACT: World[] = [
  {
    about: 'the contract',
    company: { scheduleType: 'queue', userRating: 'enabled', sendMsgTransfTicket: 'enabled' },
    connection: { greetingMessage: 'Bem-vindo à Praça', complationMessage: 'Praça agradece!', ratingMessage: 'Como fomos?' },
    queues: [
      { name: 'Financeiro', greetingMessage: 'Financeiro, em que posso ajudar?', file: 'tabela.pdf' },
      {
        name: 'Suporte',
        greetingMessage: 'Em que podemos ajudar?',
        options: [
          ['Internet', 'O que acontece?', ['Lenta', 'Reinicie o roteador'], ['Parada', 'Vamos verificar']],
          ['Visita', 'Qual o melhor dia?', ['Qualquer dia', 'Ligamos para marcar']],
        ],
      },
      { name: 'Plantão', hours: 'closed', outOfHoursMessage: 'O plantão volta às 18 h' },
    ],
    texts,
    rows: [
      [
        '6.4: the menu, a wrong choice once, then silence, then a right one',
        'oi → menu | 8 → wrong | 9 | 1 → Financeiro, em que posso ajudar? & tabela.pdf',
        'pending Financeiro nobody queue_chosen',
      ],
      [
        '6.4: options down to a leaf',
        'oi → menu | 2 → support | 1 → internet | 2 → Vamos verificar | ok',
        'pending Suporte nobody option_left',
      ],
      [
        '6.4: 0 is the level above, # the main menu',
        'oi → menu | 2 → support | 1 → internet | 0 → support | # → menu',
        'pending – queue_menu menu_again',
      ],
      [
        '6.4: with a single option any text chooses it',
        'oi → menu | 2 → support | 2 → visit | de manhã → Ligamos para marcar',
        'pending Suporte nobody option_left',
      ],
      [
        '6.4 and 6.6: a queue that is closed says so with the way back',
        'oi → menu | 3 → closed | # → menu',
        'pending – queue_menu menu_again',
      ],
      [
        '6.5: the rating is asked, answered, and the closing text said',
        'oi → menu | [accept] | [close] → rate | 3 → bye',
        'closed –, rated 3',
      ],
      ['6.5: without a person there is no rating, and the closing text is said', 'oi → menu | [close] → bye', 'closed –'],
      ['6.4: a transfer to a queue', 'oi → menu | 2 → support | [to Financeiro] → moved', 'pending Financeiro nobody person'],
    ],
  },
  {
    about: 'the contract, where who accepts greets',
    company: { sendGreetingAccepted: 'enabled' },
    connection: { greetingMessage: 'Bem-vindo à Praça' },
    texts,
    rows: [['6.4: with the name of the customer and their own', 'oi → Bem-vindo à Praça | [accept] → greets', 'open – nobody greeted']],
  },
  {
    about: 'the contract, of a company on a day that it is closed',
    company: { scheduleType: 'company' },
    hours: ['holiday', 'holiday'],
    connection: { greetingMessage: 'Bem-vindo à Praça', outOfHoursMessage: 'Voltamos às 8 h' },
    queues: [{ name: 'Financeiro' }, { name: 'Suporte' }],
    rows: [['6.6: its text in the place of the menu, once', 'oi → Voltamos às 8 h | 1 | alguém?', 'pending – out_of_hours closed_told']],
  },
  {
    about: 'the contract, with one queue that greets (sendGreetingMessageOneQueues)',
    company: { sendGreetingMessageOneQueues: 'enabled' },
    connection: { greetingMessage: 'Bem-vindo à Praça' },
    queues: [
      {
        name: 'Suporte',
        greetingMessage: 'Suporte, bom dia',
        options: [
          ['Internet', 'Vamos verificar'],
          ['Visita', 'Ligamos'],
        ],
      },
    ],
    rows: [
      [
        '6.4: the greeting, then the options of the queue',
        'oi → Bem-vindo à Praça & Suporte, bom dia\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Visita\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial | 1 → Vamos verificar',
        'pending Suporte nobody option_left',
      ],
    ],
  },
]
