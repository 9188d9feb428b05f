import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { sample } from '../../src/sandbox/network/samples'
import { accept, attach, bubble, composer, openTicket, press, pressButton, row, say, showList, tick } from './agent'
import { look, type Person } from './browser'
import { cutLine } from './cut-line'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
let ana: Person
const phones = { 'Helena Prado': '5511987650001', 'Caio Mendes': '5511987650002', 'Dona Lúcia': '5511987650003' }
type Name = keyof typeof phones
const names = Object.keys(phones) as Name[]
const write = (from: Name, text: string) => shop.control.send({ from: phones[from], to: NUMBER, type: 'text', text })

let line: Awaited<ReturnType<typeof cutLine>>
const [cut, mend] = [() => line.cut(), () => line.mend()]

beforeAll(async () => {
  for (const name of names) {
    shop.control.addPhone({ phone: phones[name], name })
    await write(name, `Sou ${name}`)
  }
  ana = await sit('wide', 'Ana Lima')
  for (const name of names) await accept(ana, name)
  line = await cutLine(ana)
})
beforeEach(async () => {
  await showList(ana, 'Atendendo')
})

const sign = (name: Name, says: string) => row(ana, name).getByRole('img', { name: says, exact: true })
const said = (text: string) => ana.page.locator('.toast-b').filter({ hasText: text })
async function putOff(name: Name, choice: RegExp | string) {
  await openTicket(ana, name)
  await composer(ana).press('Alt+h')
  const dialog = ana.page.getByRole('dialog', { name: `Adiar ${name}` })
  await press(ana, dialog.getByRole('radio', { name: choice }))
  await pressButton(ana, /^Adiar/, dialog)
}

test('what is resolved and put off without a line waits, says so in its row also after a reload, and is done when the line is back', async () => {
  await cut()
  await openTicket(ana, 'Helena Prado')
  await composer(ana).press('Alt+e')
  await said('Sem conexão: o atendimento de Helena Prado é resolvido quando ela voltar.').waitFor()
  await putOff('Caio Mendes', 'Até o cliente escrever')
  await said('Sem conexão: o atendimento de Caio Mendes é adiado quando ela voltar.').waitFor()
  expect(await look(ana, 'wishes')).toEqual([])
  await ana.page.reload()
  await sign('Helena Prado', 'Resolve quando a conexão voltar').waitFor()
  await sign('Caio Mendes', 'Adia quando a conexão voltar').waitFor()
  await mend()
  await row(ana, 'Helena Prado').waitFor({ state: 'detached' })
  await row(ana, 'Caio Mendes').waitFor({ state: 'detached' })
  await ana.page.getByRole('tab', { name: 'Adiados 1' }).waitFor()
  await write('Caio Mendes', 'Voltei')
  await row(ana, 'Caio Mendes').waitFor()
  await write('Helena Prado', 'Eu também')
  await accept(ana, 'Helena Prado')
})

test('what waited is not done where the customer wrote meanwhile, and where it was taken back', async () => {
  await cut()
  await putOff('Dona Lúcia', /Amanhã/)
  await said('Sem conexão: o atendimento de Dona Lúcia é adiado quando ela voltar.').waitFor()
  await putOff('Caio Mendes', /Amanhã/)
  await pressButton(ana, /Desfazer/, said('Sem conexão: o atendimento de Caio Mendes é adiado quando ela voltar.'))
  await sign('Dona Lúcia', 'Adia quando a conexão voltar').waitFor()
  await sign('Caio Mendes', 'Adia quando a conexão voltar').waitFor({ state: 'detached' })
  await write('Dona Lúcia', 'Ainda estou aqui')
  await until(async () => {
    const { tickets } = await shop.owner.get<{ tickets: { lastMessage: string }[] }>(
      `/tickets?showAll=true&searchParam=${phones['Dona Lúcia']}`,
    )
    return tickets[0]?.lastMessage === 'Ainda estou aqui'
  })
  await mend()
  await said('O atendimento de Dona Lúcia não foi adiado: o cliente escreveu enquanto não havia conexão.').waitFor()
  await row(ana, 'Dona Lúcia').getByText('Ainda estou aqui').waitFor()
  await row(ana, 'Caio Mendes').waitFor()
})

