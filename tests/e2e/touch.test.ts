import { beforeAll, describe, expect, test } from 'bun:test'
import { bubble, composer, conversation, inHead, openTicket, press, pressButton, row, showList, toList } from './agent'
import { look } from './browser'
import { phoneAtWork } from './phone-at-work'
import { NUMBER, until } from './shop'

const { shop, ana, touch, phoneOf } = await phoneAtWork(['Helena Prado', 'Caio Mendes', 'Dona Lúcia', 'Seu Jorge', 'Rosa Nunes'], 3)

const dialog = (name: string | RegExp) => ana.page.getByRole('dialog', { name })
const toast = (text: string) => ana.page.locator('.toast-b').filter({ hasText: text })
const gone = { state: 'detached' } as const

describe('a row of the list that a finger moves aside', () => {
  const beside = (name: string, verb: string) => row(ana, name).locator('[data-beside]').getByRole('button', { name: verb })
  const left = (name: string) =>
    row(ana, name)
      .boundingBox()
      .then(box => box!.x)

  test('shows to put off and to resolve, follows the finger, and comes back by a press beside it, which opens nothing', async () => {
    await showList(ana, 'Atendendo')
    const rest = await left('Helena Prado')
    await touch.down(row(ana, 'Helena Prado'))
    await touch.move(-60)
    await until(async () => Math.abs((await left('Helena Prado')) - rest + 48) < 14, undefined, 'the row is under the finger')
    await touch.move(-80)
    await touch.up()
    await until(async () => (await left('Helena Prado')) === rest - 152, undefined, 'the row rests aside')
    await beside('Helena Prado', 'Adiar').waitFor()
    expect(await look(ana, 'swiped')).toEqual([])
    await press(ana, row(ana, 'Caio Mendes').getByRole('link'))
    await beside('Helena Prado', 'Adiar').waitFor(gone)
    expect(await left('Helena Prado')).toBe(rest)
    expect(new URL(ana.page.url()).pathname).toBe('/tickets')
  })

  test('is resolved by the button there, and comes back by undo', async () => {
    await touch.swipe(row(ana, 'Helena Prado'), -140)
    await press(ana, beside('Helena Prado', 'Resolver'))
    await row(ana, 'Helena Prado').waitFor(gone)
    await press(ana, toast('Atendimento de Helena Prado resolvido').getByRole('button', { name: /Desfazer/ }))
    await row(ana, 'Helena Prado').waitFor()
  })

  test('is put off by the other', async () => {
    await touch.swipe(row(ana, 'Caio Mendes'), -140)
    await press(ana, beside('Caio Mendes', 'Adiar'))
    await press(ana, dialog('Adiar Caio Mendes').getByRole('radio', { name: /Amanhã de manhã/ }))
    await pressButton(ana, /^Adiar/, dialog('Adiar Caio Mendes'))
    await press(ana, toast('Caio Mendes adiado').getByRole('button', { name: /Desfazer/ }))
    await row(ana, 'Caio Mendes').waitFor()
  })

  test('pulled over the whole screen is resolved at once', async () => {
    await touch.swipe(row(ana, 'Dona Lúcia'), -300)
    await press(ana, toast('Atendimento de Dona Lúcia resolvido').getByRole('button', { name: /Desfazer/ }))
    await row(ana, 'Dona Lúcia').waitFor()
  })

  test('to the right is marked as unread, and as read again with an undo', async () => {
    const unread = row(ana, 'Dona Lúcia').getByRole('img', { name: /não lida/ })
    await openTicket(ana, 'Dona Lúcia')
    await composer(ana).waitFor()
    await toList(ana)
    await unread.waitFor(gone)
    await touch.swipe(row(ana, 'Dona Lúcia'), 110)
    await unread.waitFor()
    await toast('Atendimento de Dona Lúcia marcado como não lido').waitFor()
    await touch.down(row(ana, 'Dona Lúcia'))
    await touch.move(110)
    await row(ana, 'Dona Lúcia').getByText('Marcar como lido').waitFor()
    expect(await look(ana, 'swiped-right')).toEqual([])
    await touch.up()
    await unread.waitFor(gone)
    await press(ana, toast('Atendimento de Dona Lúcia marcado como lido').getByRole('button', { name: /Desfazer/ }))
    await unread.waitFor()
  })

  test('that waits is accepted, and offers no mark of what its customer was not told', async () => {
    await showList(ana, 'Aguardando')
    await touch.swipe(row(ana, 'Seu Jorge'), 110)
    expect(await row(ana, 'Seu Jorge').locator('[data-beside]').getByText('lido').count()).toBe(0)
    await touch.swipe(row(ana, 'Seu Jorge'), -140)
    await press(ana, beside('Seu Jorge', 'Aceitar'))
    await ana.page.getByRole('region', { name: 'Conversa com Seu Jorge' }).waitFor()
    await composer(ana).waitFor()
    await toList(ana)
  })

  test('stays where it is under a finger that goes up and down, and one that rests chooses it', async () => {
    await showList(ana, 'Atendendo')
    const rest = await left('Helena Prado')
    await touch.swipe(row(ana, 'Helena Prado'), -30, -120)
    expect(await left('Helena Prado')).toBe(rest)
    expect(await ana.page.locator('[data-beside]').count()).toBe(0)
    await touch.down(row(ana, 'Helena Prado'))
    await ana.page.getByText('1 selecionado').waitFor()
    await touch.up()
    await touch.swipe(row(ana, 'Helena Prado'), -140)
    expect(await ana.page.locator('[data-beside]').count()).toBe(0)
    await ana.page.goBack()
    await ana.page.getByText('1 selecionado').waitFor(gone)
  })
})

