import { afterAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { testOffice } from '../../tests/office'
import { startIxc } from '../../tests/peers/ixc'
import { startMkauth } from '../../tests/peers/mkauth'
import { keepSecrets } from '../../tests/secrets'
import { until } from '../../tests/until'
import { companies } from '../modules/companies/schema'
import { plans } from '../modules/plans/schema'
import { customerOf, worldOf } from './conversation/stories.fixture'

const [TOKEN, OTHER_TOKEN, SECRET] = ['7:canario-ixc-do-norte', '8:canario-ixc-do-sul', 'canario-mkauth-do-norte']
keepSecrets('keys of billing systems', [TOKEN, OTHER_TOKEN, SECRET])
const ixc = startIxc(TOKEN)
const other = startIxc(OTHER_TOKEN)
const mkauth = startMkauth('Client_Id_1', SECRET)
afterAll(() => Promise.all([ixc.stop(), other.stop(), mkauth.stop()]))
const office = await testOffice({ OUTBOUND_ALLOW: [ixc, other, mkauth].map(({ destination }) => destination).join(',') })
const { norte, sul } = office
const { client } = norte.staff.admin

const set = (key: string, value: string | null, who = client) => who.put<{ value: string; isSet?: boolean }>(`/settings/${key}`, { value })
async function setMkauth() {
  await set('ipmkauth', mkauth.address)
  await set('clientidmkauth', 'Client_Id_1')
  await set('clientsecretmkauth', SECRET)
}
type Row = { id: number; type: string; name: string; failures: number; retryAt: string | null; lastError: string | null }
const rowsOf = async (type: string, who = client) =>
  (await who.get<{ queueIntegrations: Row[] }>('/queueIntegration')).body.queueIntegrations.filter(row => row.type === type)
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0)

const CPF = '529.982.247-25'
const QUEUES = {
  queues: [{ name: '2ª Via de Boleto' }, { name: 'Religue de Confiança' }, { name: 'Suporte', greetingMessage: 'Suporte aqui' }],
}
const MENU = '< Olá!\n\n*[ 1 ]* - 2ª Via de Boleto\n*[ 2 ]* - Religue de Confiança\n*[ 3 ]* - Suporte'
const ASKED =
  '< Digite o *CPF* ou *CNPJ* do titular.\n\n*[ 0 ]* - Voltar\n*[ # ]* - Voltar ao Menu Principal\nPara falar com uma pessoa, escreva *atendente*.'
const APOLOGY = '< Não consegui consultar o sistema de cobrança agora. Uma pessoa vai atender você.'
const place = await worldOf(norte, QUEUES)
const placeOfSul = await worldOf(sul, QUEUES)

/** What was said after the menu in a new conversation. */
async function talk(texts: string[], company = norte, where = place) {
  const customer = customerOf(office, company, where)
  await customer.says('oi')
  for (const text of texts) {
    await customer.says(text)
    await settled()
  }
  return { customer, ticket: await customer.ticket(), said: (await customer.transcript()).slice(2) }
}
function customersOf(peer: typeof ixc) {
  const helena = peer.client({ id: '7', cnpj_cpf: CPF, razao: 'Helena Prado' })
  helena.bill({ id: '901', valor: '99.90', data_vencimento: '2020-11-10', linha_digitavel: '00190.00009 01', pix: '00020126pix901' })
  helena.contract({ id: '55', status_internet: 'CA' })
}
beforeEach(async () => {
  for (const peer of [ixc, other]) {
    peer.reset()
    customersOf(peer)
  }
  for (const key of ['ipmkauth', 'clientidmkauth']) await set(key, '')
  await set('ipixc', ixc.address)
  await set('tokenixc', TOKEN)
})

test('with the keys of IXC the queues of the contract hand out a bill and give access back, and end the conversation', async () => {
  const bill = await talk(['1', CPF])
  expect(bill.said).toEqual([
    '> 1',
    ASKED,
    `> ${CPF}`,
    '< Segue a 2ª via da sua fatura.\n\n*Valor:* R$ 99,90\n*Vencimento:* 10/11/2020',
    '< Pix copia e cola:',
    '< 00020126pix901',
    '< Código de barras:',
    '< 00190.00009 01',
    '< boleto-2020-11-10.pdf',
    '< Obrigado! Se precisar de algo mais, é só escrever.',
  ])
  expect(bill.ticket).toMatchObject({ status: 'closed' })
  const trust = await talk(['2', CPF])
  expect(trust.said.at(-1)).toStartWith('< Pronto, o acesso foi liberado.')
  expect([trust.ticket.status, ixc.unblocked]).toEqual(['closed', ['55']])
})

