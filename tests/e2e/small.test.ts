import { beforeAll, describe, expect, test } from 'bun:test'
import {
  accept,
  actions,
  agent,
  attach,
  bubble,
  choose,
  composer,
  conversation,
  openTicket,
  press,
  pressButton,
  row,
  say,
  showList,
} from './agent'
import type { Person } from './browser'
import { lostIn } from './reach'
import { NUMBER } from './shop'
import { testShop } from './test-shop'
import { until } from '../until'

const { shop, browser } = await testShop()
const SMALL = {
  '320 pixels': { size: 'phone', viewport: { width: 320, height: 640 }, agents: ['Davi', 'Dora'] },
  'a zoom of 200 %': { size: 'wide', viewport: { width: 683, height: 384 }, agents: ['Eva', 'Elisa'] },
} as const
const names = ['Maria Aparecida dos Santos Oliveira', 'Caio', 'Lúcia'] as const
const LONG = 'Bom dia! O técnico passou aqui ontem à tarde, trocou o cabo da rua e mesmo assim a conexão cai toda vez que chove.'

describe.each(Object.entries(SMALL))('at %s', (what, { size, viewport, agents }) => {
  let person: Person
  const sized = (name: string) => `${name} ${size}`
  const phoneOf = (name: (typeof names)[number]) => `55119876${size === 'phone' ? 1 : 2}551${names.indexOf(name)}`
  const [maria, caio, lucia] = names
  const isPhone = size === 'phone'
  const seen = async (name: string) => {
    if (process.env.SHOTS)
      await person.page.screenshot({ path: `${process.env.SHOTS}/small-${name}-${isPhone ? 320 : 'zoom'}.png`, caret: 'initial' })
    expect(await lostIn(person.page)).toEqual([])
  }
  /** A window this small keeps what is in the head of a conversation in a menu. */
  const inMenu = async (name: string) => {
    await pressButton(person, 'Mais ações', conversation(person).locator('.convo-head'))
    await person.page.getByRole('menuitem', { name }).waitFor()
    await seen(`menu-${name.slice(0, 5)}`)
    await press(person, person.page.getByRole('menuitem', { name }))
  }
  const go = async (address: string) => {
    // What was closed takes its own entry of the history away, which would end the way to another page.
    await person.page.waitForFunction(() => history.state !== 'over')
    await person.page.goto(address)
  }
  const dialog = (name: string | RegExp) => person.page.getByRole('dialog', { name })

  beforeAll(async () => {
    for (const name of names) {
      shop.control.addPhone({ phone: phoneOf(name), name: sized(name) })
      await shop.control.send({ from: phoneOf(name), to: NUMBER, type: 'text', text: name === maria ? LONG : `Sou ${name}` })
    }
    person = await agent(browser, shop.url, size, await shop.person(`${agents[0]} Luz`, 'admin'))
    await shop.person(`${agents[1]} Ramalho de Albuquerque`)
    await person.page.setViewportSize(viewport)
    // Files that wait are asked about before the page is left.
    person.page.on('dialog', question => void question.accept())
    await showList(person, 'Aguardando')
    await row(person, sized(lucia)).waitFor()
  })

  test('the lists, their menu, a search with its filters, and what is found', async () => {
    const { page } = person
    await seen('list')
    const pane = page.getByRole('region', { name: 'Lista de atendimentos' })
    await pressButton(person, 'Buscar', pane)
    await page.getByLabel('Nome, número ou mensagem').fill('tecnico')
    await row(person, sized(maria)).waitFor()
    await seen('search')
    const filters = page.getByRole('group', { name: 'Filtros da busca' })
    await pressButton(person, 'Fila', filters)
    await page.getByRole('option', { name: 'Suporte' }).waitFor()
    await seen('search-filter')
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.getByRole('tab', { name: 'Aguardando' }).waitFor()
    await go('/tickets')
  })

  test('a conversation: its head, a quote, files before they leave, and a recording', async () => {
    const { page } = person
    await accept(person, sized(maria))
    await bubble(person, 'trocou o cabo').waitFor()
    await say(person, `${LONG} ${'x'.repeat(60)}`)
    await seen('conversation')
    // What the pointer stands on may move away under it: then it goes there again.
    await until(async () => {
      const answer = (await actions(person, bubble(person, 'trocou o cabo').first())).getByRole('button', {
        name: 'Responder',
        exact: true,
      })
      return answer.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    })
    if (!isPhone) await conversation(person).getByText(`Assinar como ${agents[0]}`).waitFor()
    await composer(person).fill('Uma linha\nOutra linha\nE mais uma, que é bem mais comprida do que as de antes')
    await seen('quote')
    await attach(
      person,
      ['planta da casa com o caminho do cabo.pdf', 'b.pdf', 'c.pdf'].map(name => ({
        name,
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4'),
      })),
    )
    await conversation(person).getByText('b.pdf').first().waitFor()
    await seen('files')
    await page.reload()
    await composer(person).waitFor()
    await composer(person).fill('')
    await pressButton(person, 'Anexar')
    await page.getByRole('menuitem', { name: 'Arquivos' }).waitFor()
    await seen('attach')
    await page.keyboard.press('Escape')
  })

  test('a recording', async () => {
    await go('/tickets')
    await showList(person, 'Atendendo')
    await openTicket(person, sized(maria))
    await composer(person).fill('')
    // What was chosen before is there still.
    const remove = conversation(person).getByRole('button', { name: /^Remover / })
    await conversation(person).getByText('b.pdf').first().waitFor()
    for (let n = await remove.count(); n; n--) {
      await press(person, remove.first())
      await until(async () => (await remove.count()) < n)
    }
    const quote = conversation(person).locator('.composer-quote')
    if (await quote.count()) await pressButton(person, 'Cancelar', quote)
    await pressButton(person, 'Gravar áudio')
    await person.page
      .getByRole('group', { name: 'Gravando áudio' })
      .getByText(/^0:0[1-9]/)
      .waitFor()
    await seen('recording')
    await person.page.keyboard.press('Escape')
    await composer(person).waitFor()
  })

  test('a note in the conversation, and the dialogs of transferring and putting off', async () => {
    const { page } = person
    await composer(person).press('Tab')
    await page.getByRole('textbox', { name: 'Observação', exact: true }).fill('Sem sinal na rua inteira desde ontem, @')
    await page.getByRole('option').first().waitFor()
    await seen('note')
    await page
      .getByRole('textbox', { name: 'Observação', exact: true })
      .fill('Sem sinal na rua inteira desde ontem, já falei com o técnico')
    await pressButton(person, /^Salvar/, conversation(person))
    await composer(person).waitFor()
    await seen('noted')
    await inMenu('Transferir…')
    // Three of those who may get it are seen whole.
    await dialog(/^Transferir/)
      .getByRole('radio')
      .nth(2)
      .waitFor()
    const [third, foot] = [
      dialog(/^Transferir/)
        .getByRole('radio')
        .nth(2),
      dialog(/^Transferir/).locator('footer'),
    ]
    expect((await third.boundingBox())!.y).toBeLessThan((await foot.boundingBox())!.y - 24)
    await dialog(/^Transferir/)
      .getByLabel('Pessoa')
      .first()
      .fill(agents[1])
    await dialog(/^Transferir/)
      .getByRole('radio', { name: new RegExp(`^${agents[1]} Ramalho`) })
      .waitFor()
    await press(person, dialog(/^Transferir/).getByRole('radio', { name: new RegExp(`^${agents[1]} Ramalho`) }))
    await seen('transfer')
    await page.keyboard.press('Escape')
    await dialog(/^Transferir/).waitFor({ state: 'detached' })
    await composer(person).press('Alt+h')
    await dialog(/^Adiar/).waitFor()
    await seen('snooze')
    await page.keyboard.press('Escape')
  })

  test('the contact beside the conversation, and a message’s own menu and forwarding', async () => {
    const { page } = person
    await inMenu('Dados do contato')
    const pane = page.getByRole('complementary', { name: 'Dados do contato' })
    await pane.getByRole('heading', { name: sized(maria) }).waitFor()
    await seen('contact')
    await pressButton(person, 'Adicionar tag', pane)
    await page.getByLabel('Buscar ou criar tag').waitFor()
    await seen('contact-tag')
    await page.keyboard.press('Escape')
    await page.getByLabel('Buscar ou criar tag').waitFor({ state: 'detached' })
    await pressButton(person, 'Fechar', pane)
    await pane.waitFor({ state: 'detached' })
    await choose(person, bubble(person, 'trocou o cabo').first(), 'Encaminhar')
    await page.getByRole('toolbar', { name: 'Encaminhar' }).waitFor()
    await seen('forward')
    await page.keyboard.press('Escape')
  })

  test('several that are chosen, with their verbs', async () => {
    const { page } = person
    await go('/tickets')
    await showList(person, 'Aguardando')
    const link = row(person, sized(caio)).getByRole('link')
    await link.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
    const bar = page.getByRole('toolbar', { name: 'Atendimentos selecionados' })
    await bar.getByText('1 selecionado').waitFor()
    await link.dispatchEvent('pointerup', { pointerType: 'touch', bubbles: true })
    await press(person, row(person, sized(lucia)).getByRole('link'))
    await bar.getByText('2 selecionados').waitFor()
    await seen('chosen')
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  })

  test('the palette', async () => {
    const { page } = person
    await page.keyboard.press('Control+k')
    await dialog('Buscar ou executar').getByRole('option').first().waitFor()
    await seen('palette')
    await dialog('Buscar ou executar').getByRole('combobox').fill('maria')
    await dialog('Buscar ou executar').getByRole('option').filter({ hasText: 'Maria' }).first().waitFor()
    await seen('palette-found')
    await page.keyboard.press('Escape')
  })

  test('what one prefers, the own state, and the settings of the company', async () => {
    const { page } = person
    const account = async (item: string | RegExp) => {
      await pressButton(person, /^Conta de/, page.getByRole('banner').first())
      await page.getByRole('menuitem', { name: 'Perfil' }).waitFor()
      await seen('account-menu')
      await press(person, page.getByRole('menuitem', { name: item }))
    }
    await account('Perfil')
    for (const section of ['Preferências', 'Sessões', 'Senha']) {
      await press(person, page.getByRole('navigation', { name: 'Seções' }).getByRole('button', { name: section }))
      await seen(`account-${section}`)
    }
    await page.keyboard.press('Escape')
    await dialog('Minha conta').waitFor({ state: 'detached' })
    await account('Disponível')
    await press(person, dialog('Meu estado').getByRole('radio', { name: 'Ausente' }))
    await seen('availability')
    await page.keyboard.press('Escape')
    await go('/settings')
    await page.getByLabel('Buscar configuração').waitFor()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await seen('settings')
    expect(person.problems).toEqual([])
  })
})
