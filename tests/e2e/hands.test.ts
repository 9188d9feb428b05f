import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import {
  accept,
  actions,
  agent,
  bubble,
  choose,
  composer,
  conversation,
  dialog,
  inHead,
  openTicket,
  press,
  pressButton,
  row,
  say,
  showList,
  toList,
  toast,
} from './agent'
import { among } from './among'
import { look, type Person, type Size, sizes } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()
const { comes, ticketOf, write } = among(shop)
const pane = ({ page }: Person) => page.getByRole('complementary', { name: 'Dados do contato' })
/** The contact’s pane beside the conversation, or the sheet with it. */
async function openPane(person: Person) {
  if (!(await pane(person).isVisible())) await inHead(person, 'Dados do contato')
  await pane(person).waitFor()
}

describe.each(Object.keys(sizes) as Size[])('a ticket in the hands of several, %s', size => {
  const at = size === 'wide' ? 0 : 1
  const customers = { Helena: `551198880010${at}`, Caio: `551198880020${at}`, Lúcia: `551198880030${at}`, Rosana: `551198880040${at}` }
  const [anaName, biaName] = [`Ana${size} Lima`, `Bia${size} Rocha`]
  let ana: Person
  let bia: Person
  let lead: Person
  const begin = (name: keyof typeof customers, text: string) => write(customers[name], { type: 'text', text })

  beforeAll(async () => {
    for (const [name, phone] of Object.entries(customers)) shop.control.addPhone({ phone, name: `${name} ${size}`, picture: 'sample' })
    for (const name of Object.keys(customers) as (keyof typeof customers)[]) await begin(name, `Sou ${name}`)
    for (const phone of Object.values(customers)) await ticketOf(phone)
    ana = await agent(browser, shop.url, size, await shop.person(anaName))
    bia = await agent(browser, shop.url, size, await shop.person(biaName))
    lead = await agent(browser, shop.url, size, await shop.person(`Lia${size} Reis`, 'admin'))
  })
  afterAll(async () => {
    for (const person of [ana, bia, lead]) await person?.close()
  })
  afterEach(() => {
    for (const person of [ana, bia, lead]) expect(person.problems).toEqual([])
  })

  test('shows the colleagues before a letter is written, narrows them from the first, and says when nobody has the name', async () => {
    await accept(ana, `Helena ${size}`)
    await inHead(ana, size === 'wide' ? 'Transferir' : 'Transferir…')
    const transfer = dialog(ana, `Transferir Helena ${size}`)
    const name = transfer.getByLabel('Pessoa').first()
    for (const one of [biaName, `Lia${size} Reis`]) await transfer.getByRole('radio', { name: new RegExp(one) }).waitFor()
    // The ticket is hers already.
    expect(await transfer.getByRole('radio', { name: new RegExp(anaName) }).count()).toBe(0)
    expect(await look(ana, 'hands-colleagues')).toEqual([])
    await name.fill('b')
    await transfer.getByRole('radio', { name: /Reis/ }).waitFor({ state: 'detached' })
    await transfer.getByRole('radio', { name: new RegExp(biaName) }).waitFor()
    await name.fill('Zuleica')
    await transfer.getByText('Ninguém com esse nome').waitFor()
    expect(await transfer.getByRole('radio').count()).toBe(1)
    await name.fill('')
    await transfer.getByText('Ninguém com esse nome').waitFor({ state: 'detached' })
    // Over the keyboard of a phone whoever is found is seen whole.
    const before = ana.page.viewportSize()!
    await ana.page.setViewportSize({ width: before.width, height: 450 })
    await name.fill('Rocha')
    const found = transfer.locator('.pick-row').filter({ hasText: biaName })
    const foot = transfer.locator('footer')
    await until(async () => {
      const [row, footer] = [await found.boundingBox(), await foot.boundingBox()]
      return row !== null && footer !== null && row.y + row.height <= footer.y + 1
    })
    expect(await look(ana, 'hands-colleagues-low')).toEqual([])
    await ana.page.setViewportSize(before)
    await name.fill('')
    await name.press('Escape')
    await transfer.waitFor({ state: 'detached' })
    await toList(ana)
  })

  test('is taken back by whoever transferred it, and leaves the colleague’s list as it came', async () => {
    await showList(bia, 'Atendendo')
    await showList(ana, 'Atendendo')
    await openTicket(ana, `Helena ${size}`)
    await composer(ana).waitFor()
    const give = async () => {
      await inHead(ana, size === 'wide' ? 'Transferir' : 'Transferir…')
      const transfer = dialog(ana, `Transferir Helena ${size}`)
      await press(ana, transfer.getByRole('radio', { name: new RegExp(biaName) }))
      await pressButton(ana, /^Transferir para Bia/, transfer)
      await toast(ana, `Atendimento de Helena ${size} transferido para ${biaName}`)
      await row(bia, `Helena ${size}`).waitFor()
    }
    const undo = () => (size === 'wide' ? ana.page.keyboard.press('Alt+z') : pressButton(ana, /^Desfazer/))
    await give()
    expect(await look(ana, 'hands-undo')).toEqual([])
    await undo()
    await composer(ana).waitFor()
    await ana.page.getByText(`${anaName} assumiu o atendimento`).waitFor()
    await row(bia, `Helena ${size}`).waitFor({ state: 'detached' })
    expect(await ticketOf(customers.Helena)).toMatchObject({ status: 'open', user: { name: anaName } })

    // What the colleague answered meanwhile stays with them, and that is said.
    await give()
    // The notice stays where the pointer is.
    await ana.page.locator('.toast-b').hover()
    await openTicket(bia, `Helena ${size}`)
    await say(bia, 'Bom dia, eu cuido disso')
    await until(async () => (await bubble(bia, 'eu cuido disso').getAttribute('data-message'))?.startsWith('3EB0'))
    await undo()
    await toast(ana, 'Tarde demais para desfazer')
    ana.forgive(/^409 PUT/)
    await inHead(bia, size === 'wide' ? 'Transferir' : 'Transferir…')
    const back = dialog(bia, `Transferir Helena ${size}`)
    await press(bia, back.getByRole('radio', { name: new RegExp(anaName) }))
    await pressButton(bia, /^Transferir para Ana/, back)
    await row(ana, `Helena ${size}`).waitFor()
  })

  if (size === 'wide')
    test('several that were transferred at once are taken back, but for what the colleague went on with', async () => {
      const several = ['Davi Nunes', 'Eva Paz', 'Fábio Sá']
      for (const [at, name] of several.entries()) await comes(`551198880050${at}`, name)
      await showList(ana, 'Aguardando')
      for (const name of several)
        await row(ana, name)
          .getByRole('link')
          .click({ modifiers: ['Control'] })
      await pressButton(ana, 'Transferir', ana.page.getByRole('toolbar', { name: 'Atendimentos selecionados' }))
      const transfer = dialog(ana, 'Transferir 3 atendimentos')
      await press(ana, transfer.getByRole('radio', { name: new RegExp(biaName) }))
      await pressButton(ana, /^Transferir para Bia/, transfer)
      await toast(ana, `3 atendimentos com ${biaName}`)
      await ana.page.locator('.toast-b').hover()
      for (const name of several) await row(bia, name).waitFor()
      await openTicket(bia, 'Eva Paz')
      await say(bia, 'Bom dia, Eva')
      await until(async () => (await bubble(bia, 'Bom dia, Eva').getAttribute('data-message'))?.startsWith('3EB0'))
      await ana.page.keyboard.press('Alt+z')
      const refused = ana.page.getByRole('alert').filter({ hasText: 'Eva Paz' })
      await refused.getByText('Tarde demais para desfazer').waitFor()
      ana.forgive(/^409 PUT/)
      expect(await look(ana, 'hands-several-undone')).toEqual([])
      for (const name of ['Davi Nunes', 'Fábio Sá']) {
        await row(ana, name).waitFor()
        await row(bia, name).waitFor({ state: 'detached' })
      }
      await row(bia, 'Eva Paz').waitFor()
      expect(await row(ana, 'Eva Paz').count()).toBe(0)
      for (const at of several.keys()) await shop.owner.put(`/tickets/${(await ticketOf(`551198880050${at}`)).id}`, { status: 'closed' })
      await ana.page.keyboard.press('Escape')
    })

  test('is transferred to a colleague found by name, with a note, and marked until it is opened', async () => {
    await showList(ana, 'Atendendo')
    await openTicket(ana, `Helena ${size}`)
    await composer(ana).waitFor()
    await inHead(ana, size === 'wide' ? 'Transferir' : 'Transferir…')
    const transfer = dialog(ana, `Transferir Helena ${size}`)
    await transfer.getByLabel('Pessoa').first().fill(biaName.slice(0, 5))
    await press(ana, transfer.getByRole('radio', { name: new RegExp(biaName) }))
    await transfer.getByLabel(/^Recado/).fill('x')
    await pressButton(ana, /^Transferir para Bia/, transfer)
    await transfer.getByText('Use 2 caracteres ou mais').waitFor()
    await transfer.getByLabel(/^Recado/).fill('Quer *desconto* pelos dois dias, ver https://norte.test/tabela')
    expect(await look(ana, 'hands-transfer')).toEqual([])
    await pressButton(ana, /^Transferir para Bia/, transfer)
    await toast(ana, `Atendimento de Helena ${size} transferido para ${biaName}`)
    await row(ana, `Helena ${size}`).waitFor({ state: 'detached' })
    expect(new URL(ana.page.url()).pathname).toBe('/tickets')

    const mine = bia.page.getByRole('link', { name: new RegExp(`^Helena ${size}, Transferido para você`) })
    await mine.waitFor()
    await toast(bia, new RegExp(`^Helena ${size}: .* transferiu para você`))
    await row(bia, `Helena ${size}`).locator('.dot-new').waitFor()
    expect(await look(bia, 'hands-transferred')).toEqual([])
    await bia.page.reload()
    await pressButton(bia, /^Notificações/)
    const bell = bia.page.getByRole('dialog', { name: 'Notificações' })
    await bell.getByRole('button', { name: new RegExp(`Helena ${size}.*transferiu para você`) }).waitFor()
    expect(await look(bia, 'hands-bell')).toEqual([])
    await bia.page.keyboard.press('Escape')
    await bell.waitFor({ state: 'detached' })
    await press(bia, mine)
    await composer(bia).waitFor()
    await openPane(bia)
    const note = pane(bia).getByRole('article').filter({ hasText: 'Quer desconto pelos dois dias' })
    await note.getByRole('link', { name: 'https://norte.test/tabela' }).waitFor()
    expect(await look(bia, 'hands-notes')).toEqual([])
    if (size === 'phone') await pressButton(bia, 'Fechar', pane(bia))
    await toList(bia)
    await pressButton(bia, /^Notificações/)
    await bell.waitFor()
    expect(await bell.getByText('transferiu para você').count()).toBe(0)
    await bia.page.keyboard.press('Escape')
    await bell.waitFor({ state: 'detached' })
    await row(bia, `Helena ${size}`).waitFor()
    await until(async () => !(await mine.isVisible()))
    await row(bia, `Helena ${size}`).locator('.dot-new').waitFor({ state: 'detached' })
  })

  /** Bia's dialog for whom Helena goes to. */
  async function handingOn() {
    await showList(bia, 'Atendendo')
    await openTicket(bia, `Helena ${size}`)
    await composer(bia).waitFor()
    await inHead(bia, size === 'wide' ? 'Transferir' : 'Transferir…')
    return dialog(bia, `Transferir Helena ${size}`)
  }

  test('goes to nobody while a name is written: arrows and Enter choose who gets it', async () => {
    const transfer = await handingOn()
    const name = transfer.getByLabel('Pessoa').first()
    const isChosen = (name: string | RegExp) => transfer.getByRole('radio', { name, checked: true }).waitFor()
    // Enter takes the first who is found.
    await name.fill(anaName)
    await name.press('Enter')
    await isChosen(anaName)
    await name.fill('')
    await name.fill(anaName)
    await transfer.getByRole('radio', { name: anaName }).waitFor()
    await name.press('ArrowUp')
    await isChosen(/^Ninguém/)
    // Of several with the letters none is meant yet.
    await name.fill('Li')
    for (const one of [anaName, `Lia${size} Reis`]) await transfer.getByRole('radio', { name: one }).waitFor()
    await name.press('Control+Enter')
    await transfer.getByText('Escolha a pessoa ou a fila na lista, ou apague o nome').waitFor()
    await name.fill(anaName)
    await name.press('Enter')
    await isChosen(anaName)
    await name.press('ArrowUp')
    await isChosen(/^Ninguém/)
    await name.press('ArrowDown')
    await isChosen(anaName)
    await name.press('Escape')
    await transfer.waitFor({ state: 'detached' })
    await toList(bia)
  })

  test('goes to a queue found by its name beside the colleagues, which stands in the list of queues as well', async () => {
    const transfer = await handingOn()
    const name = transfer.getByLabel('Pessoa ou fila').first()
    const queue = transfer.getByLabel('Fila', { exact: true })
    const inQueue = (label: string) =>
      until(() => queue.evaluate((list, wanted) => (list as HTMLSelectElement).selectedOptions[0]?.text === wanted, label))
    await inQueue('Suporte')
    await name.fill('e')
    for (const one of [/^Vendas/, /Reis/]) await transfer.getByRole('radio', { name: one }).first().waitFor()
    await name.press('Control+Enter')
    await transfer.getByText('Escolha a pessoa ou a fila na lista, ou apague o nome').waitFor()
    // The only one of a name is meant, and shown; the list is as tall as it was.
    const tall = async () => (await transfer.getByRole('radiogroup').boundingBox())!.height
    const before = await tall()
    const isChosen = (choice: RegExp) => transfer.getByRole('radio', { name: choice, checked: true }).waitFor()
    await name.fill('end')
    await isChosen(/^Vendas/)
    await inQueue('Vendas')
    await transfer.getByRole('button', { name: /^Transferir para Vendas/ }).waitFor()
    expect(await tall()).toBe(before)
    expect(await look(bia, 'hands-to-queue-meant')).toEqual([])
    await name.press('ArrowUp')
    await isChosen(/^Ninguém/)
    await inQueue('Suporte')
    await name.fill('ndas')
    await press(bia, transfer.getByRole('radio', { name: /^Vendas/ }))
    await name.fill('')
    await isChosen(/^Vendas/)
    await press(bia, transfer.getByRole('radio', { name: /^Ninguém/ }))
    await name.fill('end')
    await name.press('Enter')
    await isChosen(/^Vendas/)
    expect(await look(bia, 'hands-to-queue')).toEqual([])
    // Who goes on to a person is where the ticket was.
    await name.press('ArrowUp')
    await transfer.getByRole('radio', { name: /^Ninguém/, checked: true }).waitFor()
    await inQueue('Suporte')
    await name.press('ArrowDown')
    await inQueue('Vendas')
    await name.press('Control+Enter')
    await toast(bia, `Atendimento de Helena ${size} transferido para Vendas`)
    expect(await ticketOf(customers.Helena)).toMatchObject({ status: 'pending', user: null, queue: { name: 'Vendas' } })
    await pressButton(bia, /^Desfazer/)
    await composer(bia).waitFor()
    await toList(bia)
  })

  test('waits in the queue that was chosen when nobody was, and asks for a queue and a connection', async () => {
    const transfer = await handingOn()
    await transfer.getByLabel('Fila', { exact: true }).selectOption({ label: 'Vendas' })
    await transfer.getByRole('radio', { name: /^Ninguém/, checked: true }).waitFor()
    await pressButton(bia, /^Transferir/, transfer)
    await toast(bia, `Atendimento de Helena ${size} transferido para Vendas`)
    expect(await ticketOf(customers.Helena)).toMatchObject({ status: 'pending', user: null, queue: { name: 'Vendas' } })

    const { id } = await ticketOf(customers.Helena)
    await shop.owner.put(`/tickets/${id}`, { queueId: null })
    await lead.page.reload()
    await showList(lead, 'Aguardando')
    await openTicket(lead, `Helena ${size}`)
    await conversation(lead).waitFor()
    await pressButton(lead, 'Mais ações', conversation(lead).locator('.convo-head'))
    await press(lead, lead.page.getByRole('menuitem', { name: 'Transferir…' }))
    await pressButton(lead, /^Transferir/, dialog(lead, `Transferir Helena ${size}`))
    await dialog(lead, `Transferir Helena ${size}`).locator('.err').getByText('Selecione uma fila').waitFor()
    await lead.page.keyboard.press('Escape')
    await dialog(lead, `Transferir Helena ${size}`).waitFor({ state: 'detached' })
  })

  test('without a queue asks whoever accepts it for one of the own', async () => {
    await press(lead, conversation(lead).getByRole('button', { name: /^Aceitar/ }))
    const asks = dialog(lead, 'Em qual fila?')
    await asks.waitFor()
    expect(await look(lead, 'hands-queue')).toEqual([])
    await lead.page.keyboard.press('Escape')
    await asks.waitFor({ state: 'detached' })
    expect((await ticketOf(customers.Helena)).status).toBe('pending')
    await press(lead, conversation(lead).getByRole('button', { name: /^Aceitar/ }))
    await press(lead, asks.getByRole('radio', { name: 'Vendas' }))
    await pressButton(lead, /^Aceitar/, asks)
    await composer(lead).waitFor()
    if (size === 'wide') await lead.page.locator('.composer .field:focus').waitFor()
    expect(await ticketOf(customers.Helena)).toMatchObject({ status: 'open', queue: { name: 'Vendas' } })
    await toList(lead)
  })

  test('is noted on by the team, live, by who may delete what', async () => {
    await accept(ana, `Caio ${size}`)
    const { uuid } = await ticketOf(customers.Caio)
    await lead.page.goto(`/tickets/${uuid}`)
    for (const person of [ana, lead]) await openPane(person)
    await pressButton(lead, 'Nova observação', pane(lead))
    await pane(lead).getByRole('textbox', { name: 'Nova observação' }).fill('a')
    await pressButton(lead, 'Salvar', pane(lead))
    await pane(lead).getByText('Use 2 caracteres ou mais').waitFor()
    await pane(lead).getByRole('textbox', { name: 'Nova observação' }).fill('Prefere áudio e visita à tarde.')
    await pressButton(lead, 'Salvar', pane(lead))
    await toast(lead, 'Observação adicionada com sucesso!')
    const note = pane(ana).getByRole('article').filter({ hasText: 'Prefere áudio' })
    await note.getByText(`Lia${size} Reis`).waitFor()
    expect(await note.getByRole('button', { name: 'Excluir observação' }).count()).toBe(0)
    await pressButton(lead, 'Excluir observação', pane(lead))
    const asks = dialog(lead, 'Deseja realmente excluir esta observação?')
    await pressButton(lead, 'Excluir', asks)
    await toast(lead, 'Observação excluída com sucesso!')
    await note.waitFor({ state: 'detached' })
    for (const person of [ana, lead]) if (size === 'phone') await pressButton(person, 'Fechar', pane(person))
    await toList(lead)
  })

  test('a note offers the colleagues who see the ticket, and says of the others that they do not', async () => {
    const { uuid } = await ticketOf(customers.Caio)
    await ana.page.goto(`/tickets/${uuid}`)
    await composer(ana).waitFor()
    if (size === 'wide') await composer(ana).press('Tab')
    else await inHead(ana, 'Escrever observação')
    const note = ana.page.getByRole('textbox', { name: 'Observação', exact: true })
    // What stands in the empty field is read whole.
    const width = (field: HTMLTextAreaElement) => {
      const words = document.createElement('canvas').getContext('2d')!
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      words.font = font
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - words.measureText(field.placeholder).width
    }
    expect(await note.evaluate(width)).toBeGreaterThan(0)
    await note.pressSequentially(`@Bia${size}`)
    const bia = ana.page.getByRole('option', { name: biaName })
    await bia.getByText('não vê esta conversa').waitFor()
    expect(await bia.isDisabled()).toBe(true)
    const color = (element: Element) => getComputedStyle(element).color
    expect(await bia.evaluate(color)).not.toBe(await note.evaluate(color))
    expect(await note.getAttribute('aria-activedescendant')).toBeNull()
    expect(await look(ana, 'mention')).toEqual([])
    await note.fill('')
    await note.pressSequentially(`@Lia${size}`)
    await press(ana, ana.page.getByRole('option', { name: `Lia${size} Reis` }))
    await until(async () => (await note.inputValue()) === `@Lia${size} Reis `)
    await note.fill('')
    if (size === 'wide') {
      // Where nobody can be chosen, Enter and Tab leave the list alone: the next letters do not go to the customer.
      await note.pressSequentially(`Falar com @Bia${size}`)
      await bia.waitFor()
      await note.press('Tab')
      await bia.waitFor({ state: 'detached' })
      await note.pressSequentially('!')
      await note.press('Backspace')
      await bia.waitFor()
      // What is written while a note is saved is the next one.
      const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await ana.page.route('**/ticket-notes', async route => {
        asked.resolve()
        await answer.promise
        await route.continue()
      })
      await note.press('Enter')
      await bia.waitFor({ state: 'detached' })
      expect(await note.inputValue()).toBe(`Falar com @Bia${size}`)
      await note.press('Enter')
      await asked.promise
      await ana.page.keyboard.type(' e só ela')
      answer.resolve()
      await until(async () => (await note.inputValue()) === 'e só ela')
      await ana.page.unroute('**/ticket-notes')
      await conversation(ana).getByText(`Falar com @Bia${size}`, { exact: true }).waitFor()
      await note.fill('')
    }
    await pressButton(ana, 'Voltar à mensagem')
  })

  test('what was begun on the other side, a note or a message, is marked on the switch to it', async () => {
    const noting = ana.page.getByRole('button', { name: 'Continuar a observação (rascunho)' })
    await composer(ana).press('Tab')
    await ana.page.getByRole('textbox', { name: 'Observação', exact: true }).fill('Ligar amanhã')
    await pressButton(ana, 'Voltar à mensagem')
    await noting.waitFor()
    expect(await look(ana, 'note-begun')).toEqual([])
    await composer(ana).fill('Boa tarde')
    await press(ana, noting)
    const note = ana.page.getByRole('textbox', { name: 'Observação', exact: true })
    await note.waitFor()
    const back = ana.page.getByRole('button', { name: 'Voltar à mensagem (rascunho)' })
    await back.waitFor()
    expect(await look(ana, 'message-begun')).toEqual([])
    await note.fill('')
    await press(ana, back)
    await noting.waitFor({ state: 'detached' })
    await composer(ana).fill('')
  })

  test('gives its messages on to others, one after the other, and says how far they came', async () => {
    await say(ana, 'A visita fica para amanhã')
    await bubble(ana, 'A visita fica').waitFor()
    await until(async () => (await bubble(ana, 'A visita fica').getAttribute('data-message'))?.startsWith('3EB0'))
    const more = await actions(ana, bubble(ana, 'A visita fica'))
    await pressButton(ana, 'Mais ações', more)
    await ana.page.getByRole('menuitem', { name: 'Editar' }).waitFor()
    // The focus is in the menu, and the toolbar keeps its ground.
    const last = (await more.getByRole('button').last().boundingBox())!
    const ground = (await more.boundingBox())!
    expect([last.x > ground.x, last.x + last.width <= ground.x + ground.width]).toEqual([true, true])
    await ana.page.keyboard.press('Escape')
    await choose(ana, bubble(ana, 'Sou Caio'), 'Encaminhar')
    const bar = ana.page.getByRole('toolbar', { name: 'Encaminhar' })
    await bar.getByText('1 selecionada').waitFor()
    // The keyboard goes on where the next step is, and comes back to the answer.
    await bar.locator('button:focus').getByText('Encaminhar').waitFor()
    await ana.page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await composer(ana).isVisible()).toBe(true)
    if (size === 'wide') await ana.page.locator('textarea:focus').waitFor()

    await choose(ana, bubble(ana, 'Sou Caio'), 'Encaminhar')
    const check = (text: string) => bubble(ana, text).getByRole('checkbox', { name: 'Selecionar mensagem' })
    await check('Sou Caio').uncheck()
    await pressButton(ana, 'Encaminhar', bar)
    await toast(ana, 'Selecione ao menos uma mensagem')
    await check('Sou Caio').check()
    await check('A visita fica').check()
    await bar.getByText('2 selecionadas').waitFor()
    expect(await look(ana, 'hands-select')).toEqual([])
    await pressButton(ana, 'Encaminhar', bar)
    const forward = dialog(ana, 'Encaminhar 2 mensagens')
    await pressButton(ana, /^Encaminhar/, forward)
    await forward.getByText('Escolha ao menos um contato').waitFor()
    for (const name of ['Lúcia', 'Rosana']) {
      await forward.getByRole('combobox', { name: 'Para' }).fill(`${name} ${size}`)
      await press(ana, forward.getByRole('option', { name: new RegExp(`^${name} ${size}`) }))
    }
    await forward.getByRole('switch').uncheck()
    expect(await look(ana, 'hands-forward')).toEqual([])
    await pressButton(ana, /^Encaminhar/, forward)
    await forward.getByText(/Enviando [2-4] de 4/).waitFor()
    expect(await look(ana, 'hands-forwarding')).toEqual([])
    await toast(ana, '2 mensagens encaminhadas para 2 conversas')
    await bar.waitFor({ state: 'detached' })
    for (const phone of [customers.Lúcia, customers.Rosana]) {
      const got = await shop.shows(phone, entries => entries.filter(entry => !entry.fromMe && entry.forwarded).length === 2 && entries)
      expect(got.filter(entry => !entry.fromMe).map(entry => entry.text)).toEqual(['Sou Caio', 'A visita fica para amanhã'])
    }
    await toList(ana)
    await openTicket(ana, `Lúcia ${size}`)
    await bubble(ana, 'Sou Caio').getByText('Encaminhada').waitFor()
    await toList(ana)
  })

  if (size === 'phone')
    test('is tagged from the menu of the conversation', async () => {
      await openTicket(ana, `Caio ${size}`)
      await inHead(ana, 'Adicionar tag')
      const tags = dialog(ana, 'Tags')
      await tags.getByRole('combobox', { name: 'Buscar ou criar tag' }).fill('Visita')
      await press(ana, tags.getByRole('option', { name: /Visita/ }))
      await tags.getByRole('option', { name: 'Visita', checked: true }).waitFor()
      expect(await look(ana, 'hands-tags')).toEqual([])
      await ana.page.keyboard.press('Escape')
      await toList(ana)
      await row(ana, `Caio ${size}`).getByText('Visita', { exact: true }).waitFor()
    })

  if (size === 'wide')
    test('a letter goes through the verbs of a message that begin with it', async () => {
      await pressButton(ana, 'Mais ações', await actions(ana, bubble(ana, 'A visita fica')))
      const at = (name: string) => ana.page.locator('[role=menuitem]:focus', { hasText: name }).waitFor()
      for (const name of ['Encaminhar', 'Editar', 'Encaminhar']) {
        await ana.page.keyboard.press('e')
        await at(name)
      }
      await ana.page.keyboard.press('Escape')
    })

  test('forwarding ends where it is told to, and what went stays', async () => {
    await openTicket(ana, `Caio ${size}`)
    await choose(ana, bubble(ana, 'Sou Caio'), 'Encaminhar')
    await press(ana, bubble(ana, 'A visita fica').getByRole('checkbox', { name: 'Selecionar mensagem' }))
    await pressButton(ana, 'Encaminhar', ana.page.getByRole('toolbar', { name: 'Encaminhar' }))
    const forward = dialog(ana, 'Encaminhar 2 mensagens')
    await forward.getByRole('combobox', { name: 'Para' }).fill(`Rosana ${size}`)
    await press(ana, forward.getByRole('option', { name: new RegExp(`^Rosana ${size}`) }))
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await ana.page.route('**/message/forward', async route => {
      asked.resolve()
      await answer.promise
      await route.continue()
    })
    await pressButton(ana, /^Encaminhar/, forward)
    await asked.promise
    await pressButton(ana, 'Parar', forward)
    answer.resolve()
    await toast(ana, '1 de 2 mensagens encaminhadas')
    await ana.page.unroute('**/message/forward')
    await pressButton(ana, /^Tentar de novo/, forward)
    await toast(ana, `2 mensagens encaminhadas para Rosana ${size}`)
    const got = await shop.shows(customers.Rosana, entries => entries.filter(entry => entry.forwarded).length === 4 && entries)
    expect(got.filter(entry => entry.forwarded)).toHaveLength(4)
    await toList(ana)
  })

  test('forwarding says beforehand whose ticket it makes one’s own, and in words why it does not go to somebody', async () => {
    const others = { Nair: `551198880050${at}`, Otto: `551198880060${at}` }
    for (const [name, phone] of Object.entries(others)) {
      shop.control.addPhone({ phone, name: `${name} ${size}` })
      await write(phone, { type: 'text', text: `Sou ${name}` })
    }
    const people = await shop.owner.get<{ id: number; name: string }[]>('/users/list')
    const userId = people.find(({ name }) => name === biaName)!.id
    await shop.owner.put(`/tickets/${(await ticketOf(others.Otto)).id}`, { status: 'open', userId })
    const waits = await ticketOf(others.Nair)
    await openTicket(ana, `Caio ${size}`)
    await choose(ana, bubble(ana, 'Sou Caio'), 'Encaminhar')
    await pressButton(ana, 'Encaminhar', ana.page.getByRole('toolbar', { name: 'Encaminhar' }))
    const forward = dialog(ana, 'Encaminhar mensagem')
    for (const name of Object.keys(others)) {
      await forward.getByRole('combobox', { name: 'Para' }).fill(`${name} ${size}`)
      await press(ana, forward.getByRole('option', { name: new RegExp(`^${name} ${size}`) }))
    }
    await forward.getByText(`O atendimento de Nair ${size} está em Aguardando: ao encaminhar, passa a ser seu.`).waitFor()
    expect(await look(ana, 'hands-forward-waiting')).toEqual([])
    await pressButton(ana, /^Encaminhar/, forward)
    await forward.getByText(new RegExp(`^Já existe um atendimento em aberto com ${biaName}`)).waitFor()
    await toast(ana, '1 de 2 mensagens encaminhadas')
    ana.forgive(/400/)
    expect(await look(ana, 'hands-forward-refused')).toEqual([])
    expect((await shop.owner.get<{ status: string }>(`/tickets/${waits.id}`)).status).toBe('open')
    await pressButton(ana, 'Cancelar', forward)
    await forward.waitFor({ state: 'detached' })
    await ana.page.keyboard.press('Escape')
    await ana.page.getByRole('toolbar', { name: 'Encaminhar' }).waitFor({ state: 'detached' })
    await toList(ana)
  })
})
