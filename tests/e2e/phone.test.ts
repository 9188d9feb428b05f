import { describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { sample } from '../../src/sandbox/network/samples'
import {
  accept,
  attach,
  bubble,
  composer,
  conversation,
  inHead,
  openTicket,
  press,
  pressButton,
  row,
  say,
  showList,
  tick,
  toList,
} from './agent'
import { look } from './browser'
import { phoneAtWork } from './phone-at-work'
import { NUMBER, until } from './shop'

const { shop, ana, touch, phoneOf, write } = await phoneAtWork(['Helena Prado', 'Caio Mendes', 'Dona Lúcia', 'Seu Jorge', 'Rosa Nunes'], 3)

const tabBar = () => ana.page.getByRole('navigation', { name: 'Navegação' })
const dialog = (name: string | RegExp) => ana.page.getByRole('dialog', { name })
const toast = (text: string) => ana.page.locator('.toast-b').filter({ hasText: text })
const gone = { state: 'detached' } as const

// The entry of what lies on top comes and goes a moment after it (kit/back.ts): nobody's hand is as fast as a test.
async function closeByBack() {
  await ana.page.waitForFunction(() => history.state === 'over')
  await ana.page.goBack()
}
const entryIsGone = () => ana.page.waitForFunction(() => history.state !== 'over')
async function leaveByBack() {
  await entryIsGone()
  await ana.page.goBack()
}

test('a row that was pressed keeps no buttons when its list is seen again', async () => {
  await showList(ana, 'Atendendo')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
  await toList(ana)
  await row(ana, 'Helena Prado').waitFor()
  expect(await row(ana, 'Helena Prado').locator('.row-actions').isVisible()).toBe(false)
})

describe('Back', () => {
  test('closes what lies on top, one after the other, and leaves the conversation after that', async () => {
    const { page } = ana
    await openTicket(ana, 'Helena Prado')
    await composer(ana).waitFor()
    const chat = page.url()
    const pane = page.getByRole('complementary', { name: 'Dados do contato' })
    await inHead(ana, 'Dados do contato')
    await pressButton(ana, 'Adicionar tag', pane)
    const tags = page.getByRole('dialog', { name: 'Tags' })
    await tags.waitFor()
    await closeByBack()
    await tags.waitFor(gone)
    await pane.waitFor()
    await closeByBack()
    await pane.waitFor(gone)
    expect(page.url()).toBe(chat)
    await pressButton(ana, 'Mais ações', conversation(ana).locator('.convo-head'))
    await page.getByRole('menu').waitFor()
    await closeByBack()
    await page.getByRole('menu').waitFor(gone)
    await pressButton(ana, 'Menu', tabBar())
    await page.getByRole('navigation', { name: 'Menu principal' }).waitFor()
    await closeByBack()
    await page.getByRole('navigation', { name: 'Menu principal' }).waitFor(gone)
    await composer(ana).waitFor()
    expect(page.url()).toBe(chat)
    await leaveByBack()
    await row(ana, 'Helena Prado').waitFor()
    expect(new URL(page.url()).pathname).toBe('/tickets')
  })

  test('takes away what can be done with a message, and what lies on that first', async () => {
    await openTicket(ana, 'Helena Prado')
    const message = bubble(ana, 'Sou Helena Prado')
    const bar = message.getByRole('toolbar', { name: 'Ações da mensagem' })
    await press(ana, message)
    await pressButton(ana, 'Reagir', bar)
    await dialog('Reagir').waitFor()
    await closeByBack()
    await dialog('Reagir').waitFor(gone)
    await bar.waitFor()
    await closeByBack()
    await bar.waitFor({ state: 'hidden' })
    await press(ana, message)
    await pressButton(ana, 'Reagir', bar)
    await pressButton(ana, '👍', dialog('Reagir'))
    await bar.waitFor({ state: 'hidden' })
    await leaveByBack()
    await row(ana, 'Helena Prado').waitFor()
  })

  test('closes a picture', async () => {
    await shop.control.send({ from: phoneOf('Helena Prado'), to: NUMBER, type: 'image' })
    await openTicket(ana, 'Helena Prado')
    await press(ana, conversation(ana).locator('.media-open').first())
    const viewer = ana.page.locator('.viewer')
    // A customer's photo has no name: who showed it is said, and when.
    await viewer.locator('.whose').getByText('Helena Prado', { exact: true }).waitFor()
    expect(await viewer.locator('.whose > span').textContent()).toMatch(/^Hoje, \d\d:\d\d$/)
    expect(await look(ana, 'viewer-phone')).toEqual([])
    await closeByBack()
    await viewer.waitFor(gone)
    await composer(ana).waitFor()
    await toList(ana)
  })

  test('closes what came while the step of what lay there before was on its way, and stays on the page', async () => {
    const { page } = ana
    await openTicket(ana, 'Helena Prado')
    await conversation(ana).locator('.media-open').first().waitFor()
    const chat = page.url()
    await pressButton(ana, 'Anexar')
    await page.getByRole('menuitem', { name: 'Câmera' }).waitFor()
    await page.waitForFunction(() => history.state === 'over')
    await page.evaluate(() => {
      const back = history.back.bind(history)
      history.back = () => {
        history.back = back
        document.querySelector<HTMLElement>('.media-open')!.click()
        back()
        back()
      }
    })
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !String(history.back).includes('media-open'))
    await page.locator('.viewer').waitFor(gone)
    await composer(ana).waitFor()
    expect(page.url()).toBe(chat)
    await leaveByBack()
    await row(ana, 'Helena Prado').waitFor()
  })

  test('asks before what was written in a form is lost, and stays there where that is the answer', async () => {
    const { page } = ana
    await openTicket(ana, 'Helena Prado')
    await inHead(ana, 'Dados do contato')
    const pane = page.getByRole('complementary', { name: 'Dados do contato' })
    await pressButton(ana, 'Editar', pane)
    const form = dialog(/contato/i).filter({ has: page.getByLabel('Nome') })
    await form.getByLabel('Nome').fill('Helena P.')
    await closeByBack()
    const question = dialog('Descartar o que você mudou?')
    await question.waitFor()
    await closeByBack()
    await question.waitFor(gone)
    expect(await form.getByLabel('Nome').inputValue()).toBe('Helena P.')
    await closeByBack()
    await pressButton(ana, 'Descartar', question)
    await form.waitFor(gone)
    await closeByBack()
    await pane.waitFor(gone)
    await composer(ana).waitFor()
    await leaveByBack()
    await row(ana, 'Helena Prado').waitFor()
  })

  test('after what lay on top led to another page goes to the page before, and not to a step between', async () => {
    const { page } = ana
    await pressButton(ana, 'Menu', tabBar())
    await press(ana, page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: /^Tags/ }))
    await page.waitForURL('**/tags')
    await page.goBack()
    await row(ana, 'Helena Prado').waitFor()
    await openTicket(ana, 'Helena Prado')
    await composer(ana).waitFor()
    await leaveByBack()
    await row(ana, 'Helena Prado').waitFor()
    expect(new URL(page.url()).pathname).toBe('/tickets')
  })
})