test('a queue of another name, one with a robot of its own, and a company without keys are as they were', async () => {
  expect((await talk(['3', CPF])).said).toEqual(['> 3', '< Suporte aqui', `> ${CPF}`])
  expect((await talk(['1', CPF], sul, placeOfSul)).said).toEqual(['> 1', `> ${CPF}`])
  await client.put(`/queue/${place.queueIds[0]}`, { integrationId: norte.integration.id })
  expect((await talk(['1'])).ticket).toMatchObject({ queueId: place.queueIds[0] })
  expect(ixc.asked).toEqual([])
  await client.put(`/queue/${place.queueIds[0]}`, { integrationId: null })
})

test('each company is asked for at its own system, with its own token', async () => {
  const boss = sul.staff.admin.client
  await set('ipixc', other.address, boss)
  await set('tokenixc', OTHER_TOKEN, boss)
  expect((await talk(['1', CPF], sul, placeOfSul)).ticket.status).toBe('closed')
  expect([ixc.asked.length, other.asked.length > 0]).toEqual([0, true])
  expect(await rowsOf('ixc', boss)).toHaveLength(1)
  await set('tokenixc', null, boss)
  expect((await talk(['1'], sul, placeOfSul)).said).toEqual(['> 1'])
})

test('the queue of bills prefers MK-Auth, which gives no access back', async () => {
  mkauth.people.set('52998224725', { nome: 'Helena Prado', bills: [] })
  await setMkauth()
  expect((await talk(['1', CPF])).said.at(-1)).toStartWith('< Olá, Helena!\nNão há fatura em aberto nesse cadastro.')
  expect(ixc.asked).toEqual([])
  expect((await talk(['2', CPF])).said.at(-1)).toStartWith('< Pronto, o acesso foi liberado.')
})

test('MK-Auth gives access back where its integration says for how long; until then the queue waits for a person', async () => {
  await set('ipixc', '')
  await setMkauth()
  mkauth.people.set('52998224725', { nome: 'Helena Prado', bills: [], bloqueado: 'sim' })
  expect((await talk(['2', CPF])).said).toEqual(['> 2', `> ${CPF}`])
  const [{ id }] = (await rowsOf('mkauth')) as [Row]
  const days = (unblockDays: number | null) => client.put(`/queueIntegration/${id}`, { settings: { unblockDays } })
  expect((await days(40)).status).toBe(400)
  expect((await days(3)).body).toMatchObject({ settings: { unblockDays: 3 } })
  const { said, ticket } = await talk(['2', CPF])
  expect([said.at(-1)!.slice(0, 32), ticket.status]).toEqual(['< Pronto, o acesso foi liberado.', 'closed'])
  expect(mkauth.changes).toHaveLength(1)
  await days(null)
  expect((await talk(['2'])).said).toEqual(['> 2'])
})

test('# goes back to the menu of queues, from where another is chosen or the same begins anew', async () => {
  const { said, ticket } = await talk(['1', '#', '3'])
  expect(said).toEqual(['> 1', ASKED, '> #', MENU, '> 3', '< Suporte aqui'])
  expect(ticket).toMatchObject({ status: 'pending', queueId: place.queueIds[2], useIntegration: false, integrationId: null })
  expect((await talk(['1', '0', '1', CPF])).said.slice(2, 5)).toEqual(['> 0', MENU, '> 1'])
})

/** A CPF with the check digits that belong to nine others. */
function cpfOf(nine: string) {
  const digit = (body: string) => (([...body].reduce((sum, one, at) => sum + Number(one) * (body.length + 1 - at), 0) * 10) % 11) % 10
  const ten = nine + digit(nine)
  return ten + digit(ten)
}

