import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { settings } from '#modules/settings'
import { ticketBots } from '#modules/ticket-bots'
import { testOffice } from '../../../tests/office'
import { change } from '../tickets/change'
import { customerOf, worldOf, type World } from './stories.fixture'

const office = await testOffice()
const { norte } = office
afterEach(() => void setSystemTime())

const TWO: World = { greetingMessage: 'Olá!', queues: [{ name: 'Vendas', greetingMessage: 'Vendas, bom dia' }, { name: 'Suporte' }] }
const MENU = '< Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const INVALID = '< Opção inválida, por favor, escolha uma opção válida.'
const WAYS = '*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
const TREE: World = {
  greetingMessage: 'Olá!',
  queues: [
    {
      name: 'Suporte',
      greetingMessage: 'Em que podemos ajudar?',
      options: [
        {
          title: 'Internet',
          message: 'O que acontece?',
          children: [
            { title: 'Lenta', message: 'Reinicie o roteador' },
            { title: 'Parada', message: 'Vamos verificar' },
          ],
        },
        { title: 'Boleto', message: 'O boleto vai por e-mail' },
      ],
    },
    { name: 'Vendas' },
  ],
}
const LEVEL = `< Em que podemos ajudar?\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Boleto\n${WAYS}`
const BELOW = `< O que acontece?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Parada\n${WAYS}`
const TREE_MENU = '< Olá!\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'
const CHAIN: World = {
  queues: [
    {
      name: 'Só',
      greetingMessage: 'Oi',
      options: [
        { title: 'Um', message: 'Escreva o CPF', children: [{ title: 'Fim', message: 'Obrigado' }] },
        { title: 'Dois', message: 'dois' },
      ],
    },
  ],
}

