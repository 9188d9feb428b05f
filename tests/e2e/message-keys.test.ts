import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, actions, bubble, composer, conversation, pressButton, say, tick } from './agent'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const [HELENA, IVO] = ['5511987654710', '5511987654711']
const write = (text: string) => shop.control.send({ from: HELENA, to: NUMBER, type: 'text', text })
let ana: Person

describe('a message by the keyboard', () => {
  const focused = () => ana.page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? document.activeElement?.tagName)
  const key = (name: string) => ana.page.keyboard.press(name)
  async function toMessages() {
    await key('Alt+m')
    await ana.page.locator('article:focus > .msg-actions').waitFor()
  }

  beforeAll(async () => {
    shop.control.addPhone({ phone: HELENA, name: 'Helena Prado' })
    for (let i = 1; i <= 90; i++) await write(`Pergunta ${i}?`)
    ana = await sit('wide', 'Ana Lima')
    await accept(ana, 'Helena Prado')
    await bubble(ana, 'Pergunta 90?').waitFor()
    await say(ana, 'Um momento')
    await tick(bubble(ana, 'Um momento'), 'entregue').waitFor()
    await composer(ana).focus()
  })

  test('is reached from the answer, one after the other, beyond those that are drawn, and left by Escape', async () => {
    await toMessages()
    expect(await focused()).toContain('Um momento')
    expect(await look(ana, 'message-focus')).toEqual([])
    await key('ArrowUp')
    expect(await focused()).toContain('Pergunta 90?')
    for (let i = 89; i >= 10; i--) {
      await bubble(ana, `Pergunta ${i}?`).first().waitFor({ state: 'attached' })
      await key('ArrowUp')
      expect(await focused()).toContain(`Pergunta ${i}?`)
    }
    expect(await bubble(ana, 'Pergunta 10?').isVisible()).toBe(true)
    await key('ArrowDown')
    expect(await focused()).toContain('Pergunta 11?')
    await key('Escape')
    expect(await focused()).toBe('TEXTAREA')
  })

  test('is answered by Enter, and letters go into the answer', async () => {
    await toMessages()
    await key('ArrowUp')
    await key('Enter')
    expect(await focused()).toBe('TEXTAREA')
    await ana.page.keyboard.type('Sim')
    await key('Enter')
    await bubble(ana, 'Sim')
      .getByRole('button', { name: /Pergunta/ })
      .waitFor()
    await toMessages()
    await ana.page.keyboard.type('resolvido')
    expect(await composer(ana).inputValue()).toBe('resolvido')
    await composer(ana).fill('')
  })

  test('gets a reaction by its toolbar, to the right of it', async () => {
    await toMessages()
    await key('ArrowRight')
    await ana.page.locator('.msg-actions > button:focus').waitFor()
    // Escape goes back one step at a time.
    await key('Escape')
    await ana.page.locator('article:focus').filter({ hasText: 'Sim' }).waitFor()
    await key('ArrowRight')
    await key('Enter')
    await ana.page.locator('.quick-emojis button:focus').waitFor()
    await key('Escape')
    expect(await focused()).toContain('Sim')
    await key('ArrowRight')
    await key('Enter')
    await ana.page.locator('.quick-emojis button:focus').waitFor()
    await key('ArrowRight')
    await key('Enter')
    await bubble(ana, 'Sim')
      .getByRole('img', { name: /reaç.*❤/ })
      .waitFor()
  })

  test('is deleted by Delete, once that is confirmed; what the customer wrote is not', async () => {
    await composer(ana).focus()
    await toMessages()
    for (const up of ['ArrowUp', 'ArrowUp']) await key(up)
    expect(await focused()).toContain('Pergunta 90?')
    await key('Delete')
    expect(await ana.page.getByRole('dialog').count()).toBe(0)
    await key('End')
    await key('Delete')
    await ana.page.getByRole('dialog').waitFor()
    await key('Enter')
    await conversation(ana).getByText('Mensagem apagada').waitFor()
  })

  test('of a colleague is neither deleted nor edited by an agent: that is offered by no key and no menu', async () => {
    shop.control.addPhone({ phone: IVO, name: 'Ivo Paz' })
    await shop.control.send({ from: IVO, to: NUMBER, type: 'text', text: 'Sou Ivo' })
    ana = await sit('wide', 'Bia Reis', 'user')
    await accept(ana, 'Ivo Paz')
    await say(ana, 'Já vejo')
    const { tickets } = await shop.owner.get<{ tickets: { id: number; contact: { name: string } }[] }>('/tickets?status=open&showAll=true')
    await shop.owner.post(`/messages/${tickets.find(({ contact }) => contact.name === 'Ivo Paz')!.id}`, { body: 'Dito por outra pessoa' })
    const [own, theirs] = [bubble(ana, 'Já vejo'), bubble(ana, 'Dito por outra pessoa')]
    for (const message of [own, theirs]) await tick(message, 'entregue').waitFor()
    await composer(ana).focus()
    await toMessages()
    await key('End')
    expect(await focused()).toContain('Dito por outra pessoa')
    await key('Delete')
    expect(await ana.page.getByRole('dialog').count()).toBe(0)
    const offered = async (message: typeof own) => {
      await pressButton(ana, 'Mais ações', await actions(ana, message))
      await ana.page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
      const names = await ana.page.getByRole('menuitem').allTextContents()
      await key('Escape')
      return names.filter(name => /Editar|Apagar/.test(name))
    }
    expect([await offered(theirs), await offered(own)]).toEqual([[], ['Editar', 'Apagar']])
  })
})