test('whoever asks for the CPFs of many is a person’s, by way of the menu too', async () => {
  const cpfs = [1, 2, 3, 4, 5, 6].map(n => cpfOf(`12345678${n}`))
  const guesses = cpfs.flatMap(cpf => [cpf, '#', '1'])
  const often = (times: number) => client.put(`/whatsapp/${place.connection.id}`, { maxUseBotQueues: times })
  // As a company that sends the menu as often as it is asked for.
  expect((await often(0)).status).toBe(200)
  const { customer, ticket } = await talk(['1', ...guesses])
  await often(3)
  expect(ticket).toMatchObject({ status: 'pending', useIntegration: false, userId: null })
  expect((await customer.transcript()).slice(-4)).toEqual([`> ${cpfs[5]}`, '< Certo, uma pessoa vai atender você.', '> #', '> 1'])
  expect(ixc.asked).toHaveLength(5)
  // Their own is found however often they write it.
  expect((await talk(['1', CPF, '1', CPF])).said.filter(line => line.includes('pix901'))).toHaveLength(2)
})

test('whoever deletes what they wrote, or edits it, has asked for it all the same', async () => {
  const cpfs = [1, 2, 3].map(n => cpfOf(`23456789${n}`))
  const customer = customerOf(office, norte, place)
  const told = async (text: string) => {
    const key = await customer.says(text)
    await settled()
    return key
  }
  for (const text of ['oi', '1']) await told(text)
  for (const [n, cpf] of cpfs.entries()) {
    const target = await told(cpf)
    await customer.says('', { content: { type: 'edit', target, body: 'oi' } })
    if (n) await customer.says('', { content: { type: 'delete', target } })
    await told(cpfOf(`34567890${n}`))
    await told('#')
    await told('1')
  }
  expect((await customer.ticket()).useIntegration).toBe(false)
  expect(ixc.asked).toHaveLength(5)
})

test('access is given back to who asks for it now, and not for what was asked before a person had the conversation', async () => {
  ixc.instead = path => (path.endsWith('desbloqueio_confianca') ? new Response('', { status: 503 }) : undefined)
  const { customer, ticket, said } = await talk(['2', CPF])
  expect(said.at(-1)).toBe(APOLOGY)
  ixc.instead = undefined
  const [{ id: integrationId }] = (await rowsOf('ixc')) as [Row]
  await client.put(`/tickets/${ticket.id}`, { useIntegration: true, integrationId })
  await customer.says('oi')
  await settled()
  expect(ixc.unblocked).toEqual([])
  expect((await customer.transcript()).at(-1)).toBe(ASKED)
})

test('a bill by which nothing can be paid says nothing of whether the system works: nobody else goes without it', async () => {
  const nothing = { titulo: '41', status: 'aberto', datavenc: '2020-01-31', valor: '10.00', linhadig: null, pix: null }
  mkauth.people.set('52998224725', { nome: 'Caio', bills: [nothing] })
  await setMkauth()
  await talk(['1'])
  await office.store.client.execute("update integrations set failures = 4 where type = 'mkauth'")
  expect((await talk(['1', CPF])).said.at(-1)).toBe(APOLOGY)
  expect((await rowsOf('mkauth'))[0]).toMatchObject({ failures: 4, retryAt: null, lastError: 'ERR_BILLING_EMPTY' })
})

test('without a menu to go back to, # and a word lead to a person', async () => {
  const alone = await worldOf(norte, { queues: [{ name: '2 via de boleto' }] })
  for (const way of ['#', 'atendente']) {
    const customer = customerOf(office, norte, alone)
    for (const text of ['oi', way]) {
      await customer.says(text)
      await settled()
    }
    expect((await customer.transcript()).slice(1)).toEqual([ASKED, `> ${way}`, '< Certo, uma pessoa vai atender você.'])
    expect(await customer.ticket()).toMatchObject({ status: 'pending', useIntegration: false })
  }
  await alone.end()
})

test('what was asked last survives the end of the plugin’s process', async () => {
  const { bill } = ixc.client({ id: '8', cnpj_cpf: '111.444.777-35', razao: 'Bia' })
  for (const id of ['31', '32']) bill({ id, valor: '10.00', data_vencimento: `2020-01-${id}`, pix: `pix${id}`, liberado: 'S' })
  ixc.tables['fn_areceber']!.find(row => row['id'] === '32')!['data_vencimento'] = '2020-02-01'
  const { customer, said } = await talk(['1', '111.444.777-35'])
  expect(said.at(-1)).toContain('*[ 2 ]* - R$ 10,00, venceu em 01/02/2020')
  expect((await client.post('/plugins/ixc/restart')).status).toBe(200)
  await customer.says('2')
  await settled()
  expect(await customer.transcript()).toContain('< pix32')
  expect((await customer.ticket()).status).toBe('closed')
})

