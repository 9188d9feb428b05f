import { beforeAll, describe, expect, test } from 'bun:test'
import { bubble, composer, conversation, dialog, openTicket, pressButton, row, showList } from './agent'
import { among } from './among'
import { look, type Person } from './browser'
import { within } from '../until'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { comes, ticketOf } = among(shop)
const names = [
  'Helena Prado',
  'Caio Mendes',
  'Dona Lúcia',
  'Seu Jorge',
  'Rosa Dias',
  'Davi Luz',
  'Edson Melo',
  'Bia Reis',
  'Nina Braga',
  'Otto Sá',
]
const phoneOf = (name: string) => `551198765480${names.indexOf(name)}`
let ana: Person

beforeAll(async () => {
  for (const name of names) await comes(phoneOf(name), name)
  ana = await sit('wide', 'Ana Lima')
  await watch()
  await showList(ana, 'Aguardando')
  for (const name of names) await row(ana, name).waitFor()
})

const openNow = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const statusOf = async (name: string) => (await ticketOf(phoneOf(name))).status
const says = (text: string) => until(async () => (await composer(ana).inputValue()) === text, undefined, `“${text}” in the answer`)
const isWritten = () =>
  until(() => composer(ana).evaluate(field => field === document.activeElement), undefined, 'the keyboard in the answer')
/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 30_000
const changes = /\/tickets\/\d+$/

type Held = Record<'asked' | 'leave' | 'done', PromiseWithResolvers<void>> & { status?: number }
let holding: Held | undefined
/** From the beginning on: what is asked right after a route was made may not go by it. */
const watch = () =>
  ana.page.route(changes, async route => {
    const held = holding
    if (route.request().method() !== 'PUT' || !held) return route.continue()
    held.asked.resolve()
    await held.leave.promise
    await (held.status ? route.fulfill({ status: held.status, json: { error: 'ERR_INTERNAL_SERVER_ERROR' } }) : route.continue())
    held.done.resolve()
  })

