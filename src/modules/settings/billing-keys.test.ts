import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { settings } from '.'
import { testOffice } from '../../../tests/office'
import { keepSecrets } from '../../../tests/secrets'
import { until } from '../../../tests/until'

const TOKEN = '3:canario-do-token'
keepSecrets('token of a billing system', [TOKEN])
const office = await testOffice()
const { norte, sul } = office
const { client } = norte.staff.admin

type Setting = { key: string; value: string; isSet?: boolean }
const set = (key: string, value: string | null) => client.put<Setting>(`/settings/${key}`, { value })
const shown = async (who = client) =>
  Object.fromEntries((await who.get<Setting[]>('/settings')).body.map(({ key, value, isSet }) => [key, isSet ?? value]))

test('keys are stored sealed, and administrators of the company alone read which there are', async () => {
  await set('ipixc', 'ixc.norte.com.br/')
  expect((await set('tokenixc', TOKEN)).body).toMatchObject({ key: 'tokenixc', value: '', isSet: true })
  expect(await shown()).toMatchObject({ ipixc: 'https://ixc.norte.com.br', tokenixc: true, asaas: false })
  for (const who of [norte.staff.ana.client, norte.staff.supervisor.client]) {
    expect(Object.keys(await shown(who))).not.toContain('ipixc')
    expect((await who.get('/settings/tokenixc')).status).toBe(404)
    expect((await who.put('/settings/tokenixc', { value: 'x' })).status).toBe(403)
  }
  expect(await shown(sul.staff.admin.client)).toMatchObject({ ipixc: '', tokenixc: false })
  const { rows } = await office.store.client.execute("select value from settings where key = 'tokenixc'")
  expect(String(rows[0]!['value'])).toStartWith('sealed:')
})

test('a token is kept where nothing is written, goes with another address or with null, and waits for an address', async () => {
  await set('tokenixc', '')
  expect(await settings.value(norte.ctx, 'tokenixc')).toBe(TOKEN)
  await set('ipixc', 'https://ixc.norte.com.br')
  expect(await settings.value(norte.ctx, 'tokenixc')).toBe(TOKEN)
  await set('ipixc', 'https://outro.exemplo')
  expect((await shown())['tokenixc']).toBe(false)
  await set('ipixc', '')
  await set('tokenixc', TOKEN)
  await set('ipixc', 'http://10.0.0.2:8080/ixc')
  expect(await settings.toldTo(norte.ctx, 'ixc')).toEqual({ ipixc: 'http://10.0.0.2:8080/ixc', tokenixc: TOKEN })
  expect((await set('tokenixc', null)).body).toMatchObject({ isSet: false })
})

test.each([
  ['ipixc', 'ftp://ixc.exemplo'],
  ['ipixc', 'https://eu:senha@ixc.exemplo'],
  ['ipixc', 'https://ixc.exemplo/?a=1'],
  ['ipixc', 'ixc exemplo'],
  ['ipmkauth', 'https://'],
  ['tokenixc', 'com espaço'],
  ['asaas', 'chave\nsegunda: linha'],
])('%s refuses %p', async (key, value) => {
  expect(await set(key, value)).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
})

test('complete keys make one integration, under a name that is free, and it can be named anew', async () => {
  await client.post('/queueIntegration', { type: 'webhook', name: 'Asaas', urlN8N: 'https://exemplo.com' })
  const made = async () =>
    (
      await client.get<{ queueIntegrations: { id: number; type: string; name: string }[] }>('/queueIntegration')
    ).body.queueIntegrations.filter(({ type }) => type === 'asaas')
  const socket = await client.socket()
  for (const key of ['$aact_prod_um', '$aact_prod_dois']) await set('asaas', key)
  await socket.next(`company-${norte.id}-queueIntegration`)
  socket.close()
  expect(await made()).toMatchObject([{ name: 'Asaas 2' }])
  const { id } = (await made())[0]!
  const body = { type: 'asaas', name: 'Cobrança', settings: { queueId: norte.queues[1].id, asaas: 'outra' } }
  expect(await client.put(`/queueIntegration/${id}`, body)).toMatchObject({
    body: { settings: { queueId: norte.queues[1].id }, secrets: [] },
  })
  expect(await settings.value(norte.ctx, 'asaas')).toBe('$aact_prod_dois')
})

test('an integration without its keys can be made, and says what is missing when it is tried', async () => {
  const given = { type: 'mkauth', name: 'MK' }
  expect((await client.post('/queueIntegration', given)).status).toBe(200)
  expect(await client.post('/queueIntegration/testSession', given)).toMatchObject({ status: 400, body: { code: 'ERR_PLUGIN_KEYS' } })
  const { body } = await client.get<{ name: string; hasKeys: boolean; form: { properties: object } }[]>('/queueIntegration/plugins')
  expect(body.find(({ name }) => name === 'mkauth')).toMatchObject({ hasKeys: true })
  expect(Object.keys(body.find(({ name }) => name === 'mkauth')!.form.properties)).toEqual(['unblockDays', 'queueId', 'ownNumber'])
})

test('a plugin that asks for the keys of another is told none', async () => {
  await set('asaas', '$aact_prod_canario')
  const source = `import * as v from 'valibot'
    export default { name: 'curioso', version: '1', api: 1, hosts: [],
      settings: v.object({ asaas: v.pipe(v.string(), v.metadata({ company: true })) }),
      reply: async () => {}, test: async ({ asaas }) => ({ reply: asaas }) }`
  await Bun.write(join(office.folder, 'plugins', 'curioso.ts'), source)
  await until(async () => JSON.stringify((await client.get('/queueIntegration/plugins')).body).includes('curioso'))
  expect(await client.post('/queueIntegration/testSession', { type: 'curioso' })).toMatchObject({ body: { code: 'ERR_PLUGIN_KEYS' } })
})