test('a message pulled to the right is answered; pulled a little, up or down, or from the edge it is not', async () => {
  await openTicket(ana, 'Helena Prado')
  const message = bubble(ana, 'Helena').first()
  const quoted = ana.page.locator('.composer-quote')
  await message.waitFor()
  await touch.swipe(message, 40)
  await touch.swipe(message, 0, 80)
  expect(await quoted.count()).toBe(0)
  await touch.down(message)
  await touch.move(110)
  expect(await look(ana, 'pulled')).toEqual([])
  await touch.up()
  await quoted.waitFor()
  await toList(ana)
})

describe('the microphone under a finger', () => {
  const bar = () => ana.page.getByRole('group', { name: 'Gravando áudio' })
  const mic = () => ana.page.getByRole('button', { name: 'Gravar áudio' })
  const voices = () => conversation(ana).locator('.voice').count()
  /** Holds it until so much was recorded. */
  async function hold(time = '0:01') {
    await touch.down(mic())
    await bar().getByText('deslize para cancelar').waitFor()
    await bar().getByRole('timer').getByText(time).waitFor()
  }
  beforeAll(async () => {
    await openTicket(ana, 'Helena Prado')
    await composer(ana).waitFor()
  })

  test('records while it rests there, and sends when it leaves', async () => {
    const before = await voices()
    await hold()
    await touch.up()
    await composer(ana).waitFor()
    await until(async () => (await voices()) === before + 1, undefined, 'it is sent')
  })

  test('slid to the left sends nothing', async () => {
    const before = await voices()
    await hold()
    await touch.move(-160)
    await bar().waitFor(gone)
    await touch.up()
    await composer(ana).waitFor()
    expect(await voices()).toBe(before)
  })

  test('slid upwards leaves it running, to be sent by the button', async () => {
    const before = await voices()
    await hold()
    await touch.move(0, -120)
    await touch.up()
    await bar().getByRole('button', { name: 'Pausar' }).waitFor()
    await pressButton(ana, /^Enviar/, bar())
    await until(async () => (await voices()) === before + 1, undefined, 'the locked recording is sent')
  })

  test('gone too soon has sent nothing', async () => {
    const before = await voices()
    await touch.down(mic())
    await bar().waitFor()
    await touch.up()
    await bar().waitFor(gone)
    await composer(ana).waitFor()
    expect(await voices()).toBe(before)
  })

  test('says where it may go', async () => {
    await hold()
    expect(await look(ana, 'held')).toEqual([])
    // A picture that is taken may take the finger away, which leaves the recording running.
    await touch.up()
    await until(async () => (await bar().count()) === 0 || (await bar().getByRole('button', { name: 'Descartar' }).count()) > 0)
    if (await bar().count()) await pressButton(ana, 'Descartar', bar())
    await composer(ana).waitFor()
  })

  test('a mere press begins a recording that goes on', async () => {
    await press(ana, mic())
    await bar().getByRole('timer').getByText('0:01').waitFor()
    await pressButton(ana, 'Descartar', bar())
    await bar().waitFor(gone)
  })
})