type Story = { queue?: string | null; bot?: boolean; settings?: Partial<Record<Parameters<typeof settings.set>[1], string>> }
/** What a company set up, what is said, and where the customer stands at the end. `> ` is the customer's. */
const STORIES: [string, World, string[], Story?][] = [
  [
    'a connection without queues greets once',
    { greetingMessage: 'Olá, {{firstName}}!' },
    ['> oi', '< Olá, Helena!', '> tudo bem?'],
    { queue: null },
  ],
  ['a connection without queues and words is silent', {}, ['> oi', '> ?'], { queue: null }],
  ['one queue is taken without a word', { greetingMessage: 'Olá!', queues: [{ name: 'Só' }] }, ['> oi', '> 1'], { queue: 'Só' }],
  [
    'one queue greets where the company wants it',
    { greetingMessage: 'Olá!', queues: [{ name: 'Só', greetingMessage: 'Já vamos' }] },
    ['> oi', '< Olá!', '< Já vamos', '> ok'],
    { queue: 'Só', settings: { sendGreetingMessageOneQueues: 'enabled' } },
  ],
  ['several queues are offered by number', TWO, ['> oi', MENU, '> 2', '> alguém?'], { queue: 'Suporte' }],
  ['the queue that is chosen greets', TWO, ['> oi', MENU, '> 1', '< Vendas, bom dia'], { queue: 'Vendas' }],
  ['a choice with a dot, a dash and the name counts', TWO, ['> oi', MENU, '> 1 - Vendas', '< Vendas, bom dia'], { queue: 'Vendas' }],
  ['a choice by its name counts, whatever its case and accents', TWO, ['> oi', MENU, '> SUPORTÉ'], { queue: 'Suporte' }],
  ['what was tapped in a list counts by its title', TWO, ['> oi', MENU, '> Suporte\nProblemas e dúvidas'], { queue: 'Suporte' }],
  ['a number with a kind word is one', TWO, ['> oi', MENU, '> 2 por favor'], { queue: 'Suporte' }],
  ['a number in a sentence is no choice', TWO, ['> oi', MENU, '> 2 coisas', '> 2'], { queue: 'Suporte' }],
  [
    'a wrong number is told once, then quiet, and a right one still counts',
    TWO,
    ['> oi', MENU, '> 7', INVALID, '> 8', '> 9', '> 2'],
    { queue: 'Suporte' },
  ],
  ['words at once after the first are the same thought', TWO, ['> oi', MENU, '> tudo bem?', '> 3', INVALID], { queue: null, bot: true }],
  ['# sends the menu again', TWO, ['> oi', MENU, '> #', MENU, '> 2'], { queue: 'Suporte' }],
  [
    'the menu is sent as often as the connection says',
    { ...TWO, maxUseBotQueues: 2 },
    ['> oi', MENU, '> #', MENU, '> #', '> 2'],
    { queue: 'Suporte' },
  ],
  [
    'without a limit the menu is sent again and again',
    { ...TWO, maxUseBotQueues: 0 },
    ['> oi', MENU, '> #', MENU, '> #', MENU, '> #', MENU],
    { bot: true },
  ],
  ['a queue with options offers them', TREE, ['> oi', TREE_MENU, '> 1', LEVEL], { queue: 'Suporte', bot: true }],
  [
    'an option with options goes down, one without says its words and leaves',
    TREE,
    ['> oi', TREE_MENU, '> 1', LEVEL, '> 1', BELOW, '> 2', '< Vamos verificar', '> obrigada'],
    { queue: 'Suporte', bot: false },
  ],
  ['0 goes one level up', TREE, ['> oi', TREE_MENU, '> 1', LEVEL, '> 1', BELOW, '> 0', LEVEL], { queue: 'Suporte', bot: true }],
  ['0 on the first level is the menu of queues', TREE, ['> oi', TREE_MENU, '> 1', LEVEL, '> 0', TREE_MENU], { queue: null, bot: true }],
  [
    '# from below is the menu of queues',
    TREE,
    ['> oi', TREE_MENU, '> 1', LEVEL, '> 1', BELOW, '> #', TREE_MENU, '> 2'],
    { queue: 'Vendas' },
  ],
  [
    'a wrong option is told once, then quiet',
    TREE,
    ['> oi', TREE_MENU, '> 1', LEVEL, '> 5', INVALID, '> 6', '> 2', '< O boleto vai por e-mail'],
    { bot: false },
  ],
  ['an option by its title counts', TREE, ['> oi', TREE_MENU, '> 1', LEVEL, '> boleto', '< O boleto vai por e-mail'], { bot: false }],
  [
    'the one queue of a connection offers its options; # is its first level',
    CHAIN,
    [
      '> oi',
      `< Oi\n\n*[ 1 ]* - Um\n*[ 2 ]* - Dois\n${WAYS}`,
      '> 1',
      `< Escreva o CPF\n\n*[ 1 ]* - Fim\n${WAYS}`,
      '> #',
      `< Oi\n\n*[ 1 ]* - Um\n*[ 2 ]* - Dois\n${WAYS}`,
    ],
    { queue: 'Só', bot: true },
  ],
  [
    'words at once after the options are the same thought',
    CHAIN,
    ['> oi', `< Oi\n\n*[ 1 ]* - Um\n*[ 2 ]* - Dois\n${WAYS}`, '> quero a segunda via', '> 2', '< dois'],
    { bot: false },
  ],
  [
    '# at the limit of menus leaves the customer where they are',
    { ...TREE, maxUseBotQueues: 1 },
    ['> oi', TREE_MENU, '> 1', LEVEL, '> #', '> 2', '< O boleto vai por e-mail'],
    { queue: 'Suporte' },
  ],
  [
    'amounts, hours, dates and telephone numbers are no choices',
    TWO,
    ['> oi', MENU, '> 1.500 reais é o valor?', '> 1,5 GB', '> 10:30', '> дом 2', '> 2/11', '> (1) 98888-7777', '> constructor'],
    { queue: null, bot: true },
  ],
  [
    'where there is one option, whatever is written goes on',
    CHAIN,
    [
      '> oi',
      `< Oi\n\n*[ 1 ]* - Um\n*[ 2 ]* - Dois\n${WAYS}`,
      '> 1',
      `< Escreva o CPF\n\n*[ 1 ]* - Fim\n${WAYS}`,
      '> 123.456.789-00',
      '< Obrigado',
    ],
    { bot: false },
  ],
]