/** Holds back what is asked of a ticket until `go` is called, or answers it with a status. */
function hold(status?: number) {
  const [asked, leave, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  holding = { asked, leave, done, status }
  return {
    asked: () => within(PATIENCE_MS, asked.promise, () => 'nothing was asked'),
    async go() {
      holding = undefined
      leave.resolve()
      await within(PATIENCE_MS, done.promise, () => 'it did not go on')
    },
  }
}

describe('what is typed after a customer was accepted, before the answer’s field is there,', () => {
  test('stands in it, what Enter ended is sent, and nothing runs', async () => {
    const { keyboard } = ana.page
    await openTicket(ana, 'Helena Prado')
    await openNow('Helena Prado')
    const held = hold()
    await keyboard.press('a')
    await keyboard.type('Ja te respondox')
    await keyboard.press('Backspace')
    await keyboard.press('Enter')
    await keyboard.type(', tudo bem?')
    await held.asked()
    await held.go()
    await composer(ana).waitFor()
    await keyboard.type(' Sim')
    await says(', tudo bem? Sim')
    await bubble(ana, 'Ja te respondo').waitFor()
    await isWritten()
    await openNow('Helena Prado')
    expect(await ana.page.getByRole('dialog').count()).toBe(0)
    expect(await ana.page.locator('textarea.sr-only').count()).toBe(0)
    for (const name of names.slice(1)) expect(await statusOf(name)).toBe('pending')
    await composer(ana).fill('')
  })

  test('loses no letter of quick hands', async () => {
    const { keyboard } = ana.page
    await openTicket(ana, 'Caio Mendes')
    await openNow('Caio Mendes')
    await keyboard.press('Alt+a')
    await keyboard.type('Bom dia', { delay: 25 })
    await composer(ana).waitFor()
    await says('Bom dia')
    await composer(ana).fill('')
  })

  test('is the answer also after a press of the button, of its row or of the conversation', async () => {
    const { keyboard } = ana.page
    for (const name of ['Dona Lúcia', 'Seu Jorge']) {
      const held = hold()
      if (name === 'Seu Jorge') {
        await openTicket(ana, name)
        await openNow(name)
        await pressButton(ana, /^Aceitar/, conversation(ana))
      } else {
        await row(ana, name).hover()
        await pressButton(ana, /^Aceitar/, row(ana, name))
      }
      await held.asked()
      await keyboard.type('Oi, já vejo')
      await held.go()
      await openNow(name)
      await composer(ana).waitFor()
      await says('Oi, já vejo')
      await composer(ana).fill('')
    }
  })

  test('is kept for that customer where it failed, to the end of what is being typed, and the keys are those of the list again', async () => {
    const { keyboard } = ana.page
    await openTicket(ana, 'Rosa Dias')
    await openNow('Rosa Dias')
    const held = hold(500)
    await keyboard.press('a')
    await held.asked()
    await keyboard.type('Ja vai')
    await held.go()
    await keyboard.type(', calma a')
    await ana.page.locator('.toast-b.bad').waitFor()
    await until(async () => !(await ana.page.locator('textarea.sr-only').count()), undefined, 'nothing that takes letters')
    for (const name of names.slice(4)) expect(await statusOf(name)).toBe('pending')
    await openNow('Rosa Dias')
    await keyboard.press('j')
    await conversation(ana)
      .and(ana.page.getByRole('region', { name: 'Conversa com Rosa Dias' }))
      .waitFor({ state: 'detached' })
    ana.forgive(/500/)
    await openTicket(ana, 'Rosa Dias')
    await openNow('Rosa Dias')
    await keyboard.press('a')
    await composer(ana).waitFor()
    await says('Ja vai, calma a')
  })

  test('is not sent with what stood in the answer already', async () => {
    const { keyboard } = ana.page
    const { id } = await ticketOf(phoneOf('Rosa Dias'))
    await shop.owner.put(`/tickets/${id}`, { status: 'pending', userId: null })
    await openTicket(ana, 'Rosa Dias')
    await openNow('Rosa Dias')
    await composer(ana).waitFor({ state: 'detached' })
    const held = hold()
    await keyboard.press('a')
    await held.asked()
    await keyboard.type('Oi Rosa')
    await keyboard.press('Enter')
    await held.go()
    await composer(ana).waitFor()
    await says('Ja vai, calma a\nOi Rosa')
    expect(await bubble(ana, 'Oi Rosa').count()).toBe(0)
    await composer(ana).fill('')
  })

  test('is kept for that customer where a colleague was first, and accepts nobody else', async () => {
    const { keyboard } = ana.page
    const nina = await ticketOf(phoneOf('Nina Braga'))
    await openTicket(ana, 'Nina Braga')
    await openNow('Nina Braga')
    const held = hold()
    await keyboard.press('a')
    await held.asked()
    await keyboard.type('Bom dia Nina')
    await shop.owner.put(`/tickets/${nina.id}`, { status: 'open', userId: shop.owner.user.id })
    await held.go()
    await keyboard.type(', tudo bem? a')
    const kept = ana.page.getByLabel('Seu rascunho, guardado neste navegador')
    await until(async () => (await kept.count()) && (await kept.inputValue()) === 'Bom dia Nina, tudo bem? a', undefined, 'what she wrote')
    ana.forgive(/409/)
    // A colleague has whom she looks at: nobody else is meant.
    await until(async () => !(await ana.page.locator('textarea.sr-only').count()), undefined, 'nothing that takes letters')
    await keyboard.press('Escape')
    await keyboard.press('a')
    await openNow('Nina Braga')
    for (const name of names.slice(5).filter(name => name !== 'Nina Braga')) expect(await statusOf(name)).toBe('pending')
  })

  test('is told where a colleague was first with one whose row alone was pressed', async () => {
    const { keyboard } = ana.page
    const nina = await ticketOf(phoneOf('Nina Braga'))
    await shop.owner.put(`/tickets/${nina.id}`, { status: 'pending', userId: null })
    await openTicket(ana, 'Davi Luz')
    await openNow('Davi Luz')
    const held = hold()
    await row(ana, 'Nina Braga').hover()
    await pressButton(ana, /^Aceitar/, row(ana, 'Nina Braga'))
    await held.asked()
    await keyboard.type('Boa tarde Nina')
    await shop.owner.put(`/tickets/${nina.id}`, { status: 'open', userId: shop.owner.user.id })
    await held.go()
    await ana.page.locator('.toast-b.warn').filter({ hasText: 'Isto não foi para ninguém: “Boa tarde Nina”' }).waitFor()
    ana.forgive(/409/)
  })

  test('is that customer’s alone, where one went on to another by a key meanwhile', async () => {
    const { keyboard } = ana.page
    await openTicket(ana, 'Davi Luz')
    await openNow('Davi Luz')
    const held = hold()
    await keyboard.press('a')
    await held.asked()
    await keyboard.type('Um momento')
    await keyboard.press('Alt+ArrowDown')
    await openNow('Edson Melo')
    await held.go()
    await openNow('Davi Luz')
    await says('Um momento')
    expect(await statusOf('Edson Melo')).toBe('pending')
    await composer(ana).fill('')
  })

  test('is kept over the question for a queue, which arrows, Enter, Esc and Ctrl+Enter answer as before', async () => {
    const { keyboard } = ana.page
    const asks = dialog(ana, 'Em qual fila?')
    const written = asks.getByLabel('O que você já escreveu')
    const asked = async (name: string) => {
      const { id } = await ticketOf(phoneOf(name))
      await shop.owner.put(`/tickets/${id}`, { status: 'pending', userId: null, queueId: null })
      await ana.page.reload()
      await openTicket(ana, name)
      await openNow(name)
      await keyboard.press('a')
    }
    await asked('Edson Melo')
    // From the first letter on, also while the question is still to come.
    await keyboard.type('ja e ')
    await asks.waitFor()
    await keyboard.type('veo')
    await keyboard.press('ArrowLeft')
    await keyboard.type('j')
    await until(async () => (await written.inputValue()) === 'ja e vejo', undefined, 'the words below the question')
    expect(await look(ana, 'queue-written')).toEqual([])
    const held = hold()
    await keyboard.press('Control+Enter')
    await asks.waitFor({ state: 'detached' })
    await held.asked()
    await keyboard.type(', um momento')
    await held.go()
    await openNow('Edson Melo')
    await says('ja e vejo, um momento')
    await isWritten()
    await composer(ana).fill('')

    // Without an answer they are that customer's draft, and nobody else's.
    await asked('Edson Melo')
    await asks.waitFor()
    await keyboard.type('oi')
    await keyboard.press('Escape')
    await asks.waitFor({ state: 'detached' })
    expect(await statusOf('Edson Melo')).toBe('pending')
    await until(() =>
      ana.page
        .locator('textarea.sr-only')
        .count()
        .then(count => count === 0),
    )
    await openTicket(ana, 'Otto Sá')
    await openNow('Otto Sá')
    await openTicket(ana, 'Edson Melo')
    await openNow('Edson Melo')
    await keyboard.press('a')
    await asks.waitFor()
    const isChosen = (name: string) => asks.getByRole('radio', { name, checked: true }).waitFor()
    await isChosen('Suporte')
    await keyboard.type('tudo')
    await keyboard.press('ArrowDown')
    await isChosen('Vendas')
    await keyboard.press('Enter')
    await composer(ana).waitFor()
    await says('oi\ntudo')
    expect((await ticketOf(phoneOf('Edson Melo'))).queue?.name).toBe('Vendas')
    expect(await statusOf('Otto Sá')).toBe('pending')
    await composer(ana).fill('')
  })

  test('calls the quick messages, of which Enter takes the first', async () => {
    const { keyboard } = ana.page
    await shop.owner.post('/quick-messages', { shortcode: 'bomdia', message: 'Bom dia! Em que posso ajudar?', geral: true })
    await openTicket(ana, 'Otto Sá')
    await openNow('Otto Sá')
    const held = hold()
    await keyboard.press('a')
    await held.asked()
    await keyboard.type('/bomd')
    await keyboard.press('Enter')
    await held.go()
    await composer(ana).waitFor()
    await says('Bom dia! Em que posso ajudar?')
    expect(await bubble(ana, '/bomd').count()).toBe(0)
    await composer(ana).fill('')
  })

  test('is for whoever waits longest, accepted by a key from another answer', async () => {
    const { keyboard } = ana.page
    const held = hold()
    await keyboard.press('Alt+a')
    await held.asked()
    await keyboard.type('Bom dia')
    await held.go()
    await openNow('Bia Reis')
    await composer(ana).waitFor()
    await says('Bom dia')
    await composer(ana).fill('')
  })
})

describe('what is typed after a customer was resolved by a key', () => {
  test('is the answer to the one that comes, from its first letter on, and accepts and runs nothing', async () => {
    const { keyboard } = ana.page
    await ana.page.goto('/tickets')
    await showList(ana, 'Atendendo')
    const [first, second] = (await ana.page.locator('.ticket .name').allTextContents()) as [string, string]
    await openTicket(ana, first)
    await openNow(first)
    await composer(ana).focus()
    const held = hold()
    await keyboard.press('Alt+e')
    await held.asked()
    await keyboard.type('Bom dia')
    await held.go()
    await keyboard.type(', como vai')
    await openNow(second)
    await says('Bom dia, como vai')
    await isWritten()
    await composer(ana).fill('')
  })

  test('is the draft of that one where this one stays after all, and nothing is sent', async () => {
    const { keyboard } = ana.page
    const [first, second] = (await ana.page.locator('.ticket .name').allTextContents()) as [string, string]
    await openTicket(ana, first)
    await openNow(first)
    await composer(ana).focus()
    const held = hold(500)
    await keyboard.press('Alt+e')
    await held.asked()
    await keyboard.type('Mais uma coisa')
    await keyboard.press('Enter')
    await held.go()
    await until(async () => !(await ana.page.locator('textarea.sr-only').count()), undefined, 'nothing that takes letters')
    ana.forgive(/500/)
    await openNow(first)
    expect(await composer(ana).inputValue()).toBe('')
    expect(await bubble(ana, 'Mais uma coisa').count()).toBe(0)
    await openTicket(ana, second)
    await openNow(second)
    await says('Mais uma coisa')
    expect(await bubble(ana, 'Mais uma coisa').count()).toBe(0)
    await composer(ana).fill('')
  })
})

test('a letter within a word that is typed beside any field is no verb, and one that stands alone is', async () => {
  const { keyboard } = ana.page
  await composer(ana).press('Escape')
  await keyboard.type('boia')
  expect(await ana.page.getByRole('complementary', { name: 'Contato' }).count()).toBe(0)
  await keyboard.press('Escape')
  await keyboard.press('i')
  await ana.page.getByRole('complementary', { name: 'Contato' }).waitFor()
  await keyboard.press('i')
})

describe('what is typed after the key of a box whose code is still on its way', () => {
  const reload = async (script: string) => {
    const leave = Promise.withResolvers<void>()
    await ana.page.route(`**/${script}-*.js`, async route => {
      await leave.promise
      await route.continue()
    })
    const asked = ana.page.waitForRequest(new RegExp(`/${script}-[^/]*\\.js`))
    await ana.page.reload()
    await composer(ana).waitFor()
    await composer(ana).fill('')
    await asked
    return () => leave.resolve()
  }
  test('is looked for among all commands, and runs what it names', async () => {
    const { keyboard } = ana.page
    const come = await reload('palette')
    await keyboard.press('Control+k')
    await keyboard.type('transferir')
    come()
    const palette = dialog(ana, 'Buscar ou executar')
    await until(async () => (await palette.getByRole('combobox').inputValue()) === 'transferir', undefined, 'the words in the palette')
    expect(await composer(ana).inputValue()).toBe('')
    await keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })

  test('is looked for in the conversation', async () => {
    const { keyboard } = ana.page
    const come = await reload('find-bar')
    await composer(ana).focus()
    await keyboard.press('Control+f')
    await keyboard.type('aqui')
    come()
    const field = ana.page.getByRole('search').getByRole('searchbox')
    await until(async () => (await field.inputValue()) === 'aqui', undefined, 'the word in the search')
    expect(await composer(ana).inputValue()).toBe('')
    await keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    // Once it is there, nothing typed at once goes elsewhere either.
    await keyboard.press('Control+f')
    await keyboard.type('dia')
    await until(async () => (await field.inputValue()) === 'dia', undefined, 'the word in the search again')
    // Also where it is asked for again in the same moment in which it was closed.
    await field.evaluate(async element => {
      const press = (target: Element, key: string, ctrlKey = false) =>
        target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, ctrlKey, bubbles: true, cancelable: true }))
      press(element, 'Escape')
      await Promise.resolve()
      press(document.body, 'f', true)
    })
    await keyboard.type('tarde')
    await until(async () => (await field.inputValue()) === 'tarde', undefined, 'the word of the third search')
    expect(await composer(ana).inputValue()).toBe('')
    await keyboard.press('Escape')
  })
})