test('a message that waits for the line has a sign in its row, and is called back into the field', async () => {
  await cut()
  await openTicket(ana, 'Dona Lúcia')
  await say(ana, 'Fica aqui')
  await say(ana, 'Isto sai')
  await tick(bubble(ana, 'Isto sai'), 'na fila').waitFor()
  await openTicket(ana, 'Caio Mendes')
  await sign('Dona Lúcia', 'Uma mensagem sua espera a conexão').waitFor()
  await openTicket(ana, 'Dona Lúcia')
  await pressButton(ana, 'Cancelar', bubble(ana, 'Fica aqui'))
  await bubble(ana, 'Fica aqui').waitFor({ state: 'detached' })
  expect(await composer(ana).inputValue()).toBe('Fica aqui')
  expect(await look(ana, 'waits')).toEqual([])
  await mend()
  await tick(bubble(ana, 'Isto sai'), 'entregue').waitFor()
  await sign('Dona Lúcia', 'Uma mensagem sua espera a conexão').waitFor({ state: 'detached' })
  await shop.shows(phones['Dona Lúcia'], entries => entries.some(({ text }) => text.endsWith('Isto sai')))
  expect(await bubble(ana, 'Fica aqui').count()).toBe(0)
})

test('a picture and the text below it wait for the line also after a reload, and come once, in their order; then what was promised is done', async () => {
  await openTicket(ana, 'Helena Prado')
  await cut()
  await attach(ana, [{ name: 'fonte.jpg', mimeType: 'image/jpeg', buffer: sample('image').bytes }])
  await ana.page.getByText('fonte').first().waitFor()
  await say(ana, 'Esta é a luz')
  await tick(bubble(ana, 'Esta é a luz'), 'na fila').waitFor()
  await say(ana, 'Ela está verde?')
  await tick(bubble(ana, 'Ela está verde?'), 'na fila').waitFor()
  await composer(ana).press('Alt+e')
  await said('Sem conexão: o atendimento de Helena Prado é resolvido quando ela voltar.').waitFor()
  await ana.page.goto('/tickets')
  await sign('Helena Prado', 'Resolve quando a conexão voltar').waitFor()
  await mend()
  await row(ana, 'Helena Prado').waitFor({ state: 'detached' })
  const own = await shop.shows(phones['Helena Prado'], entries => {
    const came = entries.filter(({ text }) => /Esta é a luz|Ela está verde/.test(text))
    return came.length > 1 && came
  })
  expect(own.map(({ type, text, copies }) => [type, text.split('\n').at(-1), copies])).toEqual([
    ['image', 'Esta é a luz', 1],
    ['text', 'Ela está verde?', 1],
  ])
  const kept = () =>
    ana.page.evaluate(
      () =>
        new Promise<number>(resolve => {
          const asked = indexedDB.open('kept-files')
          asked.onsuccess = () => {
            const count = asked.result.transaction('files').objectStore('files').count()
            count.onsuccess = () => resolve(count.result)
          }
        }),
    )
  await until(async () => (await kept()) === 0)
  await write('Helena Prado', 'Está')
  await accept(ana, 'Helena Prado')
})

test('a picture that cannot be read for a moment waits, and so does the text below it; then both come, in their order', async () => {
  await ana.context.addInitScript(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (query) {
      const left = Number(sessionStorage.getItem('unreadable'))
      if (!left) return get.call(this, query)
      sessionStorage.setItem('unreadable', String(left - 1))
      throw new DOMException('The store is busy', 'InvalidStateError')
    }
  })
  await openTicket(ana, 'Caio Mendes')
  await cut()
  await attach(ana, [{ name: 'caixa.jpg', mimeType: 'image/jpeg', buffer: sample('image').bytes }])
  await ana.page.getByText('caixa').first().waitFor()
  await say(ana, 'Esta é a caixa')
  await tick(bubble(ana, 'Esta é a caixa'), 'na fila').waitFor()
  await say(ana, 'Ela está fechada?')
  await tick(bubble(ana, 'Ela está fechada?'), 'na fila').waitFor()
  await ana.page.evaluate(() => sessionStorage.setItem('unreadable', '2'))
  line.join()
  await ana.page.goto('/contacts')
  const own = await shop.shows(phones['Caio Mendes'], entries => {
    const came = entries.filter(({ text }) => /Esta é a caixa|Ela está fechada/.test(text))
    return came.length > 1 && came
  })
  expect(own.map(({ type, text, copies }) => [type, text.split('\n').at(-1), copies])).toEqual([
    ['image', 'Esta é a caixa', 1],
    ['text', 'Ela está fechada?', 1],
  ])
  await ana.page.goto('/tickets')
})

