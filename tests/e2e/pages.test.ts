import { expect, test } from 'bun:test'
import { agent, composer, goTo, press, pressButton } from './agent'
import { look, type Size, sizes } from './browser'
import { PAGES } from './routes'
import { pageOf, testShop } from './test-shop'
import { OWNER } from './shop'
import { unfit } from './unfit'
import { shown, visit } from './visit'

const { shop, browser, sit } = await testShop()

for (const size of Object.keys(sizes) as Size[]) {
  const ana = await sit(size, `Ana${size} Lima`)
  const { line, sheet, create } = pageOf(ana)

  test(`the pages, ${size} > tags are made, found, changed and deleted`, async () => {
    const { page } = ana
    await goTo(ana, 'Tags')
    await page.getByRole('heading', { name: 'Marque o assunto da conversa' }).waitFor()
    expect(await look(ana, 'tags-empty')).toEqual([])
    for (const name of ['VIP', 'Orçamento']) {
      await create(/^Nova tag/)
      const form = sheet('Nova tag')
      await form.getByLabel('Nome').fill(name)
      await press(ana, form.getByRole('radio', { name: /violeta/i }).nth(2))
      if (name === 'VIP') expect(await look(ana, 'tag-sheet')).toEqual([])
      await pressButton(ana, /^Criar tag/, form)
      await line(name).waitFor()
    }
    expect(await look(ana, 'tags')).toEqual([])
    await shop.owner.post('/tags', { name: `Importada ${size}`, color: '#5f3dc4' })
    await press(ana, line(`Importada ${size}`).getByRole('cell').first())
    await sheet('Editar tag').getByText('Cor própria #5f3dc4').waitFor()
    await page.keyboard.press('Escape')
    await sheet('Editar tag').waitFor({ state: 'detached' })
    await line(`Importada ${size}`).hover()
    await pressButton(ana, `Excluir Importada ${size}`)
    await pressButton(ana, /^Excluir tag/)
    await line(`Importada ${size}`).waitFor({ state: 'detached' })
    await page.getByLabel('Buscar tag').fill('orç')
    await line('VIP').waitFor({ state: 'detached' })
    await line('Orçamento').waitFor()
    await press(ana, line('Orçamento').getByRole('cell').first())
    await sheet('Editar tag').getByLabel('Nome').fill('Orçamento enviado')
    await pressButton(ana, /^Salvar tag/)
    await line('Orçamento enviado').waitFor()
    await line('Orçamento enviado').hover()
    await pressButton(ana, 'Excluir Orçamento enviado')
    await sheet('Excluir a tag Orçamento enviado?').getByText('Nenhum atendimento usa esta tag.').waitFor()
    await pressButton(ana, /^Excluir tag/)
    await line('Orçamento enviado').waitFor({ state: 'detached' })
    await page.getByLabel('Buscar tag').fill('')
    await line('VIP').hover()
    await pressButton(ana, 'Excluir VIP')
    await pressButton(ana, /^Excluir tag/)
    await page.getByRole('heading', { name: 'Marque o assunto da conversa' }).waitFor()
  })

  test(`the pages, ${size} > contacts are made, refused twice, changed, talked to and deleted`, async () => {
    const { page } = ana
    const phone = size === 'wide' ? '5511977776666' : '5511966665555'
    const name = size === 'wide' ? 'Tereza Nunes' : 'Otávio Braga'
    shop.control.addPhone({ phone, name: 'outro nome' })
    await goTo(ana, 'Contatos')
    await create(/^Novo contato/)
    const form = sheet('Novo contato')
    await form.getByLabel('Nome').fill(name)
    await form.getByLabel('Número').fill('55119')
    await pressButton(ana, /^Criar contato/)
    await form.locator('.err').waitFor()
    await form.getByLabel('Número').fill(phone)
    await pressButton(ana, 'Adicionar campo')
    await form.getByRole('textbox', { name: 'Campo' }).fill('CPF')
    await form.getByRole('textbox', { name: 'Valor de CPF' }).fill('123')
    expect(await look(ana, 'contact-sheet')).toEqual([])
    await pressButton(ana, /^Criar contato/)
    await line(name).waitFor()
    expect(await look(ana, 'contacts')).toEqual([])

    await create(/^Novo contato/)
    await form.getByLabel('Nome').fill('De novo')
    await form.getByLabel('Número').fill(phone)
    await pressButton(ana, /^Criar contato/)
    await form.getByText(`Este número já é de ${name}`).waitFor()
    await pressButton(ana, `Abrir ${name}`)
    await sheet(new RegExp(name)).getByLabel('Nome', { exact: true }).fill(`${name} Filho`)
    await pressButton(ana, /^Salvar/, sheet(new RegExp(name)))
    await line(`${name} Filho`).waitFor()

    await pressButton(ana, `${name} Filho`, line(name))
    await pressButton(ana, 'Conversar', sheet(new RegExp(name)))
    await page
      .getByRole('dialog', { name: `Conversar com ${name} Filho` })
      .getByLabel('Fila')
      .selectOption({ label: 'Suporte' })
    expect(await look(ana, 'talk')).toEqual([])
    await pressButton(ana, /^Abrir conversa/)
    await composer(ana).waitFor()

    await ana.page.goto('/contacts')
    await page.getByLabel('Nome ou número').fill(phone)
    await pressButton(ana, `${name} Filho`, line(name))
    await pressButton(ana, 'Excluir', sheet(new RegExp(name)))
    await page.getByText('1 atendimento e suas mensagens também são excluídos').waitFor()
    await pressButton(ana, /^Excluir contato/)
    await line(name).waitFor({ state: 'detached' })
  })

  // Their journeys are tried on a wide screen; here is what a phone shows of them.
  if (size === 'phone')
    test('every other page and its form fit a phone', async () => {
      await shop.owner.put('/settings/singleSession', { value: 'disabled' })
      const webhook = { type: 'webhook', name: 'Robô de agendamento da clínica', settings: { urlN8N: 'https://exemplo.com/robo' } }
      await shop.owner.post('/queueIntegration', webhook)
      await shop.owner.post('/helps', {
        title: 'Primeiros passos na central de atendimento',
        video: 'dQw4w9WgXcQ',
        description: 'Em dois minutos.',
      })
      await shop.owner.post('/announcements', {
        title: 'Parada no domingo, das 2h às 4h',
        text: 'O sistema fica fora do ar. '.repeat(40),
        priority: 1,
      })
      const operator = await agent(browser, shop.url, size, OWNER)
      const { sheet, create } = pageOf(operator)
      for (const [page, made, row] of [
        ['Filas', 'Nova fila', 'Suporte'],
        ['Usuários', 'Novo usuário', 'Anaphone Lima'],
        ['Integrações', 'Nova integração', 'Robô de agendamento'],
        ['Ajuda', 'Novo vídeo de ajuda', 'Primeiros passos'],
        ['Comunicados', 'Novo comunicado', 'Parada no domingo'],
      ] as const) {
        await goTo(operator, page)
        await operator.page.getByRole('main').getByText(row).first().waitFor()
        expect(await look(operator, `walk-${page}`)).toEqual([])
        await create(new RegExp(`^${made}`))
        await sheet(made).waitFor()
        expect(await look(operator, `walk-${page}-form`)).toEqual([])
        await operator.page.keyboard.press('Escape')
        await sheet(made).waitFor({ state: 'detached' })
      }
      await pressButton(operator, '1 comunicado novo')
      await operator.page.getByRole('dialog', { name: 'Comunicados' }).getByText('Urgente').waitFor()
      expect(await look(operator, 'walk-announcements-shown')).toEqual([])
      expect(operator.problems).toEqual([])
      await operator.close()
    })
}

/** The pages that need no row. */
const PLAIN = ['/campaigns/new', ...PAGES.flatMap(({ path }) => (/:\w+(\/|$)/.test(path) ? [] : path.replace(/\/:.*/, '')))]
// Phones show every language (languages.test.ts, dialogs.test.ts); a wide screen has heads and columns of its own.
test('on a wide screen every page is whole and in words, in the language of the longest', async () => {
  const language = 'es'
  await shop.owner.put('/settings/singleSession', { value: 'disabled' })
  await shop.owner.put('/users/me', { language })
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  await page.locator(`html[lang^="${language}"]`).waitFor()
  const found: string[] = []
  await page.goto('/welcome')
  await shown(page)
  for (const path of PLAIN) {
    await visit(page, path)
    found.push(...(await unfit(page, language)).map(what => `${path}: ${what}`))
  }
  expect(found).toEqual([])
  await operator.close()
})
