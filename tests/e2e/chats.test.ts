import { expect, test } from 'bun:test'
import { actions, bubble, choose, composer, goTo, lastBubble, press, pressButton, say, thread } from './agent'
import { look, type Person } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const lia = await sit('wide', 'Lia Souza')
const rafa = await sit('phone', 'Rafael Prado')

const room = ({ page }: Person, name: string) => page.getByRole('list', { name: 'Conversas da equipe' }).getByRole('link', { name })
const drawerDot = ({ page }: Person) => page.getByRole('img', { name: 'há mensagens novas da equipe' })
const bar = ({ page }: Person) => page.getByRole('navigation', { name: 'Navegação' })
/** In the tab of the conversation, which a wide screen shows beside the list. */
const tab = (person: Person, name: string) => person.page.getByRole('tab', { name })

test('an empty chat invites; a new room is heard of by who is in it, and only by them', async () => {
  await goTo(lia, 'Chat interno')
  await lia.page.getByText('Converse com a equipe').waitFor()
  await pressButton(lia, 'Nova conversa', lia.page.getByRole('main').locator('.empty'))
  const dialog = lia.page.getByRole('dialog', { name: 'Nova conversa' })
  await pressButton(lia, /^Criar conversa/, dialog)
  await dialog.getByText('Por favor, preencha o título da conversa.').waitFor()
  await dialog.getByLabel('Título').fill('Plantão Suporte')
  await pressButton(lia, /^Participantes/, dialog)
  await press(lia, lia.page.getByRole('option', { name: 'Rafael Prado' }))
  await lia.page.keyboard.press('Escape')
  await pressButton(lia, /^Criar conversa/, dialog)
  await composer(lia).waitFor()
  await say(lia, 'Queda na Compensa desde 9h40')
  await bar(rafa)
    .getByRole('link', { name: /Chat.*1/ })
    .waitFor()
  await press(rafa, bar(rafa).getByRole('link', { name: /^Chat/ }))
  await press(rafa, room(rafa, 'Plantão Suporte'))
  await bubble(rafa, 'Queda na Compensa desde 9h40').waitFor()
  await thread(rafa).getByText('novas', { exact: true }).waitFor()
})

test('it is a conversation: typing, an answer to a message, a file, an edit and a deleted message', async () => {
  await say(lia, 'Previsão?')
  await composer(rafa).pressSequentially('E')
  await lia.page.getByText('Rafael está digitando…').first().waitFor()
  await pressButton(rafa, 'Responder', await actions(rafa, bubble(rafa, 'Previsão?')))
  await say(rafa, 'Equipe no local, 40 minutos')
  const answer = bubble(lia, 'Equipe no local, 40 minutos')
  await answer.locator('.quoted', { hasText: 'Previsão?' }).waitFor()
  await answer.getByText('Rafael Prado').waitFor()

  const chosen = lia.page.waitForEvent('filechooser')
  await pressButton(lia, 'Anexar')
  await (await chosen).setFiles([{ name: 'escala.txt', mimeType: 'text/plain', buffer: Buffer.from('segunda: Lia') }])
  await pressButton(lia, /^Enviar/)
  await bubble(rafa, 'escala.txt')
    .getByRole('link', { name: /escala\.txt/ })
    .waitFor()

  await choose(lia, bubble(lia, 'Previsão?').first(), 'Editar')
  await composer(lia).fill('Qual a previsão?')
  await composer(lia).press('Enter')
  await bubble(rafa, 'Qual a previsão?')
    .getByText(/editada/)
    .waitFor()
  expect(await look(lia, 'chat')).toEqual([])
  expect(await look(rafa, 'chat')).toEqual([])

  await choose(lia, bubble(lia, 'escala.txt'), 'Apagar')
  await pressButton(lia, /^Apagar/, lia.page.getByRole('dialog'))
  await lastBubble(rafa).getByText('Mensagem apagada').waitFor()
})

test('elsewhere, a dot and the top bar say what is unread, until the room is opened', async () => {
  await goTo(lia, 'Contatos')
  await say(rafa, 'A torre voltou')
  await drawerDot(lia).waitFor()
  await pressButton(lia, 'Chat interno, 1 nova')
  expect(await look(lia, 'chat-popover')).toEqual([])
  await press(lia, lia.page.getByRole('button', { name: /Plantão Suporte/ }))
  await bubble(lia, 'A torre voltou').waitFor()
  await drawerDot(lia).waitFor({ state: 'detached' })
})

