import { optionMenu, queueMenu, type World } from './world'

const WELCOME = 'Olá, {{firstName}}!'
const OPTIONS: NonNullable<World['queues']>[number]['options'] = [
  [
    'Internet',
    'O que acontece?',
    ['Lenta', 'Reinicie o roteador'],
    ['Parada', 'Vamos verificar'],
    ['Outra', 'Conte mais', ['Wi-Fi', 'Qual cômodo?']],
  ],
  ['Boleto', 'O boleto vai por e-mail'],
]
const tree = {
  menu: queueMenu('Olá, Helena!', 'Suporte', 'Vendas'),
  top: optionMenu('Em que podemos ajudar?', 'Internet', 'Boleto'),
  internet: optionMenu('O que acontece?', 'Lenta', 'Parada', 'Outra'),
  other: optionMenu('Conte mais', 'Wi-Fi'),
}

export const MENUS: World[] = [
  {
    about: 'no queue, and a greeting',
    connection: { greetingMessage: WELCOME },
    rows: [
      ['greets once', 'oi → Olá, Helena! | tudo bem? | alguém?', 'pending – nobody greeted'],
      ['nothing is chosen where nothing is offered', 'oi → Olá, Helena! | 1 | #', 'pending – nobody greeted'],
      ['greets again who comes back', 'oi → Olá, Helena! | [quick close] | oi → Olá, Helena!', 'pending – nobody greeted'],
      ['a picture is greeted too', '[picture] → Olá, Helena! | recebeu?', 'pending – nobody greeted'],
      ['a picture with words is greeted once', '[picture com isto] → Olá, Helena! | e aí?', 'pending – nobody greeted'],
    ],
  },
  {
    about: 'no queue, and no words',
    rows: [
      ['is silent', 'oi | alguém? | 1', 'pending – nobody '],
      ['waits for a person, who takes it', 'oi | [accept] | oi? | [say Sou eu] → Sou eu', 'open – nobody '],
    ],
  },
  {
    about: 'one queue',
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Só', greetingMessage: 'Já vamos' }],
    rows: [
      ['greets by the queue alone', 'oi → Já vamos | alguém? | 1', 'pending Só nobody queue_chosen'],
      ['# leads nowhere where there is no menu', 'oi → Já vamos | # | #', 'pending Só nobody queue_chosen'],
      ['greets again who comes back', 'oi → Já vamos | [quick close] | oi → Já vamos', 'pending Só nobody queue_chosen'],
    ],
  },
  {
    about: 'one queue, and sendGreetingMessageOneQueues',
    company: { sendGreetingMessageOneQueues: 'enabled' },
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Só', greetingMessage: 'Já vamos' }],
    rows: [
      ['greets by the connection, then by the queue', 'oi → Olá! & Já vamos | alguém?', 'pending Só nobody queue_chosen'],
      ['a person who takes it ends what is said', 'oi → Olá! & Já vamos | [accept] | obrigada | # | 1', 'open Só nobody queue_chosen'],
      ['a number chooses nothing', 'oi → Olá! & Já vamos | 1 | 2', 'pending Só nobody queue_chosen'],
    ],
  },
  {
    about: 'one queue with options, and sendGreetingMessageOneQueues',
    company: { sendGreetingMessageOneQueues: 'enabled' },
    connection: { greetingMessage: 'Olá!' },
    queues: [
      {
        name: 'Só',
        greetingMessage: 'Diga',
        options: [
          ['Um', 'um'],
          ['Dois', 'dois'],
        ],
      },
    ],
    texts: { top: optionMenu('Diga', 'Um', 'Dois') },
    rows: [
      ['greets, then offers', 'oi → Olá! & top | 2 → dois', 'pending Só nobody option_left'],
      ['# offers without greeting', 'oi → Olá! & top | # → top | 1 → um', 'pending Só nobody option_left'],
      ['0 on the first level offers it again', 'oi → Olá! & top | 0 → top | 0 → top', 'pending Só option_menu options'],
    ],
  },
  {
    about: 'one queue with options, one of which has one below it',
    queues: [
      {
        name: 'Só',
        greetingMessage: 'Oi',
        options: [
          ['Um', 'Escreva o CPF', ['Fim', 'Obrigado']],
          ['Dois', 'dois'],
        ],
      },
    ],
    texts: { top: optionMenu('Oi', 'Um', 'Dois'), one: optionMenu('Escreva o CPF', 'Fim') },
    rows: [
      ['whatever is written chooses the only one', 'oi → top | 1 → one | 123.456.789-00 → Obrigado | ok', 'pending Só nobody option_left'],
      ['a number that is not there does, too', 'oi → top | 1 → one | 7 → Obrigado', 'pending Só nobody option_left'],
      ['# after the end is the first level', 'oi → top | 1 → one | 7 → Obrigado | # → top | 2 → dois', 'pending Só nobody option_left'],
      ['# is the first level', 'oi → top | 1 → one | # → top | 2 → dois', 'pending Só nobody option_left'],
      ['0 goes up from the only one', 'oi → top | 1 → one | 0 → top', 'pending Só option_menu options'],
      ['a picture chooses the only one', 'oi → top | 1 → one | [picture] → Obrigado', 'pending Só nobody option_left'],
    ],
  },
  {
    about: 'two queues',
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Vendas', greetingMessage: 'Vendas, bom dia' }, { name: 'Suporte' }],
    texts: { menu: queueMenu('Olá!', 'Vendas', 'Suporte') },
    rows: [
      ['are offered by number', 'oi → menu | 2 | alguém?', 'pending Suporte nobody queue_chosen'],
      ['the chosen one greets', 'oi → menu | 1 → Vendas, bom dia | obrigada', 'pending Vendas nobody queue_chosen'],
      ['the name counts', 'oi → menu | vendas → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['case and accents do not', 'oi → menu | SUPORTÉ', 'pending Suporte nobody queue_chosen'],
      ['number and name count', 'oi → menu | 1 - Vendas → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['a dot does not matter', 'oi → menu | 1. → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['a kind word behind it does not', 'oi → menu | 1, por favor! → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['brackets as the menu has them do not', 'oi → menu | *[ 1 ]* → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['a digit in a sign counts', 'oi → menu | 1️⃣ → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['spaces do not matter', 'oi → menu |   2   | alguém?', 'pending Suporte nobody queue_chosen'],
      ['a wrong number is told once, then quiet', 'oi → menu | 7 → wrong | 8 | 9', 'pending – queue_menu wrong_again'],
      ['a right one after wrong ones counts', 'oi → menu | 7 → wrong | 8 | 1 → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['0 is no queue', 'oi → menu | 0 → wrong | 1 → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['a negative one is read as its digit', 'oi → menu | -1 → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['a number without end is none', 'oi → menu | (1 min) | 99999999999999999999 → wrong', 'pending – queue_menu wrong_choice'],
      ['# offers again', 'oi → menu | # → menu | 1 → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['# forgives a wrong choice', 'oi → menu | 7 → wrong | # → menu | 8 → wrong', 'pending – queue_menu wrong_choice'],
      ['# after a choice is the menu again', 'oi → menu | 2 | # → menu | 1 → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['# to a person is theirs to read', 'oi → menu | 2 | [accept] | # | 1', 'open Suporte nobody queue_chosen'],
      ['a person who takes it ends the menu', 'oi → menu | [accept] | 1 | #', 'open – nobody person'],
      ['a person’s word ends the menu', 'oi → menu | [say Sou eu] → Sou eu | 1 | 2', 'pending – nobody person'],
      ['a person’s word on the phone does, too', 'oi → menu | [phone Sou eu] → Sou eu | 1 | 2', 'pending – nobody person'],
      ['who was given back is offered again', 'oi → menu | 7 → wrong | [give back] | oi → menu', 'pending – queue_menu menu'],
      ['a person gives back what they took', 'oi → menu | [accept] | oi | [give back] | oi de novo → menu', 'pending – queue_menu menu'],
      ['a robot that rests says nothing', 'oi → menu | [pause 60] | 1 | 7', 'pending – queue_menu menu'],
      ['one that may go on does', 'oi → menu | [pause 60] | 7 | [resume] | 1 → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['a rest ends with the conversation', 'oi → menu | [pause 60] | 1 | [quick close] | oi → menu', 'pending – queue_menu menu'],
      ['a contact without robot sees none', 'oi → menu | [no robot] | 1 | 7', 'pending – queue_menu menu'],
      ['nor when they come back', 'oi → menu | [no robot] | [quick close] | oi | 1', 'pending – nobody person'],
      ['who comes back is offered again', 'oi → menu | 2 | [quick close] | oi', 'pending Suporte nobody queue_chosen'],
      ['one whom a person moved has no menu', 'oi → menu | [to Suporte] | 1 | 7', 'pending Suporte nobody person'],
      ['a title that was tapped counts', 'oi → menu | Vendas\nTudo o que vendemos → Vendas, bom dia', 'pending Vendas nobody queue_chosen'],
      ['names of objects are no queues', 'oi → menu | (1 min) | constructor → wrong | __proto__', 'pending – queue_menu wrong_again'],
    ],
  },
  {
    about: 'two queues, offered twice at most',
    connection: { greetingMessage: 'Olá!', maxUseBotQueues: 2 },
    queues: [{ name: 'Vendas' }, { name: 'Suporte', greetingMessage: 'Suporte aqui' }],
    texts: { menu: queueMenu('Olá!', 'Vendas', 'Suporte') },
    rows: [
      ['are offered no third time', 'oi → menu | # → menu | # | #', 'pending – queue_menu menu_limit'],
      ['can be chosen beyond it', 'oi → menu | # → menu | # | 2 → Suporte aqui', 'pending Suporte nobody queue_chosen'],
      [
        'are counted anew in a new conversation',
        'oi → menu | # → menu | [quick close] | oi → menu | # → menu | #',
        'pending – queue_menu menu_limit',
      ],
      ['are counted over a give back', 'oi → menu | # → menu | # | [give back] | oi → menu', 'pending – queue_menu menu'],
    ],
  },
  {
    about: 'two queues, offered again after half an hour',
    connection: { greetingMessage: 'Olá!', timeUseBotQueues: 30 },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    texts: { menu: queueMenu('Olá!', 'Vendas', 'Suporte') },
    rows: [
      ['to who chose nothing', 'oi → menu | 7 → wrong | (31 min) | ainda aí? → menu', 'pending – queue_menu menu_again'],
      ['not before', 'oi → menu | 7 → wrong | (20 min) | 8', 'pending – queue_menu wrong_again'],
      ['a choice after it counts', 'oi → menu | (31 min) | 2', 'pending Suporte nobody queue_chosen'],
      ['not to who chose', 'oi → menu | 2 | (31 min) | oi?', 'pending Suporte nobody queue_chosen'],
    ],
  },
  {
    about: 'two queues, once, and again after half an hour',
    connection: { greetingMessage: 'Olá!', maxUseBotQueues: 1, timeUseBotQueues: 30 },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    texts: { menu: queueMenu('Olá!', 'Vendas', 'Suporte') },
    rows: [['the limit goes before the time', 'oi → menu | (31 min) | ainda aí?', 'pending – queue_menu menu_limit']],
  },
  {
    about: 'two queues, one with options three levels deep',
    connection: { greetingMessage: WELCOME },
    queues: [{ name: 'Suporte', greetingMessage: 'Em que podemos ajudar?', options: OPTIONS }, { name: 'Vendas' }],
    texts: tree,
    rows: [
      ['offers its options', 'oi → menu | 1 → top', 'pending Suporte option_menu options'],
      [
        'a leaf says its words and leaves',
        'oi → menu | 1 → top | 2 → O boleto vai por e-mail | ok | 1',
        'pending Suporte nobody option_left',
      ],
      ['goes down', 'oi → menu | 1 → top | 1 → internet | 2 → Vamos verificar | obrigada', 'pending Suporte nobody option_left'],
      ['and down', 'oi → menu | 1 → top | 1 → internet | 3 → other | sala → Qual cômodo?', 'pending Suporte nobody option_left'],
      [
        'one whom a person moved to a queue with options was offered none of them',
        'oi → menu | [to Suporte] | obrigada | 1',
        'pending Suporte nobody person',
      ],
      ['0 goes one up', 'oi → menu | 1 → top | 1 → internet | 0 → top | 2 → O boleto vai por e-mail', 'pending Suporte nobody option_left'],
      [
        '0 from the third level is the second',
        'oi → menu | 1 → top | 1 → internet | 3 → other | 0 → internet',
        'pending Suporte option_menu options',
      ],
      [
        '0 and 0 are the first',
        'oi → menu | 1 → top | 1 → internet | 3 → other | 0 → internet | 0 → top',
        'pending Suporte option_menu options',
      ],
      ['0 on the first level is the menu of queues', 'oi → menu | 1 → top | 0 → menu | 2', 'pending Vendas nobody queue_chosen'],
      ['# from below is the menu of queues', 'oi → menu | 1 → top | 1 → internet | # → menu | 2', 'pending Vendas nobody queue_chosen'],
      [
        'a wrong option is told once',
        'oi → menu | 1 → top | 5 → wrong | 6 | 2 → O boleto vai por e-mail',
        'pending Suporte nobody option_left',
      ],
      [
        'each level tells it once',
        'oi → menu | 1 → top | 5 → wrong | 1 → internet | 9 → wrong | 9',
        'pending Suporte option_menu wrong_again',
      ],
      ['an option by its title counts', 'oi → menu | 1 → top | boleto → O boleto vai por e-mail', 'pending Suporte nobody option_left'],
      ['a person’s word ends the options', 'oi → menu | 1 → top | [say Sou eu] → Sou eu | 1 | 2', 'pending Suporte nobody person'],
      ['one who takes it does', 'oi → menu | 1 → top | [accept] | 1 | 0', 'open Suporte nobody person'],
      [
        'a robot that rests stays on its level',
        'oi → menu | 1 → top | [pause 5] | 1 | [resume] | 2 → O boleto vai por e-mail',
        'pending Suporte nobody option_left',
      ],
      [
        'one that was given back offers its queue again',
        'oi → menu | 1 → top | 1 → internet | [give back] | oi → top',
        'pending Suporte option_menu options',
      ],
      [
        'a picture is no option',
        'oi → menu | 1 → top | (1 min) | [picture] → wrong | [picture]',
        'pending Suporte option_menu wrong_again',
      ],
    ],
  },
  {
    about: 'two queues, one with a file',
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Tabela', greetingMessage: 'Segue a tabela', file: 'precos.pdf' }, { name: 'Vendas' }],
    texts: { menu: queueMenu('Olá!', 'Tabela', 'Vendas') },
    rows: [
      ['sends its words, then its file', 'oi → menu | 1 → Segue a tabela & precos.pdf | obrigada', 'pending Tabela nobody queue_chosen'],
      [
        'sends it again to who comes back',
        'oi → menu | 1 → Segue a tabela & precos.pdf | [quick close] | oi → Segue a tabela & precos.pdf',
        'pending Tabela nobody queue_chosen',
      ],
    ],
  },
  {
    about: 'in a group',
    isGroup: true,
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    rows: [
      ['no menu is offered', 'oi, pessoal | 1 | #', 'pending – nobody '],
      ['a person may answer', 'oi, pessoal | [say Bom dia, grupo] → Bom dia, grupo | 1', 'pending – nobody '],
    ],
  },
  {
    about: 'in a group of a company that wants none (CheckMsgIsGroup)',
    company: { CheckMsgIsGroup: 'enabled' },
    isGroup: true,
    connection: { greetingMessage: 'Olá!' },
    rows: [['what is written there is nobody’s', 'oi, pessoal | alguém?', 'none']],
  },
]