test('a picture is taken with the camera of the phone from what can be attached, and is sent', async () => {
  await openTicket(ana, 'Helena Prado')
  await pressButton(ana, 'Anexar')
  const camera = ana.page.getByRole('menuitem', { name: 'Câmera' })
  const [chooser] = await Promise.all([ana.page.waitForEvent('filechooser'), press(ana, camera)])
  const asked = await chooser.element().evaluate((one: HTMLInputElement) => [one.getAttribute('capture'), one.accept])
  expect(asked).toEqual(['environment', 'image/*,video/*'])
  await chooser.setFiles([{ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: sample('image').bytes }])
  await pressButton(ana, 'Enviar')
  await entryIsGone()
  await press(ana, conversation(ana).locator('.msg.out .media-open'))
  await ana.page
    .locator('.viewer')
    .getByText(/ · IMG_0001\.jpg$/)
    .waitFor()
  await closeByBack()
  await ana.page.locator('.viewer').waitFor(gone)
  await toList(ana)
})

test('the palette opens from the menu, and leads where it is told', async () => {
  await pressButton(ana, 'Menu', tabBar())
  expect(await look(ana, 'menu')).toEqual([])
  await pressButton(ana, 'Buscar ou executar…')
  const palette = dialog('Buscar ou executar')
  await palette.getByRole('combobox').fill('Helena')
  await palette.getByRole('option').filter({ hasText: 'Helena Prado' }).first().waitFor()
  expect(await look(ana, 'palette')).toEqual([])
  await press(ana, palette.getByRole('option').filter({ hasText: 'Helena Prado' }).first())
  await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
  await toList(ana)
})

