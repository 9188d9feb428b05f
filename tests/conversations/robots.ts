import { queueMenu, type World } from './world'

const ASK = 'Digite o *CPF* ou *CNPJ* do titular.'
const WAYS = '*[ 0 ]* - Voltar\n*[ # ]* - Voltar ao Menu Principal\nPara falar com uma pessoa, escreva *atendente*.'
const below = (text: string) => `${text}\n\n${WAYS}`
const bill = (helper: string) => ({
  menu: queueMenu('Olá!', '2ª Via de Boleto', 'Religue de Confiança', 'Suporte'),
  ask: below(ASK),
  wrongId: below('Esse CPF ou CNPJ não é válido. Confira os números e digite de novo.'),
  unknown: below('Não encontrei cadastro com esse CPF ou CNPJ. Confira os números e digite de novo.'),
  summary: 'Segue a 2ª via da sua fatura.\n\n*Valor:* R$ 99,90\n*Vencimento:* 10/11/2020',
  pix: 'Pix copia e cola:',
  code: `00020126pix-${helper}`,
  bar: 'Código de barras:',
  digits: '00190.00009 01',
  thanks: 'Obrigado! Se precisar de algo mais, é só escrever.',
  person: 'Certo, uma pessoa vai atender você.',
  which: below('Olá, Bruno!\nQual fatura você quer?\n*[ 1 ]* - R$ 10,00, venceu em 10/10/2020\n*[ 2 ]* - R$ 99,90, venceu em 10/11/2020'),
  none: below('Olá, Clara!\nNão há fatura em aberto nesse cadastro.\n*[ 1 ]* - Falar com uma pessoa'),
  released: 'Pronto, o acesso foi liberado. Desligue o equipamento da tomada, espere um minuto e ligue de novo.',
  notReleased: 'O desbloqueio de confiança não está disponível para esse contrato. Uma pessoa vai atender você.',
})
const OLDER = 'Segue a 2ª via da sua fatura.\n\n*Valor:* R$ 10,00\n*Vencimento:* 10/10/2020'
const BILLING: World['queues'] = [
  { name: '2ª Via de Boleto' },
  { name: 'Religue de Confiança' },
  { name: 'Suporte', greetingMessage: 'Suporte aqui' },
]
const CPF = { helena: '529.982.247-25', bruno: '111.444.777-35', clara: '123.456.789-09', nobody: '987.654.321-00' }