for (const [name, world, lines, { queue, bot, settings: chosen = {} } = {}] of STORIES)
  test(name, async () => {
    const place = await worldOf(norte, world)
    for (const [key, value] of Object.entries(chosen)) await settings.set(norte.ctx, key, value ?? null)
    const customer = customerOf(office, norte, place)
    for (const line of lines) if (line.startsWith('> ')) await customer.says(line.slice(2))
    expect(await customer.transcript()).toEqual(lines)
    const { queueId, chatbot, status, userId } = await customer.ticket()
    expect([status, userId]).toEqual(['pending', null])
    if (queue !== undefined) expect(queueId === null ? null : world.queues![place.queueIds.indexOf(queueId)]!.name!).toBe(queue as string)
    if (bot !== undefined) expect(chatbot).toBe(bot)
    for (const key of Object.keys(chosen)) await settings.set(norte.ctx, key, 'disabled')
    await place.end()
  })

test('who chose nothing is offered the menu again after the minutes of the connection', async () => {
  const place = await worldOf(norte, { ...TWO, timeUseBotQueues: 30 })
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  await customer.says('9')
  setSystemTime(Date.now() + 31 * 60_000)
  await customer.says('ainda aí?')
  expect(await customer.transcript()).toEqual(['> oi', MENU, '> 9', INVALID, '> ainda aí?', MENU])
  await place.end()
})

test('a rest that was wanted ends with the conversation', async () => {
  const place = await worldOf(norte, TWO)
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  const { id } = await customer.ticket()
  const { client } = norte.staff.admin
  await client.put(`/tickets/${id}/bot`, { pauseMinutes: 60 })
  await client.put(`/tickets/${id}`, { status: 'closed', justClose: true })
  await customer.says('oi de novo')
  expect(await customer.transcript()).toEqual(['> oi', MENU, '> oi de novo', MENU])
  await place.end()
})

test('a person’s word ends the menu, here and on the phone', async () => {
  const place = await worldOf(norte, TWO)
  const [here, phone] = [customerOf(office, norte, place), customerOf(office, norte, place)]
  for (const one of [here, phone]) await one.says('oi')
  const { id } = await here.ticket()
  expect((await norte.staff.admin.client.post(`/messages/${id}`, { body: 'Sou eu' })).status).toBe(200)
  await phone.says('Sou eu', { fromMe: true })
  for (const one of [here, phone]) {
    await one.says('1')
    expect(await one.transcript()).toEqual(['> oi', MENU, '< Sou eu', '> 1'])
    expect(await one.ticket()).toMatchObject({ queueId: null, chatbot: false })
  }
  await place.end()
})

test('whom a person moves to a queue with options was offered none of them: nothing they write is a wrong choice', async () => {
  const place = await worldOf(norte, TREE)
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  const { id } = await customer.ticket()
  await norte.staff.admin.client.put(`/tickets/${id}`, { queueId: place.queueIds[0] })
  expect(await ticketBots.of(norte.ctx, id)).toMatchObject({ holder: 'nobody', reason: 'person' })
  for (const text of ['obrigada', '1', '#']) await customer.says(text)
  expect(await customer.transcript()).toEqual(['> oi', TREE_MENU, '> obrigada', '> 1', '> #'])
  await place.end()
})

test('who calls first is offered the menu with their first words, and who calls in it may go on choosing', async () => {
  const place = await worldOf(norte, TWO)
  const customer = customerOf(office, norte, place)
  const call = () => customer.says('', { content: { type: 'call', video: false } })
  await call()
  await customer.says('oi')
  await call()
  await customer.says('2')
  expect((await customer.transcript()).filter(line => line.startsWith('< '))).toEqual([MENU])
  expect((await customer.ticket()).queueId).toBe(place.queueIds[1]!)
  await place.end()
})

