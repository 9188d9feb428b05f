import { queueMenu, type World } from './world'

const SCALE = 'Digite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_'
const texts = { ask: `Como foi?\n\n${SCALE}`, bye: 'Até logo!', menu: queueMenu('Olá!', 'Vendas', 'Suporte') }
const moved = (queue: string) =>
  `*Mensagem automática*:\nVocê foi transferido para o departamento *${queue}*\naguarde, já vamos te atender!`
/** It begins with a greeting of the time of day. */
const CALLED = '~Este número não atende ligações de voz nem de vídeo. Escreva aqui, por favor.'

/** The beginning of every conversation that a person ended. */
const served = 'oi | [accept] | [close] → ask'

export const PEOPLE: World[] = [
  {
    about: 'a company that asks for a rating',
    company: { userRating: 'enabled' },
    connection: { complationMessage: 'Até logo!', ratingMessage: 'Como foi?' },
    texts,
    rows: [
      ['a digit', `${served} | 3 → bye`, 'closed –, rated 3'],
      ['a word', `${served} | Insatisfeito → bye`, 'closed –, rated 1'],
      ['accents and signs', `${served} | ÓTIMO!! → bye`, 'closed –, rated 3'],
      ['a grade', `${served} | nota 2 → bye`, 'closed –, rated 2'],
      ['both, as the question says them', `${served} | 1 - Insatisfeito → bye`, 'closed –, rated 1'],
      ['off the scale, which is told once', `${served} | 5 → unclear | 3 → bye`, 'closed –, rated 3'],
      ['half a grade is no grade', `${served} | 2.5 → unclear | 2 → bye`, 'closed –, rated 2'],
      ['nonsense twice is a new matter', `${served} | abacaxi → unclear | banana`, 'pending – nobody '],
      ['a new matter reopens', `${served} | Preciso de outra coisa: o boleto não chegou`, 'pending – nobody '],
      ['a question reopens', `${served} | Qual o horário?`, 'pending – nobody '],
      ['a thank-you before the answer', `${served} | muito obrigado | 2 → bye`, 'closed –, rated 2'],
      ['a thank-you after the answer', `${served} | 3 → bye | Obrigada! | 👍`, 'closed –, rated 3'],
      ['a second answer opens a conversation', `${served} | 1 → bye | e mais uma coisa`, 'pending – nobody , rated 1'],
      ['nobody answers, and a day later a number is a new matter', `${served} | (25 h) | 3`, 'pending – nobody , 2 tickets'],
      ['an answer within the day counts', `${served} | (23 h) | 3 → bye`, 'closed –, rated 3'],
      ['what was closed quickly asks nothing', 'oi | [accept] | [quick close] | obrigada', 'closed –'],
      ['what nobody had asks nothing', 'oi | [close] → bye | obrigada', 'closed –'],
      ['who wants no robot is not asked', 'oi | [no robot] | [accept] | [close] → bye | valeu', 'closed –'],
    ],
  },
  {
    about: 'a group of a company that asks for a rating',
    company: { userRating: 'enabled' },
    isGroup: true,
    connection: { complationMessage: 'Até logo!' },
    texts,
    rows: [['is not asked, and hears no farewell', 'oi, pessoal | [accept] | [close]', 'closed –']],
  },
  {
    about: 'a rating with a farewell of its own, without a question of its own',
    company: { userRating: 'enabled' },
    connection: { complationMessage: 'Até logo!', farewellMessage: 'Obrigado pela nota!' },
    texts: { ask: SCALE },
    rows: [['is said once', `${served} | 3 → Obrigado pela nota! | valeu`, 'closed –, rated 3']],
  },
  {
    about: 'a company that asks for none',
    connection: { complationMessage: 'Até logo!', greetingMessage: 'Olá!' },
    texts,
    rows: [
      ['says its farewell once', 'oi → Olá! | [accept] | [close] → bye | valeu!', 'closed –'],
      ['a number is a new matter', 'oi → Olá! | [accept] | [close] → bye | 3 → Olá!', 'pending – nobody greeted'],
      [
        'an hour later a thank-you is a new matter',
        'oi → Olá! | [accept] | [close] → bye | (1 h) | obrigada → Olá!',
        'pending – nobody greeted',
      ],
      ['a quick close says nothing', 'oi → Olá! | [accept] | [quick close] | obrigado', 'closed –'],
    ],
  },
  {
    about: 'a company whose tickets are not reopened (reopenHours 0)',
    company: { reopenHours: '0' },
    connection: { complationMessage: 'Até logo!', greetingMessage: 'Olá!' },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    texts,
    rows: [
      ['begins a new one', 'oi → menu | 2 | [quick close] | oi → menu | 1', 'pending Vendas nobody queue_chosen, 2 tickets'],
      ['and another', 'oi → menu | [quick close] | oi → menu | [quick close] | oi → menu', 'pending – queue_menu menu, 3 tickets'],
      ['a thank-you begins none', 'oi → menu | [accept] | [close] → bye | obrigada', 'closed –'],
    ],
  },
  {
    about: 'transfers that are told (sendMsgTransfTicket), and calls that are not taken (call)',
    company: { sendMsgTransfTicket: 'enabled', call: 'disabled' },
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    texts: { ...texts, sales: moved('Vendas'), called: CALLED },
    rows: [
      ['from one queue to another', 'oi → menu | 2 | [to Vendas] → sales | obrigada', 'pending Vendas nobody queue_chosen'],
      [
        'back to the waiting ones of another, as the dialog does',
        'oi → menu | 2 | [hand to Vendas] → sales | oi?',
        'pending Vendas nobody queue_chosen',
      ],
      ['from a menu it ends the menu', 'oi → menu | [hand to Vendas] | obrigada | 1 | #', 'pending Vendas nobody person'],
      ['a first queue is no transfer', 'oi → menu | [to Vendas] | obrigada', 'pending Vendas nobody person'],
      ['to the queue where it is, is none', 'oi → menu | 2 | [to Suporte] | obrigada', 'pending Suporte nobody queue_chosen'],
      ['a call in vain is answered by words', 'oi → menu | [call] → called | 2', 'pending Suporte nobody queue_chosen'],
      ['who calls again hears it once', 'oi → menu | [call] → called | 2 | [call]', 'pending Suporte nobody queue_chosen'],
    ],
  },
  {
    about: 'calls that may be taken',
    connection: { greetingMessage: 'Olá!' },
    rows: [
      ['are not answered', 'oi → Olá! | [call] | alguém?', 'pending – nobody greeted'],
      ['who calls first is greeted by their first words', '[call] | oi → Olá! | alguém?', 'pending – nobody greeted'],
    ],
  },
  {
    about: 'who chose no queue in an hour comes to one',
    connection: { greetingMessage: 'Olá!', timeToTransfer: 60 },
    transferTo: 'Suporte',
    queues: [{ name: 'Vendas' }, { name: 'Suporte', greetingMessage: 'Suporte aqui' }],
    texts,
    rows: [
      ['and to no menu', 'oi → menu | (61 min) | [moved] | 1 | 7', 'pending Suporte nobody waits'],
      ['not before', 'oi → menu | (20 min) | 1', 'pending Vendas nobody queue_chosen'],
      ['not who chose', 'oi → menu | 1 | (61 min) | oi?', 'pending Vendas nobody queue_chosen'],
      ['not who is served', 'oi → menu | [accept] | (61 min) | oi?', 'open – nobody person'],
    ],
  },
  {
    about: 'what is silent for two hours is closed',
    connection: { expiresTicket: 2, expiresInactiveMessage: 'Encerrado.' },
    rows: [
      ['with its words, once', 'oi | [accept] | [say Bom dia] → Bom dia | (3 h) → Encerrado. | [closed]', 'closed –'],
      ['not before', 'oi | [accept] | [say Bom dia] → Bom dia | (1 h) | oi?', 'open – nobody '],
      ['not while the customer waits', 'oi | [accept] | [say Bom dia] → Bom dia | e aí? | (3 h) | oi?', 'open – nobody '],
      [
        'who writes afterwards begins anew',
        'oi | [accept] | [say Bom dia] → Bom dia | (3 h) → Encerrado. | [closed] | oi',
        'pending – nobody ',
      ],
    ],
  },
]