test('a colleague is heard as loud as one chose, after which the audio rests, and told on the desktop while nobody looks', async () => {
  const told: string[] = []
  await lia.context.exposeFunction('told', (what: string) => void told.push(what))
  await lia.context.addInitScript(() => {
    const told = (what: string) => (window as unknown as { told(what: string): void }).told(what)
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.Notification = class extends EventTarget {
      static permission = 'granted'
      constructor(_: string, { body }: { body: string }) {
        super()
        told(body)
      }
    } as unknown as typeof Notification
    const { setValueAtTime } = AudioParam.prototype
    AudioParam.prototype.setValueAtTime = function (value, at) {
      told(`sound of ${value}`)
      return setValueAtTime.call(this, value, at)
    }
    const { suspend } = AudioContext.prototype
    AudioContext.prototype.suspend = function () {
      told('audio rests')
      return suspend.call(this)
    }
  })
  for (const [volume, text] of [
    ['0', 'Sem som'],
    ['0.5', 'Com som'],
  ] as const) {
    await lia.page.evaluate(volume => localStorage.setItem('volume', volume), volume)
    const { promise: isThere, resolve } = Promise.withResolvers<void>()
    lia.page.once('websocket', line => line.on('framereceived', ({ payload }) => void (String(payload).includes('"synced"') && resolve())))
    await lia.page.reload()
    await isThere
    // A browser plays nothing before its person touched the page.
    await goTo(lia, 'Contatos')
    await say(rafa, text)
    await until(() => told.some(what => what.endsWith(text)))
  }
  await until(() => told.includes('audio rests'))
  expect([...new Set(told)].toSorted()).toEqual(['Rafael Prado: Com som', 'Rafael Prado: Sem som', 'audio rests', 'sound of 0.125'])
  await lia.page.evaluate(() => localStorage.removeItem('volume'))
  await goTo(lia, 'Chat interno')
  await press(lia, room(lia, 'Plantão Suporte'))
})

test('older messages come when one scrolls up, and what is read stays in its place', async () => {
  const { id } = (await shop.owner.get<{ id: number }[]>('/users/list')).find(one => (one as { name?: string }).name === 'Rafael Prado')!
  const made = await shop.owner.post<{ id: number; uuid: string }>('/chats', { title: 'Avisos', users: [{ id }] })
  for (let n = 1; n <= 50; n++) await shop.owner.post(`/chats/${made.id}/messages`, { message: `Aviso número ${n} da gerência` })
  await press(rafa, tab(rafa, 'Chats'))
  expect(await look(rafa, 'chat-list')).toEqual([])
  await press(rafa, room(rafa, 'Avisos'))
  await bubble(rafa, 'Aviso número 50 da gerência').waitFor()
  await thread(rafa).evaluate(box => box.scrollTo({ top: 0 }))
  await bubble(rafa, 'Aviso número 12 da gerência').waitFor({ state: 'attached' })
  expect(await thread(rafa).evaluate(box => box.scrollTop)).toBeGreaterThan(100)
  await press(rafa, tab(rafa, 'Chats'))
  await press(rafa, tab(rafa, 'Mensagens'))
  await composer(rafa).waitFor()
})

test('what was said is found by its words from the list of rooms, and a press leads to where it was said', async () => {
  await press(rafa, tab(rafa, 'Chats'))
  await rafa.page.getByLabel('Buscar no chat').fill('gerencia 7')
  const found = rafa.page.getByRole('list', { name: '1 mensagem' })
  await found.getByText('Aviso número 7 da gerência').waitFor()
  expect(await look(rafa, 'chat-found')).toEqual([])
  await press(rafa, found.getByRole('link', { name: /^Avisos: / }))
  const there = bubble(rafa, 'Aviso número 7 da gerência')
  await there.waitFor()
  await until(() =>
    there.evaluate(bubble => {
      const { top, bottom } = bubble.getBoundingClientRect()
      return top > 0 && bottom < innerHeight
    }),
  )
  await press(rafa, tab(rafa, 'Chats'))
  await pressButton(rafa, 'Limpar')
  await found.waitFor({ state: 'detached' })
})

test('a colleague is found by name where there is no room with them yet, and one press begins it', async () => {
  await shop.person('Teo Barros', 'user')
  await goTo(lia, 'Chat interno')
  await lia.page.getByLabel('Buscar no chat').fill('teo')
  await lia.page.getByRole('button', { name: 'Conversar com Teo Barros' }).waitFor()
  expect(await look(lia, 'chat-colleagues')).toEqual([])
  await pressButton(lia, 'Conversar com Teo Barros')
  await composer(lia).waitFor()
  await say(lia, 'Tudo certo aí?')
  await room(lia, 'Teo Barros').waitFor()
  await pressButton(lia, 'Limpar')
  await press(lia, room(lia, 'Plantão Suporte'))
})

test('the owner alone deletes a room, and who looks at it is led back to the list', async () => {
  await press(rafa, tab(rafa, 'Chats'))
  await press(rafa, room(rafa, 'Plantão Suporte'))
  await composer(rafa).waitFor()
  await pressButton(rafa, 'Mais ações', rafa.page.locator('.convo-head'))
  expect(await rafa.page.getByRole('menuitem').allTextContents()).toEqual(['Sair da conversa'])
  await rafa.page.keyboard.press('Escape')
  await pressButton(lia, 'Mais ações', lia.page.locator('.convo-head'))
  await press(lia, lia.page.getByRole('menuitem', { name: 'Excluir conversa' }))
  await pressButton(lia, 'Excluir conversa', lia.page.getByRole('dialog'))
  await rafa.page.waitForURL(/\/chats$/)
  await room(rafa, 'Plantão Suporte').waitFor({ state: 'detached' })
})