export const ROBOTS: World[] = [
  {
    about: 'a program of the company has the conversation (webhook, n8n)',
    robot: 'program',
    connection: { greetingMessage: 'Olá!', complationMessage: 'Até logo!' },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    rows: [
      ['it answers each message', 'oi → eco: oi | e aí → eco: e aí | tchau → eco: tchau', 'pending – integration integration'],
      ['# is its own', 'oi → eco: oi | # → eco: # | 1 → eco: 1', 'pending – integration integration'],
      ['it says several things, in their order', 'oi → eco: oi | duas → um & dois', 'pending – integration integration'],
      ['it may be silent', 'oi → eco: oi | nada | fale → eco: fale', 'pending – integration integration'],
      ['it leaves the conversation to a person', 'oi → eco: oi | pessoa → Um momento | alguém?', 'pending – nobody robot_left'],
      ['to a queue', 'oi → eco: oi | vendas → Passo para Vendas | alguém?', 'pending Vendas nobody robot_left'],
      ['it ends the conversation', 'oi → eco: oi | fim → Tchau & bye', 'closed –'],
      [
        'who comes back begins anew',
        'oi → eco: oi | fim → Tchau & bye | oi de novo → eco: oi de novo',
        'pending – integration integration',
      ],
      ['it sends a file', 'oi → eco: oi | arquivo → precos.txt', 'pending – integration integration'],
      ['a person’s word ends it', 'oi → eco: oi | [say Sou eu] → Sou eu | oi?', 'pending – nobody person'],
      ['a word on the phone does', 'oi → eco: oi | [phone Sou eu] → Sou eu | oi?', 'pending – nobody person'],
      ['one who takes it does', 'oi → eco: oi | [accept] | oi?', 'open – nobody person'],
      ['it rests when it should', 'oi → eco: oi | [pause 60] | oi? | alguém?', 'pending – integration integration'],
      ['whom a person moves is left to persons', 'oi → eco: oi | [hand to Suporte] | oi? | alguém?', 'pending Suporte nobody person'],
      ['and goes on', 'oi → eco: oi | [pause 60] | oi? | [resume] | voltou → eco: voltou', 'pending – integration integration'],
      [
        'a person gives it back',
        'oi → eco: oi | [accept] | oi? | [give back] | oi de novo → eco: oi de novo',
        'pending – integration integration',
      ],
      ['a contact without robot', 'oi → eco: oi | [no robot] | [quick close] | oi?', 'pending – nobody person'],
    ],
  },
  {
    about: 'a program that the company asks by a queue',
    connection: { greetingMessage: 'Olá!' },
    queues: [
      { name: 'Programa', robot: 'program' },
      { name: 'Suporte', greetingMessage: 'Suporte aqui' },
    ],
    texts: { menu: queueMenu('Olá!', 'Programa', 'Suporte') },
    rows: [
      ['answers the choice', 'oi → menu | 1 → eco: 1 | oi → eco: oi', 'pending Programa integration integration'],
      ['another queue has none', 'oi → menu | 2 → Suporte aqui | oi', 'pending Suporte nobody queue_chosen'],
      ['goes to another queue', 'oi → menu | 1 → eco: 1 | suporte → Passo para Suporte | oi', 'pending Suporte nobody robot_left'],
    ],
  },
  {
    about: 'a program that is broken',
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Quebrado', robot: 'broken' }, { name: 'Suporte' }],
    texts: { menu: queueMenu('Olá!', 'Quebrado', 'Suporte') },
    rows: [['leaves everyone to a person', 'oi → menu | 1 | alguém?', 'pending Quebrado nobody robot_failed']],
  },
  {
    about: 'a program, and the company closes',
    company: { scheduleType: 'company' },
    hours: ['open', 'closed'],
    robot: 'program',
    connection: { outOfHoursMessage: 'Estamos fechados' },
    rows: [['rests until it opens', 'oi → eco: oi | (closes) | oi? → Estamos fechados | alguém?', 'pending – out_of_hours closed_told']],
  },
  {
    about: 'a program of a queue that closes',
    company: { scheduleType: 'queue' },
    connection: { greetingMessage: 'Olá!' },
    queues: [{ name: 'Robô', hours: 'closed', outOfHoursMessage: 'Fechou', robot: 'program' }, { name: 'Vendas' }],
    texts: { menu: queueMenu('Olá!', 'Robô', 'Vendas'), closed: 'Fechou\n\n*[ # ]* - Voltar ao Menu Principal' },
    rows: [['leads back to the others', 'oi → menu | 1 → closed | oi? | # → menu | 2', 'pending Vendas nobody queue_chosen']],
  },
  {
    about: 'a program, out of hours',
    company: { scheduleType: 'company' },
    hours: ['closed', 'open'],
    robot: 'program',
    connection: { outOfHoursMessage: 'Estamos fechados' },
    rows: [
      ['is asked when it opens', 'oi → Estamos fechados | oi? | (opens) | bom dia → eco: bom dia', 'pending – integration integration'],
    ],
  },
  {
    about: 'a flow of Typebot',
    robot: 'flow',
    connection: { greetingMessage: 'Olá!', complationMessage: 'Até logo!' },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    texts: { choices: 'Escolha\n\n▶️ Vendas\n▶️ Suporte', first: 'Olá! Sou o fluxo.' },
    rows: [
      ['begins, and goes on', 'oi → first | tudo → Você disse: tudo | mais → Você disse: mais', 'pending – integration integration'],
      ['leaves the conversation to a person', 'oi → first | pessoa → Até já | alguém?', 'pending – nobody robot_left'],
      ['ends by its word', 'oi → first | sair → bye', 'closed –'],
      [
        'begins anew by its word',
        'oi → first | tudo → Você disse: tudo | recomeçar → De novo | oi → first',
        'pending – integration integration',
      ],
      ['who comes back begins anew', 'oi → first | sair → bye | oi → first', 'pending – integration integration'],
      ['a person’s word ends it', 'oi → first | [say Sou eu] → Sou eu | oi?', 'pending – nobody person'],
      ['what it does not know is told', 'oi → first | mudo → Não entendi. | tudo → Você disse: tudo', 'pending – integration integration'],
    ],
  },
  {
    about: 'an n8n, as it was recorded',
    robot: 'n8n',
    rows: [
      ['says what its workflow responds', 'oi → n8n ouviu: oi', 'pending – integration integration'],
      ['a person’s word ends it', 'oi → n8n ouviu: oi | [say Sou eu] → Sou eu | oi', 'pending – nobody person'],
    ],
  },
  {
    about: 'an n8n whose workflow is not active',
    robot: 'n8nOff',
    rows: [['leaves everybody to a person', 'oi | oi', 'pending – nobody robot_failed']],
  },
  {
    about: 'the AI of a prompt',
    connection: { greetingMessage: 'Olá!', complationMessage: 'Até logo!' },
    queues: [
      { name: 'Assistente', robot: 'model' },
      { name: 'Vendas', greetingMessage: 'Vendas aqui' },
    ],
    texts: { menu: queueMenu('Olá!', 'Assistente', 'Vendas'), says: 'Temos 500 mega.' },
    rows: [
      ['answers each message', 'oi → menu | 1 → says | e o preço? → says', 'pending Assistente prompt prompt'],
      ['passes to a queue by a tool', 'oi → menu | 1 → says | quero vendas → Passo para Vendas. | oi?', 'pending Vendas nobody robot_left'],
      [
        'passes to a person by a tool',
        'oi → menu | 1 → says | quero pessoa → Um momento. | oi?',
        'pending Pessoas da IA nobody robot_left',
      ],
      ['passes to a person by the marker', 'oi → menu | 1 → says | marcador → Já chamo. | oi?', 'pending Pessoas da IA nobody robot_left'],
      ['ends the conversation', 'oi → menu | 1 → says | encerre → Tchau! & bye | obrigada', 'closed Assistente'],
      ['a person’s word ends it', 'oi → menu | 1 → says | [say Sou eu] → Sou eu | oi?', 'pending Assistente nobody person'],
      ['it rests when it should', 'oi → menu | 1 → says | [pause 60] | oi? | [resume] | e aí → says', 'pending Assistente prompt prompt'],
      ['another queue has none', 'oi → menu | 2 → Vendas aqui | oi', 'pending Vendas nobody queue_chosen'],
    ],
  },
  {
    about: 'bills of IXC',
    company: { ipixc: '', tokenixc: '' },
    connection: { greetingMessage: 'Olá!' },
    queues: BILLING,
    texts: bill('ixc'),
    rows: [
      [
        'the one open bill is handed out',
        `oi → menu | 1 → ask | † ${CPF.helena} → summary & pix & code & bar & digits & boleto-2020-11-10.pdf & thanks`,
        'closed 2ª Via de Boleto',
      ],
      [
        'of several one is chosen',
        `oi → menu | 1 → ask | ${CPF.bruno} → which | † 2 → summary & pix & code & bar & digits & boleto-2020-11-10.pdf & thanks`,
        'closed 2ª Via de Boleto',
      ],
      ['nothing is open', `oi → menu | 1 → ask | ${CPF.clara} → none | 1 → person`, 'pending 2ª Via de Boleto nobody robot_left'],
      [
        'a number that is none, and one of nobody',
        `oi → menu | 1 → ask | 123 → wrongId | ${CPF.nobody} → unknown | 000 → person`,
        'pending 2ª Via de Boleto nobody robot_left',
      ],
      ['access is given back', `oi → menu | 2 → ask | † ${CPF.helena} → released`, 'closed Religue de Confiança'],
      ['0 goes back to the menu', 'oi → menu | 1 → ask | 0 → menu | 3 → Suporte aqui', 'pending Suporte nobody queue_chosen'],
      ['# does', 'oi → menu | 2 → ask | # → menu | 1 → ask', 'pending 2ª Via de Boleto integration integration'],
      ['a word leads to a person', 'oi → menu | 1 → ask | atendente → person | oi?', 'pending 2ª Via de Boleto nobody robot_left'],
      ['a person’s word ends it', `oi → menu | 1 → ask | [say Sou eu] → Sou eu | ${CPF.helena}`, 'pending 2ª Via de Boleto nobody person'],
    ],
  },
  {
    about: 'bills of MK-Auth',
    company: { ipmkauth: '', clientidmkauth: '', clientsecretmkauth: '' },
    connection: { greetingMessage: 'Olá!' },
    queues: BILLING,
    texts: bill('mkauth'),
    rows: [
      [
        'the one open bill is handed out, without a file where the bank has none',
        `oi → menu | 1 → ask | † ${CPF.helena} → summary & pix & code & bar & digits & thanks`,
        'closed 2ª Via de Boleto',
      ],
      ['nobody is known by the number', `oi → menu | 1 → ask | ${CPF.nobody} → unknown | # → menu`, 'pending – queue_menu menu_again'],
      [
        'access is given back by a person, until it is said for how long',
        'oi → menu | 2 | alguém?',
        'pending Religue de Confiança nobody queue_chosen',
      ],
    ],
  },
  {
    about: 'bills of Asaas',
    company: { asaas: '' },
    connection: { greetingMessage: 'Olá!' },
    queues: BILLING,
    texts: { ...bill('asaas'), code: '000201901', digits: '0019000009901', code2: '000201902', summary2: OLDER },
    rows: [
      [
        'the one open bill is handed out',
        `oi → menu | 1 → ask | † ${CPF.helena} → summary & pix & code & bar & digits & boleto-2020-11-10.pdf & thanks`,
        'closed 2ª Via de Boleto',
      ],
      [
        'of several one is chosen, which is paid by Pix alone',
        `oi → menu | 1 → ask | ${CPF.bruno} → which | † 1 → summary2 & pix & code2 & thanks`,
        'closed 2ª Via de Boleto',
      ],
      ['nothing is open', `oi → menu | 1 → ask | ${CPF.clara} → none | 1 → person`, 'pending 2ª Via de Boleto nobody robot_left'],
      ['nobody is known by the number', `oi → menu | 1 → ask | ${CPF.nobody} → unknown | # → menu`, 'pending – queue_menu menu_again'],
      ['a person’s word ends it', `oi → menu | 1 → ask | [say Sou eu] → Sou eu | ${CPF.helena}`, 'pending 2ª Via de Boleto nobody person'],
      [
        'access is given back by a person, until it is said for how long',
        'oi → menu | 2 | alguém?',
        'pending Religue de Confiança nobody queue_chosen',
      ],
    ],
  },
  {
    about: 'an agent of Dialogflow',
    robot: 'agent',
    connection: { greetingMessage: 'Olá!', complationMessage: 'Até logo!' },
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    rows: [
      ['answers each message', 'oi → Entendi: oi | e aí → Entendi: e aí | mais → Entendi: mais', 'pending – integration integration'],
      ['ends the conversation', 'oi → Entendi: oi | tchau → Entendi: tchau & bye', 'closed –'],
      [
        'who comes back begins anew',
        'oi → Entendi: oi | tchau → Entendi: tchau & bye | voltei → Entendi: voltei',
        'pending – integration integration',
      ],
      ['leaves the conversation to a person', 'oi → Entendi: oi | pessoa → Entendi: pessoa | alguém?', 'pending – nobody robot_left'],
      [
        'who is not understood twice gets a person',
        'oi → Entendi: oi | ??? → Entendi: ??? | ??? → Entendi: ??? | alguém?',
        'pending – nobody robot_left',
      ],
      ['a picture without words is a person’s', 'oi → Entendi: oi | [picture] | alguém?', 'pending – nobody robot_left'],
      ['a person’s word ends it', 'oi → Entendi: oi | [say Sou eu] → Sou eu | oi?', 'pending – nobody person'],
      [
        'it rests when it should',
        'oi → Entendi: oi | [pause 60] | oi? | [resume] | voltou → Entendi: voltou',
        'pending – integration integration',
      ],
    ],
  },
]