test('a system that fails is an apology and a person’s, the administrator finds why, and after five it rests until the keys are given anew', async () => {
  ixc.instead = () => new Response('', { status: 503 })
  const { said, ticket } = await talk(['1', CPF])
  expect(said.slice(2)).toEqual([`> ${CPF}`, APOLOGY])
  expect(ticket).toMatchObject({ status: 'pending', queueId: place.queueIds[0], useIntegration: false, userId: null })
  const { bot } = (await client.get<{ bot: object }>(`/tickets/${ticket.id}`)).body
  expect(bot).toMatchObject({ holder: 'nobody', reason: 'robot_failed' })
  expect((await rowsOf('ixc'))[0]).toMatchObject({ failures: 1, lastError: 'ERR_BILLING_BUSY' })
  await office.store.client.execute("update integrations set failures = 4 where type = 'ixc'")
  await talk(['1', CPF])
  expect((await rowsOf('ixc'))[0]).toMatchObject({ failures: 5, retryAt: expect.any(String) })
  ixc.asked.length = 0
  expect((await talk(['1'])).said).toEqual(['> 1', APOLOGY])
  expect(ixc.asked).toEqual([])
  ixc.instead = undefined
  await set('tokenixc', TOKEN)
  expect((await rowsOf('ixc'))[0]).toMatchObject({ failures: 0, retryAt: null })
  expect((await talk(['1', CPF])).ticket.status).toBe('closed')
})

test('after the pause a question that asks nobody is no try: the system is tried by who says their number', async () => {
  ixc.instead = () => new Response('', { status: 503 })
  const [{ id }] = (await rowsOf('ixc')) as [Row]
  await office.store.client.execute({ sql: 'update integrations set failures = 5, retry_at = 1 where id = ?', args: [id] })
  const waiting = await talk(['1'])
  expect(waiting.said).toEqual(['> 1', ASKED])
  expect((await talk(['1', CPF])).said.at(-1)).toBe(APOLOGY)
  expect((await rowsOf('ixc'))[0]).toMatchObject({ failures: 6 })
  ixc.instead = undefined
  await office.store.client.execute({ sql: 'update integrations set retry_at = 1 where id = ?', args: [id] })
  await waiting.customer.says(CPF)
  await settled()
  expect((await waiting.customer.ticket()).status).toBe('closed')
  expect((await rowsOf('ixc'))[0]).toMatchObject({ failures: 0, retryAt: null })
})

test('a plugin that an operator turned off, and an integration that was deleted, start nothing', async () => {
  await client.put('/plugins/ixc', { companyId: norte.id, enabled: false })
  expect((await talk(['1'])).said).toEqual(['> 1'])
  await client.put('/plugins/ixc', { companyId: norte.id, enabled: true })
  const [row] = await rowsOf('ixc')
  expect((await client.call('DELETE', `/queueIntegration/${row!.id}`)).status).toBe(200)
  expect((await talk(['1'])).said).toEqual(['> 1'])
  await set('tokenixc', TOKEN)
  expect((await talk(['1'])).said).toEqual(['> 1', ASKED])
})

test('a plan without integrations takes no keys and starts nothing', async () => {
  const [plan] = await office.store.db
    .insert(plans)
    .values({ name: 'Básico', users: 9, connections: 9, queues: 20, useIntegrations: false })
    .returning()
  const before = (await office.store.db.select().from(companies).where(eq(companies.id, norte.id)))[0]!.planId
  const choose = async (planId: number | null) => {
    await office.store.db.update(companies).set({ planId }).where(eq(companies.id, norte.id))
    office.ctxFor(norte.id).access.changed({ companyId: norte.id })
  }
  await choose(plan!.id)
  expect(await set('tokenixc', 'outro')).toMatchObject({
    status: 403,
    body: { code: 'ERR_NOT_IN_PLAN', details: { feature: 'useIntegrations' } },
  })
  expect((await talk(['1'])).said).toEqual(['> 1'])
  await choose(before)
  expect((await talk(['1'])).said).toEqual(['> 1', ASKED])
})