test('a notice covers nothing that is read, neither rows nor messages', async () => {
  await touch.swipe(row(ana, 'Dona Lúcia'), -300)
  const notice = toast('Atendimento de Dona Lúcia resolvido')
  await notice.waitFor()
  const bottom = async () => {
    const { y, height } = (await notice.boundingBox())!
    return y + height
  }
  const top = async (selector: string) => (await ana.page.locator(selector).first().boundingBox())!.y
  expect(await bottom()).toBeLessThanOrEqual(await top('.list-head'))
  expect(await look(ana, 'notice-list')).toEqual([])
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
  await notice.waitFor()
  // Neither the name nor the verbs of the next customer are under it, nor what is said and written.
  const foot = async (selector: string) => {
    const { y, height } = (await ana.page.locator(selector).first().boundingBox())!
    return y + height
  }
  await composer(ana).blur()
  await until(async () => (await notice.boundingBox())!.y >= (await foot('.composer')), undefined, 'the notice below what is written')
  expect(await look(ana, 'notice-chat')).toEqual([])
  await press(ana, composer(ana))
  const resolves = (await conversation(ana).locator('.convo-head').getByRole('button', { name: 'Resolver' }).boundingBox())!
  await until(async () => (await bottom()) <= (await top('.thread')), undefined, 'the notice over the head')
  const { x, width } = (await notice.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(resolves.x)
  await press(ana, notice.getByRole('button', { name: /Desfazer/ }))
  await toList(ana)
  await row(ana, 'Dona Lúcia').waitFor()
})

test('a conversation that was left at its end is come back to at its end, although its foot grew as it was resolved', async () => {
  const [name, phone] = ['Íris Melo', '5511987654590']
  shop.control.addPhone({ phone, name })
  for (let n = 1; n <= 20; n++) await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `linha ${n}.` })
  await accept(ana, name)
  await bubble(ana, 'linha 20.').waitFor()
  await say(ana, 'Até mais')
  await tick(bubble(ana, 'Até mais'), 'entregue').waitFor()
  const path = new URL(ana.page.url()).pathname
  const here = ana.page.getByRole('region', { name: `Conversa com ${name}` })
  await press(ana, here.locator('.convo-head').getByRole('button', { name: 'Resolver' }))
  await toast(`Atendimento de ${name} resolvido`).waitFor()
  await here.waitFor(gone)
  await ana.page.evaluate(path => history.pushState(null, '', path), path)
  await here.getByText('Este atendimento foi resolvido').waitFor()
  const rest = () => ana.page.locator('.thread').evaluate(box => box.scrollHeight - box.scrollTop - box.clientHeight)
  await until(async () => (await rest()) < 24, 5_000, 'the end')
  await toList(ana)
})

test('Back leads to the list after several were accepted and resolved, one after the other', async () => {
  for (const n of [1, 2]) {
    shop.control.addPhone({ phone: `551198765459${n}`, name: `Vera ${n}` })
    await shop.control.send({ from: `551198765459${n}`, to: NUMBER, type: 'text', text: 'Oi' })
  }
  await showList(ana, 'Aguardando')
  for (const n of [1, 2]) await row(ana, `Vera ${n}`).waitFor()
  await press(ana, ana.page.locator('.ticket-hit').first())
  for (let n = 0; n < 2; n++) {
    const here = ana.page.getByRole('region', { name: (await conversation(ana).getAttribute('aria-label'))!, exact: true })
    await press(ana, here.getByRole('button', { name: /^Aceitar/ }))
    await composer(ana).waitFor()
    const resolve = here.locator('.convo-head').getByRole('button', { name: 'Resolver' })
    // The press that follows another at once is taken for the second one of a double.
    await until(async () => {
      await press(ana, resolve)
      return here.waitFor({ ...gone, timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    })
  }
  await leaveByBack()
  await ana.page.getByRole('tab', { name: 'Aguardando', selected: true }).waitFor()
  expect(new URL(ana.page.url()).pathname).toBe('/tickets')
  await showList(ana, 'Atendendo')
})

test('what was sent a moment ago comes back by a press, and nobody has read it', async () => {
  const { page } = ana
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const prefer = (undoSeconds: number) =>
    fetch(`${shop.url}/users/me/preferences`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ undoSeconds }),
    })
  await prefer(10)
  await page.goto('/tickets')
  await openTicket(ana, 'Helena Prado')
  await say(ana, 'Com pressa')
  const sent = bubble(ana, 'Com pressa')
  await sent.getByText(/^Sai em/).waitFor()
  expect(await look(ana, 'held-message')).toEqual([])
  await pressButton(ana, 'Desfazer', sent)
  await sent.waitFor(gone)
  expect(await composer(ana).inputValue()).toBe('Com pressa')
  await prefer(0)
  await page.reload()
  await say(ana, 'Com calma')
  await tick(bubble(ana, 'Com calma'), 'entregue').waitFor()
  const heard = shop.control.transcript({ phone: phoneOf('Helena Prado'), chat: NUMBER }).map(({ text }) => text ?? '')
  expect(heard.filter(text => text.includes('Com pressa'))).toEqual([])
  await toList(ana)
})

