import { expect, test } from 'bun:test'
import { conversation, openTicket, pressButton, row, say, showList, takeIt } from './agent'
import { look } from './browser'
import { NUMBER, until } from './shop'
import { pageOf, testShop } from './test-shop'

const { shop, sit } = await testShop()

const customer = '5511988800601'
shop.control.addPhone({ phone: customer, name: 'Helena Prado' })
const write = (text: string) => shop.control.send({ from: customer, to: NUMBER, type: 'text', text })
/** What the customer's phone shows of the company, once there is so much of it. */
const heard = (n: number) =>
  until(() => {
    const words = shop.control.transcript({ phone: customer, chat: NUMBER }).flatMap(({ fromMe, text }) => (fromMe ? [] : text))
    return words.length >= n && words
  })

test('a customer walks through the menus on a phone, a person looks, lets the robot rest, takes over, and is rated', async () => {
  const [connection] = await shop.owner.get<{ id: number }[]>('/whatsapp')
  const queues = await shop.owner.get<{ id: number; name: string }[]>('/queue')
  const support = queues.find(({ name }) => name === 'Suporte')!
  for (const title of ['Internet lenta', 'Segunda via'])
    await shop.owner.post('/queue-options', { queueId: support.id, title, message: `Sobre ${title}: já vamos` })
  await shop.owner.put(`/queue/${support.id}`, { greetingMessage: 'Suporte, em que ajudamos?' })
  await shop.owner.put(`/whatsapp/${connection!.id}`, {
    queueIds: queues.map(({ id }) => id),
    greetingMessage: 'Olá, {{firstName}}!',
    complationMessage: 'Até logo!',
  })
  await shop.owner.put('/settings/userRating', { value: 'enabled' })

  await write('oi')
  expect(await heard(1)).toEqual(['Olá, Helena!\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'])
  await write('1')
  expect((await heard(2))[1]).toStartWith('Suporte, em que ajudamos?\n\n*[ 1 ]* - Internet lenta\n*[ 2 ]* - Segunda via')

  const lead = await sit('wide', 'Lia Reis')
  await showList(lead, 'Aguardando')
  await row(lead, 'Helena Prado').getByText('Suporte', { exact: true }).waitFor()
  await row(lead, 'Helena Prado').hover()
  await pressButton(lead, /^Mais/, row(lead, 'Helena Prado'))
  await lead.page.getByRole('menuitem', { name: 'Ver conversa' }).click()
  const view = lead.page.getByRole('dialog', { name: /^Helena Prado/ })
  await view.getByText('Com o robô: menu da fila').waitFor()
  expect(await look(lead, 'robots-view')).toEqual([])
  await pressButton(lead, 'Pausar robô', view)
  await lead.page.getByRole('menuitem', { name: '15 minutos' }).click()
  await view.getByText(/^Robô em pausa até/).waitFor()
  await pressButton(lead, 'Retomar', view)
  await view.getByText('Com o robô: menu da fila').waitFor()
  await lead.page.keyboard.press('Escape')
  await view.waitFor({ state: 'detached' })

  await write('2')
  expect((await heard(3))[2]).toBe('Sobre Segunda via: já vamos')
  await openTicket(lead, 'Helena Prado')
  await takeIt(lead)
  await say(lead, 'Segue a segunda via')
  await heard(4)
  // Within a blink of what the customer wrote nobody has read it: who is that quick is refused, and asks again.
  await until(async () => {
    const answered = lead.page.waitForResponse(answer => answer.request().method() === 'PUT' && /\/tickets\/\d+$/.test(answer.url()))
    await lead.page.keyboard.press('Alt+e')
    return (await answered).ok()
  })
  lead.forgive(/^409 PUT/)
  expect((await heard(5))[4]).toContain('Digite de 1 à 3')
  await write('Muito satisfeito')
  expect((await heard(6))[5]).toBe('Até logo!')
  const { attendants } = await shop.owner.get<{ attendants: { name: string; rating: number | null }[] }>('/dashboard?days=1')
  expect(attendants.find(({ name }) => name === 'Lia Reis')!.rating).toBe(3)
})

test('whom a person took is given back to the robot, which begins anew', async () => {
  const lia = await sit('wide', 'Nina Prado')
  await write('oi de novo')
  await heard(7)
  await showList(lia, 'Aguardando')
  await openTicket(lia, 'Helena Prado')
  await takeIt(lia)
  await pressButton(lia, 'Mais ações', conversation(lia))
  await lia.page.getByRole('menuitem', { name: 'Devolver ao robô' }).click()
  await lia.page.getByText('Atendimento de Helena Prado devolvido ao robô').first().waitFor()
  await write('oi')
  // In the queue where it waits.
  expect((await heard(8))[7]).toStartWith('Suporte, em que ajudamos?')
})

test('a form is tried by a simulated customer before it is saved, with the reasons', async () => {
  const lead = await sit('phone', 'Rosa Dias')
  await lead.page.goto(`${shop.url}/queues`)
  const { line, sheet } = pageOf(lead)
  await line('Suporte').tap()
  const form = sheet('Editar fila')
  await form.getByLabel('Saudação').fill('Bem-vinda ao suporte')
  await form.getByText('Simular um cliente').tap()
  const talk = form.getByRole('log', { name: 'Simular um cliente' })
  const write = async (text: string) => {
    await form.getByRole('textbox', { name: 'Mensagem do cliente' }).fill(text)
    await pressButton(lead, 'Enviar como cliente', form)
  }
  await write('oi')
  await talk.getByText('Bem-vinda ao suporte').waitFor()
  await write('7')
  await talk.getByText('Opção inválida, por favor, escolha uma opção válida.').waitFor()
  await talk.getByText('O cliente escolheu uma opção que não existe e foi avisado.').waitFor()
  await form.getByLabel('Saudação').fill('Outra saudação')
  await talk.getByText('Outra saudação').waitFor()
  await shop.owner.put('/settings/scheduleType', { value: 'company' })
  const monday = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }]
  await shop.owner.put(`/companies/${shop.owner.user.companyId}/schedules`, { schedules: monday })
  await form.getByLabel('Hora da conversa').fill('2026-11-23T20:00')
  await talk.getByText('Nenhuma mensagem de ausência está escrita: o cliente não recebeu nada.').first().waitFor()
  await form.getByLabel('Hora da conversa').fill('2026-11-23T10:00')
  await talk.getByText('Outra saudação').waitFor()
  await shop.owner.put('/settings/scheduleType', { value: 'disabled' })
  await form.getByRole('textbox', { name: 'Mensagem do cliente' }).scrollIntoViewIfNeeded()
  expect(await look(lead, 'robots-try')).toEqual([])
  expect((await shop.owner.get<{ greetingMessage: string }[]>('/queue')).map(one => one.greetingMessage)).not.toContain('Outra saudação')
})