describe('what lies over the page', () => {
  const pane = () => ana.page.getByRole('complementary', { name: 'Dados do contato' })
  const viewer = () => ana.page.locator('.viewer')

  test('follows a finger down, comes back from a little way, and is closed from far', async () => {
    await ana.page.goto('/tickets')
    await showList(ana, 'Atendendo')
    await openTicket(ana, 'Helena Prado')
    await inHead(ana, 'Dados do contato')
    await pane().waitFor()
    const top = async () => (await pane().boundingBox())!.y
    const rest = await top()
    const head = pane().getByRole('heading').first()
    await touch.down(head)
    await touch.move(0, 60)
    expect(await top()).toBeGreaterThan(rest + 40)
    await touch.up()
    await until(async () => (await top()) === rest, undefined, 'the sheet is back')
    await touch.swipe(head, 0, 300)
    await pane().waitFor(gone)
    await composer(ana).waitFor()
  })

  test('is scrolled instead where there is more above', async () => {
    await inHead(ana, 'Dados do contato')
    const [scroller, head] = [pane(), pane().locator('section').nth(2)]
    // What it shows comes after it.
    const down = () =>
      scroller.evaluate(one => {
        one.scrollTo(0, 300)
        return one.scrollTop
      })
    await until(async () => (await down()) > 50, undefined, 'more than has room')
    const before = await scroller.evaluate(one => one.scrollTop)
    await touch.swipe(head, 0, 40)
    await pane().waitFor()
    await until(async () => (await scroller.evaluate(one => one.scrollTop)) < before, undefined, 'the sheet is scrolled')
    await scroller.evaluate(one => one.scrollTo(0, 0))
    await touch.swipe(pane().getByRole('heading').first(), 0, 300)
    await pane().waitFor(gone)
  })

  test('asks first where something is not saved', async () => {
    await inHead(ana, 'Dados do contato')
    await pressButton(ana, 'Editar', pane())
    const form = dialog(/contato/i).filter({ has: ana.page.getByLabel('Nome') })
    await form.getByLabel('Nome').fill('Helena P.')
    await touch.swipe(form.getByRole('heading').first(), 0, 300)
    // The question itself is pulled away as well, which is no answer.
    await touch.swipe(dialog('Descartar o que você mudou?').getByRole('heading'), 0, 150)
    await dialog('Descartar o que você mudou?').waitFor(gone)
    expect(await form.getByLabel('Nome').inputValue()).toBe('Helena P.')
    await touch.swipe(form.getByRole('heading').first(), 0, 300)
    await pressButton(ana, 'Descartar', dialog('Descartar o que você mudou?'))
    await form.waitFor(gone)
    await touch.swipe(pane().getByRole('heading').first(), 0, 300)
    await pane().waitFor(gone)
  })

  test('a picture goes the same way; zoomed, it is moved and stays', async () => {
    await shop.control.send({ from: phoneOf('Helena Prado'), to: NUMBER, type: 'image' })
    const picture = conversation(ana).locator('.media-open').last()
    await press(ana, picture)
    await viewer().waitFor()
    await pressButton(ana, 'Aumentar', viewer())
    const large = viewer().locator('.stage img')
    const place = () => large.evaluate(one => one.getBoundingClientRect().top)
    const before = await place()
    await touch.swipe(large, 0, 200)
    await until(async () => (await place()) > before + 100, undefined, 'the picture is moved')
    await viewer().waitFor()
    await pressButton(ana, 'Diminuir', viewer())
    await touch.swipe(large, 0, 250)
    await viewer().waitFor(gone)
    await composer(ana).waitFor()
    await toList(ana)
  })
})