test('a transfer without a line says why nothing went, and keeps what was chosen; colleagues that did not come are asked for again', async () => {
  await shop.person('Beto Rocha')
  const asked = /\/users\/list/
  await ana.context.route(asked, route => route.abort())
  await ana.page.reload()
  await openTicket(ana, 'Caio Mendes')
  await composer(ana).press('Alt+t')
  const dialog = ana.page.getByRole('dialog', { name: 'Transferir Caio Mendes' })
  const who = dialog.getByLabel('Pessoa').first()
  await dialog.getByLabel(/^Recado/).fill('Quer desconto')
  await who.fill('Beto')
  await dialog.getByText('Não deu para carregar os colegas').waitFor()
  expect(await look(ana, 'no-colleagues')).toEqual([])
  await ana.context.unroute(asked)
  await pressButton(ana, 'Tentar de novo', dialog)
  await press(ana, dialog.getByRole('radio', { name: /^Beto Rocha/ }))
  await cut()
  await pressButton(ana, /^Transferir para Beto/, dialog)
  await dialog.getByText('Sem conexão: nada foi transferido. O que você escolheu fica aqui para tentar de novo.').waitFor()
  expect(await look(ana, 'transfer-cut')).toEqual([])
  await dialog.getByRole('radio', { name: /^Beto Rocha/, checked: true }).waitFor()
  expect(await dialog.getByLabel(/^Recado/).inputValue()).toBe('Quer desconto')
  await mend()
  await dialog.getByText('Sem conexão: nada foi transferido.').waitFor({ state: 'detached' })
  await pressButton(ana, /^Transferir para Beto/, dialog)
  await row(ana, 'Caio Mendes').waitFor({ state: 'detached' })
})

test('colleagues are found without a line once they were there, and come by themselves when it is back', async () => {
  let isLost = true
  const asked = /\/users\/list/
  await shop.person('Carla Dias')
  await ana.context.route(asked, route => (isLost || line.isCut() ? route.abort() : route.continue()))
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Dona Lúcia')
  await composer(ana).waitFor()
  await cut()
  await composer(ana).press('Alt+t')
  const dialog = ana.page.getByRole('dialog', { name: 'Transferir Dona Lúcia' })
  const who = dialog.getByLabel('Pessoa').first()
  await who.fill('B')
  await dialog.getByText('Não deu para carregar os colegas').waitFor()
  isLost = false
  await mend()
  await dialog.getByRole('radio', { name: /^Beto Rocha/ }).waitFor()
  await cut()
  await who.fill('Ca')
  await dialog.getByRole('radio', { name: /^Carla Dias/ }).waitFor()
  expect(await dialog.getByRole('radio', { name: /^Beto/ }).count()).toBe(0)
  await mend()
  await ana.context.unroute(asked)
  await ana.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('who accepts without a line is told that nobody came, and writes to no other customer', async () => {
  shop.control.addPhone({ phone: '5511987650009', name: 'Beatriz Gomes' })
  await shop.control.send({ from: '5511987650009', to: NUMBER, type: 'text', text: 'Alguém?' })
  await openTicket(ana, 'Dona Lúcia')
  await composer(ana).fill('')
  await showList(ana, 'Aguardando')
  await row(ana, 'Beatriz Gomes').waitFor()
  await cut()
  await composer(ana).press('Alt+a')
  await ana.page.keyboard.type('Oi Beatriz', { delay: 30 })
  await said('Sem conexão: nenhum atendimento foi aceito.').waitFor()
  await said('Isto não foi para ninguém: “Oi Beatriz”').waitFor()
  expect(await composer(ana).inputValue()).toBe('')
  await mend()
})

test('a note without a line says that it was not saved, and its words stay to be saved; the banner promises messages alone', async () => {
  await openTicket(ana, 'Dona Lúcia')
  await composer(ana).press('Tab')
  const note = ana.page.getByRole('textbox', { name: 'Observação', exact: true })
  await note.fill('Ligar depois das 18h')
  const asked = /\/ticket-notes$/
  await ana.context.route(asked, route => (line.isCut() && route.request().method() === 'POST' ? route.abort() : route.continue()))
  await cut()
  await ana.page.getByText('As mensagens que você enviar saem quando ele voltar.').waitFor()
  await note.press('Enter')
  await said('Sem conexão: a observação não foi salva. O texto fica aqui para salvar depois.').waitFor()
  expect(await note.inputValue()).toBe('Ligar depois das 18h')
  expect(await look(ana, 'note-cut')).toEqual([])
  await mend()
  await note.press('Enter')
  await note.waitFor({ state: 'detached' })
  await ana.page.getByRole('article').filter({ hasText: 'Ligar depois das 18h' }).first().waitFor()
  await ana.context.unroute(asked)
})
