import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sample } from '../../src/sandbox/network/samples'
import {
  accept,
  actions,
  agent,
  attach,
  bubble,
  choose,
  composer,
  conversation,
  lastBubble,
  openTicket,
  press,
  pressButton,
  row,
  say,
  send,
  showList,
  thread,
  tick,
  toList,
} from './agent'
import { look, type Person, type Size, sizes } from './browser'
import { NUMBER, type Shop, until } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

const picture = () => ({ name: 'fonte.jpg', mimeType: 'image/jpeg', buffer: sample('image').bytes })
const focused = (person: Person) => composer(person).evaluate(field => field === document.activeElement)

describe.each(Object.keys(sizes) as Size[])('the composer, %s', size => {
  const [helena, caio] = (size === 'wide' ? ['Helena Prado', 'Caio Mendes'] : ['Joana Reis', 'Rafael Tavares']) as [string, string]
  const phones = new Map([helena, caio].map((name, i) => [name, `55${size === 'wide' ? '11' : '21'}98765432${i}`]))
  let ana: Person
  const write = (from: string, content: object) =>
    shop.control.send({ from: phones.get(from)!, to: NUMBER, ...content } as Parameters<Shop['control']['send']>[0])
  const attachments = () => ana.page.getByRole('list', { name: 'Anexos' })
  const bar = () => ana.page.getByRole('group', { name: 'Gravando áudio' })
  const isOpen = async () => (await shop.owner.get<{ status: string }>(`/tickets/u/${ana.page.url().split('/').at(-1)}`)).status === 'open'

  beforeAll(async () => {
    for (const [name, phone] of phones) shop.control.addPhone({ phone, name })
    ana = await agent(browser, shop.url, size, await shop.person(`Ana${size} Lima`))
    for (const name of [caio, helena]) {
      await write(name, { type: 'text', text: `Sou ${name}` })
      await accept(ana, name)
      if (name === caio) await toList(ana)
    }
  })
  afterAll(() => ana?.close())
  afterEach(() => {
    expect(ana.problems).toEqual([])
  })

  test('a reply of several lines is read as it is written, and covers no message', async () => {
    for (let i = 0; i < 14; i++) await say(ana, `Linha ${i} da conversa`)
    const last = bubble(ana, 'Linha 13 da conversa')
    await tick(last, 'entregue').waitFor()
    await composer(ana).focus()
    await ana.page.keyboard.type('Uma resposta que é longa demais para uma linha só de um celular, e para a metade de outra. ')
    if (size === 'wide')
      for (let i = 0; i < 3; i++) {
        await ana.page.keyboard.press('Shift+Enter')
        await ana.page.keyboard.type('mais uma')
      }
    const { width, content, height } = await composer(ana).evaluate(field => ({
      width: field.clientWidth,
      content: field.scrollWidth,
      height: field.clientHeight,
    }))
    expect(content).toBeLessThanOrEqual(width)
    expect(height).toBeGreaterThan(60)
    const covered = async () => {
      const [message, box] = [await last.boundingBox(), await thread(ana).boundingBox()]
      return message!.y + message!.height - (box!.y + box!.height)
    }
    await ana.page.keyboard.type('!')
    await until(async () => (await covered()) <= 0, undefined, 'the last message in sight')
    expect(await look(ana, 'long-reply')).toEqual([])
    await composer(ana).fill('')
  })

  test('a drawing on a ground that lets light through has a white one on the phone', async () => {
    const drawing = await ana.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(400, 400)
      const drawn = canvas.getContext('2d')!
      // Left nothing, right what PNG packs badly.
      for (let x = 200; x < 400; x += 2)
        for (let y = 0; y < 400; y += 2) {
          drawn.fillStyle = `hsl(${(x * y * 7) % 360} 80% 50%)`
          drawn.fillRect(x, y, 2, 2)
        }
      return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()))
    })
    await attach(ana, [{ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(drawing) }])
    await attachments().getByText('logo').waitFor()
    await send(ana)
    const sent = lastBubble(ana).locator('img').first()
    await tick(lastBubble(ana), 'entregue').waitFor()
    const corner = () =>
      sent.evaluate(async (img: HTMLImageElement) => {
        const picture = await createImageBitmap(await (await fetch(img.src)).blob())
        const drawn = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
        drawn.drawImage(picture, 0, 0)
        return [img.src.split('.').at(-1)!.slice(0, 3), ...drawn.getImageData(20, 20, 1, 1).data]
      })
    await until(async () => (await corner()).join() === 'jpg,255,255,255,255', undefined, 'a white corner')
  })

  test('files, a quote and an edit are there when one comes back, after a reload too', async () => {
    await attach(ana, [picture()])
    // The field takes the focus when the file is there; what is pressed before that loses its toolbar.
    await attachments().getByText('fonte.jpg').waitFor()
    await pressButton(ana, 'Responder', await actions(ana, bubble(ana, `Sou ${helena}`)))
    await composer(ana).fill('É esta aqui?')
    const away = async () => {
      await toList(ana)
      await openTicket(ana, caio)
      await bubble(ana, `Sou ${caio}`).waitFor()
      expect(await attachments().count()).toBe(0)
      await toList(ana)
      await row(ana, helena).waitFor()
    }
    await away()
    await row(ana, helena).getByText('Rascunho:').waitFor()
    await openTicket(ana, helena)
    await attachments().getByText('fonte.jpg').waitFor()
    await conversation(ana).locator('.composer-quote').getByText(`Sou ${helena}`).waitFor()
    expect(await composer(ana).inputValue()).toBe('É esta aqui?')

    await ana.page.reload()
    await attachments().getByText('fonte.jpg').waitFor()
    await pressButton(ana, 'Remover fonte.jpg')
    await attachments().waitFor({ state: 'detached' })
    // A quote is kept over a reload, which asks for nothing else.
    await ana.page.reload()
    await conversation(ana).locator('.composer-quote').getByText(`Sou ${helena}`).waitFor()
    expect(await composer(ana).inputValue()).toBe('É esta aqui?')
    expect(await attachments().count()).toBe(0)

    await composer(ana).fill('')
    await pressButton(ana, 'Cancelar', conversation(ana).locator('.composer-quote'))
    await choose(ana, bubble(ana, 'Linha 13 da conversa'), 'Editar')
    await composer(ana).fill('Linha treze')
    await away()
    await openTicket(ana, helena)
    await conversation(ana).getByText('Editando mensagem').waitFor()
    expect(await composer(ana).inputValue()).toBe('Linha treze')
    await ana.page.reload()
    await conversation(ana).getByText('Editando mensagem').waitFor()
    expect(await composer(ana).inputValue()).toBe('Linha treze')
    await pressButton(ana, 'Cancelar', conversation(ana).locator('.composer-quote'))
    expect(await composer(ana).inputValue()).toBe('')
  })

  test('the actions of a message stand within the conversation, also where there is no room above it', async () => {
    const view = ana.page.viewportSize()!
    await ana.page.setViewportSize({ ...view, height: 560 })
    const message = bubble(ana, 'Linha 4 da conversa')
    await message.scrollIntoViewIfNeeded()
    await thread(ana).evaluate(box => {
      const message = [...box.querySelectorAll<HTMLElement>('[data-message]')].find(one => one.textContent!.includes('Linha 4 da'))!
      box.scrollTop += message.getBoundingClientRect().top - box.getBoundingClientRect().top - 2
      message.focus({ preventScroll: true })
    })
    const bar = message.getByRole('toolbar', { name: 'Ações da mensagem' })
    const [box, place] = [(await thread(ana).boundingBox())!, (await bar.boundingBox())!]
    expect(place.y).toBeGreaterThanOrEqual(box.y)
    expect(place.y + place.height).toBeLessThanOrEqual(box.y + box.height)
    const { y, height } = (await message.locator('.bubble').boundingBox())!
    if (size === 'phone') expect(place.y >= y + height || place.y + place.height <= y).toBe(true)
    expect(await look(ana, 'actions-below')).toEqual([])
    await pressButton(ana, 'Responder', bar)
    await pressButton(ana, 'Cancelar', conversation(ana).locator('.composer-quote'))
    await ana.page.setViewportSize(view)
  })

  test('a recording pauses while one is elsewhere, and goes on', async () => {
    await pressButton(ana, 'Gravar áudio')
    await bar()
      .getByText(/^0:(0[1-9]|[1-5])/)
      .waitFor()
    await toList(ana)
    await openTicket(ana, caio)
    await bubble(ana, `Sou ${caio}`).waitFor()
    expect(await bar().count()).toBe(0)
    await toList(ana)
    await openTicket(ana, helena)
    // What there is of it is heard meanwhile.
    await pressButton(ana, /^Ouvir áudio de 0:/, bar())
    await until(() => bar().evaluate(box => box.querySelector('audio')!.currentTime > 0))
    expect(await look(ana, 'recording-paused')).toEqual([])
    await pressButton(ana, 'Continuar gravando', bar())
    await bar()
      .getByText(/^0:(0[2-9]|[1-5])/)
      .waitFor()
    await pressButton(ana, /^Enviar/, bar())
    await tick(lastBubble(ana), 'entregue').waitFor()
  })

  if (size === 'phone')
    test('whether an answer is signed is seen and said in the menu of what else can be sent', async () => {
      const item = (isOn: boolean) => ana.page.getByRole('menuitemcheckbox', { name: /^Assinar como/, checked: isOn })
      const toggle = async (from: boolean) => {
        await pressButton(ana, 'Anexar')
        await press(ana, item(from))
        await item(from).waitFor({ state: 'detached' })
      }
      await toggle(true)
      await say(ana, 'Sem o nome')
      await pressButton(ana, 'Anexar')
      await item(false).waitFor()
      expect(await look(ana, 'signs')).toEqual([])
      await ana.page.keyboard.press('Escape')
      await toggle(false)
      await say(ana, 'Com o nome')
      const heard = await shop.shows(phones.get(helena)!, entries => {
        const both = entries.map(({ text }) => text).filter(text => text.endsWith(' o nome'))
        return both.length === 2 && both
      })
      expect(heard).toEqual(['Sem o nome', `*Ana${size} Lima:*\nCom o nome`])
    })

  if (size !== 'wide') return

  test('after something was done beside the field the focus is in it again', async () => {
    const theirs = bubble(ana, `Sou ${helena}`)
    const typeAndSee = async (text: string) => {
      await until(() => focused(ana), undefined, `the focus, ${text}`)
      await ana.page.keyboard.type(text)
      expect(await composer(ana).inputValue()).toBe(text)
      await composer(ana).fill('')
    }
    await pressButton(ana, 'Reagir', await actions(ana, theirs))
    await pressButton(ana, '🙏')
    await theirs.getByRole('img', { name: /🙏/ }).waitFor()
    await typeAndSee('de nada, depois da reação')

    await say(ana, 'Isto some')
    await choose(ana, bubble(ana, 'Isto some'), 'Apagar')
    await pressButton(ana, 'Apagar', ana.page.getByRole('dialog'))
    await bubble(ana, 'Mensagem apagada').waitFor()
    await typeAndSee('de nada, depois de apagar')

    await press(ana, ana.page.getByRole('switch', { name: /^Assinar/ }))
    await typeAndSee('de nada, depois da assinatura')
    await press(ana, ana.page.getByRole('switch', { name: /^Assinar/ }))

    await thread(ana).click({ position: { x: 5, y: 5 } })
    await typeAndSee('de nada, depois da conversa')

    await thread(ana).evaluate(element => (element.scrollTop = 0))
    await write(helena, { type: 'text', text: 'Ainda aí?' })
    await pressButton(ana, '1 nova', conversation(ana))
    await typeAndSee('de nada, depois das novas')
    expect(await isOpen()).toBe(true)
  })

  test('letters typed beside the field go into it, and resolve nothing', async () => {
    const { keyboard } = ana.page
    await ana.page.getByRole('heading', { name: helena }).click()
    await keyboard.type('de nada')
    expect(await composer(ana).inputValue()).toBe('de nada')
    await composer(ana).fill('')
    await ana.page.getByRole('heading', { name: helena }).click()
    await keyboard.type('enviado')
    expect(await composer(ana).inputValue()).toBe('enviado')
    await composer(ana).fill('')
    expect(await isOpen()).toBe(true)

    await composer(ana).press('Escape')
    await keyboard.press('d')
    await conversation(ana)
      .getByRole('button', { name: /^Aceitar/ })
      .waitFor()
    await keyboard.press('a')
    await composer(ana).waitFor()
  })

  test('after a press in the list, or a key that moved, a word is written where it is meant, and nothing else happens', async () => {
    const { keyboard } = ana.page
    shop.control.addPhone({ phone: '5511987654399', name: 'Seu Jorge' })
    await shop.control.send({ from: '5511987654399', to: NUMBER, type: 'text', text: 'Eu espero' })
    const isShown = (name: string) => ana.page.getByRole('tab', { name, selected: true }).waitFor()
    const begun: Record<string, () => Promise<unknown>> = {
      async 'a press of a row'() {
        await showList(ana, 'Atendendo')
        await openTicket(ana, helena)
      },
      async 'a press of a tab'() {
        await showList(ana, 'Aguardando')
        await isShown('Aguardando')
        await row(ana, 'Seu Jorge').waitFor()
      },
      async J() {
        await ana.page.goto('/tickets')
        await row(ana, helena).waitFor()
        await keyboard.press('j')
      },
    }
    for (const [after, begin] of Object.entries(begun))
      for (const word of ['não', 'recebi', 'ainda']) {
        await begin()
        await composer(ana).waitFor()
        await keyboard.type(word)
        await until(async () => (await composer(ana).inputValue()) === word, undefined, `${word} after ${after}`)
        expect(await ana.page.getByRole('dialog').count()).toBe(0)
        expect(await isOpen()).toBe(true)
        await composer(ana).fill('')
      }
    await showList(ana, 'Aguardando')
    await row(ana, 'Seu Jorge').waitFor()
    await showList(ana, 'Atendendo')
    await openTicket(ana, helena)
    await composer(ana).waitFor()
  })

  test('a recording obeys the keys that it shows', async () => {
    const { keyboard } = ana.page
    await pressButton(ana, 'Gravar áudio')
    await bar()
      .getByText(/^0:(0[1-9]|[1-5])/)
      .waitFor()
    for (const key of ['e', 'd', 'n', 'Alt+e', 'j']) await keyboard.press(key)
    expect(await isOpen()).toBe(true)
    await bar()
      .getByText(/^0:(0[2-9]|[1-5])/)
      .waitFor()
    await keyboard.press('Enter')
    await bar().waitFor({ state: 'detached' })
    await lastBubble(ana)
      .getByRole('button', { name: /Ouvir áudio/ })
      .waitFor()
    await until(() => focused(ana), undefined, 'the focus')

    await pressButton(ana, 'Gravar áudio')
    await bar()
      .getByText(/^0:(0[1-9]|[1-5])/)
      .waitFor()
    await keyboard.press('Escape')
    await composer(ana).waitFor()

    await pressButton(ana, 'Gravar áudio')
    await bar()
      .getByText(/^0:(0[3-9]|[1-5])/)
      .waitFor()
    await keyboard.press('Escape')
    const question = ana.page.getByRole('dialog', { name: 'Descartar a gravação?' })
    await pressButton(ana, 'Cancelar', question)
    await bar().waitFor()
    await keyboard.press('Escape')
    await pressButton(ana, 'Descartar', question)
    await composer(ana).waitFor()
  })

  test('a recording of a moment is none: nothing is sent, and it says why', async () => {
    // However slow the machine is, no sound comes in.
    const heard = await ana.page.evaluateHandle(() => {
      const { AudioContext } = window
      window.AudioContext = class extends AudioContext {
        constructor() {
          super()
          void this.suspend()
        }
      }
      return AudioContext
    })
    const before = await thread(ana).getByRole('article').count()
    await pressButton(ana, 'Gravar áudio')
    await press(ana, bar().getByRole('button', { name: 'Enviar' }))
    await ana.page.getByText('Áudio muito curto, não foi enviado').waitFor()
    await composer(ana).waitFor()
    expect(await thread(ana).getByRole('article').count()).toBe(before)
    await ana.page.evaluate(original => void (window.AudioContext = original), heard)
  })

  test('a file dropped beside the conversation does not end the application', async () => {
    const leaves = await ana.page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'nota.txt', { type: 'text/plain' }))
      const over = (kind: string, at: Element) => !at.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }))
      const places = [document.querySelector('.list-pane')!, document.querySelector('.topbar')!, document.body]
      return places.some(place => !over('dragover', place) || !over('drop', place))
    })
    expect(leaves).toBe(false)
    expect(await attachments().count()).toBe(0)
  })
})