test('a conversation that somebody has, a group, and a contact without robot see no menu', async () => {
  const place = await worldOf(norte, TWO)
  const shy = customerOf(office, norte, place)
  await shy.says('oi')
  const { contactId, id } = await shy.ticket()
  await norte.staff.admin.client.put(`/contacts/${contactId}`, { disableBot: true })
  await shy.says('#')
  await norte.staff.admin.client.put(`/tickets/${id}`, { status: 'closed', justClose: true })
  await shy.says('oi de novo')
  expect(await shy.transcript()).toEqual(['> oi', MENU, '> #', '> oi de novo'])
  const group = { id: '120363041234567890', subject: 'Condomínio' }
  await shy.says('oi, pessoal', { group })
  const [row] = (await norte.staff.admin.client.get<{ contacts: { id: number }[] }>('/contacts?searchParam=Condom')).body.contacts
  expect(row).toBeDefined()
  await place.end()
})

test('the choice of a customer moves the ticket into the lists of its queue, and out of others', async () => {
  const place = await worldOf(norte, TWO)
  const customer = customerOf(office, norte, place)
  const { ana } = norte.staff
  await norte.staff.admin.client.put(`/users/${ana.id}`, { queueIds: [place.queueIds[1]] })
  await customer.says('oi')
  const socket = await ana.client.socket(['joinTickets', 'pending'])
  await customer.says('2')
  const { id } = await customer.ticket()
  await socket.next(`company-${norte.id}-ticket`, told => told.ticketId === id)
  socket.close()
  await place.end()
})

test('no client takes the names that machines give their words', async () => {
  for (const clientId of ['bot:123456:0', 'epilogue:123456', 'turn-123456-1', 'greeting:1:1', 'call:12345:1']) {
    const { status } = await norte.staff.admin.client.post(`/messages/${norte.tickets.open.id}`, { body: 'forjado', clientId })
    expect([clientId, status]).toEqual([clientId, 400])
  }
})

test('two robots that answer each other are silent after sixty messages', async () => {
  const place = await worldOf(norte, { ...TWO, maxUseBotQueues: 0 })
  const customer = customerOf(office, norte, place)
  for (let i = 0; i < 63; i++) await customer.says('#')
  const said = (await customer.transcript()).filter(line => line.startsWith('< '))
  expect(said).toHaveLength(60)
  const { id, chatbot } = await customer.ticket()
  expect(chatbot).toBe(false)
  expect(await ticketBots.of(norte.ctx, id)).toMatchObject({ holder: 'nobody', reason: 'loop' })
  await place.end()
})

test('nor do they begin to count anew with each ticket that one of them ends', async () => {
  await settings.set(norte.ctx, 'reopenHours', '0')
  const place = await worldOf(norte, { greetingMessage: 'Olá!' })
  const customer = customerOf(office, norte, place)
  for (let i = 0; i < 63; i++) {
    await customer.says('oi')
    await change(norte.ctx, (await customer.ticket()).id, { status: 'closed', justClose: true })
  }
  expect((await customer.transcript()).filter(line => line.startsWith('< '))).toHaveLength(60)
  expect(await customer.tickets()).toHaveLength(63)
  await settings.set(norte.ctx, 'reopenHours', '24')
  await place.end()
})

test('a menu leaves unread what the customer wrote, and their wait goes on', async () => {
  const place = await worldOf(norte, TWO)
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  await customer.says('1')
  expect(await customer.ticket()).toMatchObject({ unreadMessages: 2, waitingSince: expect.any(Date) })
  await place.end()
})

test('the texts follow the language of the company', async () => {
  const { db } = office.store
  await db.$client.execute({ sql: 'update companies set language = ? where id = ?', args: ['es', norte.id] })
  const place = await worldOf(norte, TREE)
  const customer = customerOf(office, norte, place)
  for (const text of ['hola', '1', '9']) await customer.says(text)
  const said = await customer.transcript()
  expect(said.at(-1)).toBe('< Esa opción no es válida. Por favor, elija una opción válida.')
  expect(said.at(-3)).toContain('*[ 0 ]* - Menú anterior')
  await db.$client.execute({ sql: 'update companies set language = ? where id = ?', args: ['pt', norte.id] })
  await place.end()
})
