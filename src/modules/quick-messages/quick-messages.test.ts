import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const office = await testOffice()

type Phrase = { id: number; shortcode: string; message: string; geral: boolean; mediaPath: string | null; mediaName: string | null }
const { ana, bia, supervisor, admin } = {
  ana: () => office.norte.staff.ana.client,
  bia: () => office.norte.staff.bia.client,
  supervisor: () => office.norte.staff.supervisor.client,
  admin: () => office.norte.staff.admin.client,
}
const phrase = (shortcode: string, more: object = {}) => ({ shortcode, message: `Olá, ${shortcode}`, ...more })
const names = async (client: ReturnType<typeof ana>) => (await client.get<Phrase[]>('/quick-messages/list')).body.map(one => one.shortcode)

test('a phrase is its owner’s alone, until an administrator shares it', async () => {
  const { body } = await ana().post<Phrase>('/quick-messages', phrase('so-da-ana'))
  expect(await names(ana())).toContain('so-da-ana')
  expect(await names(bia())).not.toContain('so-da-ana')
  expect((await bia().get(`/quick-messages/${body.id}`)).status).toBe(404)
  expect((await ana().put(`/quick-messages/${body.id}`, { geral: true })).status).toBe(403)
  expect((await admin().put<Phrase>(`/quick-messages/${body.id}`, { geral: true })).body.geral).toBe(true)
  expect(await names(bia())).toContain('so-da-ana')
  expect(await names(office.sul.staff.ana.client)).not.toContain('so-da-ana')
})

test('only an administrator makes a shared phrase; leaders change any, an agent only what is not shared', async () => {
  expect((await ana().post('/quick-messages', phrase('minha', { geral: true }))).status).toBe(403)
  const { body: shared } = await admin().post<Phrase>('/quick-messages', phrase('de-todos', { geral: true }))
  expect((await ana().put(`/quick-messages/${shared.id}`, { message: 'Outra' })).status).toBe(403)
  expect((await ana().delete(`/quick-messages/${shared.id}`)).status).toBe(403)
  expect((await supervisor().put<Phrase>(`/quick-messages/${shared.id}`, { message: 'Outra', geral: true })).body.message).toBe('Outra')
  const { body: own } = await bia().post<Phrase>('/quick-messages', phrase('da-bia'))
  expect((await supervisor().delete(`/quick-messages/${own.id}`)).status).toBe(200)
})

test('a leader’s list for the conversation has no phrases of others', async () => {
  await bia().post('/quick-messages', phrase('segredo-da-bia'))
  expect(await names(supervisor())).not.toContain('segredo-da-bia')
  const { body } = await supervisor().get<{ records: Phrase[] }>('/quick-messages?searchParam=segredo-da-bia')
  expect(body.records.map(one => one.shortcode)).toEqual(['segredo-da-bia'])
})

test('a phrase that stops being shared is gone for the others at once', async () => {
  const { body } = await admin().post<Phrase>('/quick-messages', phrase('passageira', { geral: true }))
  const socket = await ana().socket()
  await admin().put(`/quick-messages/${body.id}`, { geral: false })
  const { payload } = await socket.next(`company${office.norte.id}-quickemessage`, ({ action }) => action === 'delete')
  expect(payload.id).toBe(body.id)
  const heard = await socket.settled()
  expect(heard.filter(({ event, payload }) => event.includes('quickemessage') && payload?.action === 'update')).toEqual([])
  socket.close()
})

test('who does not see a phrase puts no file beside it', async () => {
  const { body } = await ana().post<Phrase>('/quick-messages', phrase('com-foto'))
  const form = new FormData()
  form.set('typeArch', 'quickMessage')
  form.set('file', new File(['conteúdo'], 'tabela.pdf', { type: 'application/pdf' }))
  expect((await bia().post(`/quick-messages/${body.id}/media-upload`, form)).status).toBe(404)
  expect((await ana().post(`/quick-messages/${body.id}/media-upload`, form)).status).toBe(200)
})

test('the slash that calls a phrase up is no part of its shortcut', async () => {
  const { body } = await ana().post<Phrase>('/quick-messages', phrase('/planos'))
  expect(body.shortcode).toBe('planos')
  expect(await ana().post('/quick-messages', phrase('/ab'))).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
  const rows = [phrase('//tabela')]
  await ana().post('/quick-messages/import', { rows })
  expect(await names(ana())).toContain('tabela')
})

test('a spreadsheet shares nothing that its sender may not share', async () => {
  const rows = [phrase('partilhada', { geral: true }), phrase('propria')]
  const { body } = await ana().post('/quick-messages/import', { rows })
  expect(body).toEqual({ created: 1, refused: [{ row: 0, details: { '': ['ERR_NO_PERMISSION'] } }] } as never)
  expect(await names(bia())).not.toContain('partilhada')
})

test('a spreadsheet brings many, and each row that is wrong is told with what is wrong', async () => {
  const rows = [phrase('linha-um'), { shortcode: '', message: 'sem atalho' }, phrase('linha-tres')]
  const { body } = await ana().post<{ created: number; refused: { row: number; details: Record<string, string[]> }[] }>(
    '/quick-messages/import',
    { rows },
  )
  expect(body.created).toBe(2)
  expect(body.refused).toMatchObject([{ row: 1, details: { shortcode: ['Obrigatório', 'ERR_QUICKMESSAGE_INVALID_NAME'] } }])
  expect(await names(ana())).toContain('linha-tres')
})