test('words are looked for in one conversation, from its menu; Back ends that and stays', async () => {
  for (const text of ['O modem pisca', 'Já desliguei', 'Agora o modem apagou']) await write('Helena Prado', text)
  await openTicket(ana, 'Helena Prado')
  await bubble(ana, 'Agora o modem apagou').waitFor()
  await inHead(ana, 'Procurar nesta conversa')
  const bar = conversation(ana).getByRole('search')
  await bar.getByRole('searchbox').fill('modem')
  await bar.getByText('1 de 2').waitFor()
  await pressButton(ana, 'Resultado mais antigo', bar)
  await bar.getByText('2 de 2').waitFor()
  await conversation(ana).locator('[data-hit]').filter({ hasText: 'O modem pisca' }).waitFor()
  expect(await look(ana, 'find-bar')).toEqual([])
  await closeByBack()
  await bar.waitFor(gone)
  await composer(ana).waitFor()
})

test('a note is written by the menu where people look for it, and a file has room for its caption', async () => {
  await pressButton(ana, 'Anexar')
  await press(ana, ana.page.getByRole('menuitem', { name: 'Escrever observação' }))
  await ana.page.getByRole('textbox', { name: 'Observação', exact: true }).waitFor()
  await pressButton(ana, 'Voltar à mensagem')
  await composer(ana).waitFor()
  await attach(ana, [{ name: 'tabela.txt', mimeType: 'text/plain', buffer: Buffer.from('10 GB') }])
  expect(await composer(ana).getAttribute('placeholder')).toBe('Escreva uma legenda')
  expect(await look(ana, 'caption')).toEqual([])
  await pressButton(ana, 'Remover tabela.txt')
})

test('what is written has the width of the screen, with what can be done with it below', async () => {
  const width = async (what: Locator) => (await what.boundingBox())!.width
  const field = composer(ana)
  await field.fill('O técnico leva uns 40 minutos e testa o sinal nos quartos antes de sair. Se preferir outro horário, é só me dizer.')
  expect(await width(field)).toBeGreaterThan((await width(conversation(ana))) * 0.9)
  const [text, send] = [await field.boundingBox(), await ana.page.getByRole('button', { name: 'Enviar' }).boundingBox()]
  expect(send!.y).toBeGreaterThanOrEqual(text!.y + text!.height)
  expect(await look(ana, 'long-answer')).toEqual([])
  await field.fill('')
})

test('files that have no room beside each other are counted, and the last one is scrolled to', async () => {
  const names = ['um', 'dois', 'três', 'quatro', 'cinco'].map(name => `orçamento ${name}.txt`)
  await attach(
    ana,
    names.map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from('10 GB') })),
  )
  await conversation(ana).getByText('5 arquivos').waitFor()
  expect(await look(ana, 'five-files')).toEqual([])
  for (const name of names.toReversed()) await pressButton(ana, `Remover ${name}`)
  await conversation(ana).getByRole('list', { name: 'Anexos' }).waitFor(gone)
})

test('each choice of the order of a list, and of what it shows, is as high as a finger needs', async () => {
  await toList(ana)
  await pressButton(ana, 'Filas e opções')
  await ana.page.getByRole('radiogroup', { name: 'Ordem' }).waitFor()
  const heights = await ana.page.locator('.pop-list .opt').evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await closeByBack()
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
})

test('what is said hides no notice that there is no line', async () => {
  await ana.context.setOffline(true)
  const banner = ana.page.getByText('Sem internet.')
  await banner.waitFor()
  await pressButton(ana, 'Resolver', conversation(ana).locator('.convo-head'))
  await toast('é resolvido quando ela voltar').waitFor()
  const said = (await toast('é resolvido quando ela voltar').boundingBox())!
  const notice = (await ana.page.locator('.panel > .banner').boundingBox())!
  expect(said.y).toBeGreaterThanOrEqual(notice.y + notice.height)
  expect(await look(ana, 'cut-and-said')).toEqual([])
  await pressButton(ana, /Desfazer/, toast('é resolvido quando ela voltar'))
  await ana.context.setOffline(false)
  await banner.waitFor(gone)
  ana.forgive(/ERR_INTERNET_DISCONNECTED/)
})
