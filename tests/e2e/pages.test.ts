import { expect, test } from 'bun:test'
import { agent, composer, goTo, press, pressButton } from './agent'
import { look, type Size, sizes } from './browser'
import { pageOf, testShop } from './test-shop'
import { client, OWNER } from './shop'

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

const PATHS = [
  ...['/tickets', '/kanban', '/contacts', '/schedules', '/quick-messages', '/tags', '/todolist', '/chats', '/helps', '/campaigns'],
  ...['/campaigns/new', '/contact-lists', '/campaigns-config', '/opt-outs', '/', '/reports', '/connections', '/queues', '/users', '/files'],
  ...['/prompts', '/messages-api', '/queue-integration', '/openapi', '/event-webhooks', '/financeiro', '/subscription', '/settings'],
  ...['/companies', '/plans', '/coupons', '/resellers', '/receita', '/plugins', '/announcements'],
]
/** Letters that the other languages never write. */
const FOREIGN = { pt: /[¿¡ñ]/, en: /[ãõçñ¿¡]|\b(não|nenhum|ainda|ningún|todavía)\b/i, es: /[ãõç]|\b(não|nenhum|ainda|você)\b/i }

/** What stands on the page that no reader should see: a key instead of its text, a slot that nothing filled, words cut without an ellipsis. */
function faults(foreign: RegExp) {
  const found: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) found.push(`${root.scrollWidth - innerWidth} pixels wider than the screen`)
  const panel = document.querySelector('main')!
  const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT)
  for (let node; (node = texts.nextNode());) {
    const text = node.nodeValue!.trim()
    const at = node.parentElement!
    if (!text || at.closest('pre, code, textarea, [translate="no"]')) continue
    if (/^[a-z]+\.[a-zA-Z.]+$|\{(?!id|key|clave|chave)\w+\}|\bundefined\b|\bNaN\b|\[object /.test(text) && text !== 'openapi.json')
      found.push(`raw: ${text}`)
    // Names that clients of the family know stand in quotation marks, as they are in every language.
    if (foreign.test(text.replace(/“[^”]*”/g, ''))) found.push(`another language: ${text}`)
  }
  for (const element of panel.querySelectorAll<HTMLElement>('h1, h2, h3, label, legend, .btn, [role=tab], th, .chip, .state, dt')) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1 && overflowX !== 'visible' && textOverflow !== 'ellipsis')
      found.push(`cut off: ${element.innerText}`)
  }
  return found
}

for (const [language, size] of [
  ['es', 'phone'],
  ['en', 'wide'],
  ['pt', 'phone'],
] as const)
  test(`every page says all in the language that was chosen, and no word of it is cut off or wider than the screen: ${language}`, async () => {
    const owner = await client(shop.url, OWNER)
    await owner.put('/settings/singleSession', { value: 'disabled' })
    await owner.put('/users/me', { language })
    const operator = await agent(browser, shop.url, size, OWNER)
    const { page } = operator
    await page.locator(`html[lang^="${language}"]`).waitFor()
    const found: string[] = []
    for (const path of PATHS) {
      await page.evaluate(path => {
        for (const element of document.querySelectorAll<HTMLElement>('main *')) element.dataset['before'] = ''
        history.pushState(null, '', path)
      }, path)
      await page.waitForFunction(() => {
        const panel = document.querySelector('main')
        const isAnother = location.pathname === '/tickets' || panel?.querySelector(':not([data-before])')
        return isAnother && panel!.innerText.trim().length > 10 && !panel!.querySelector('.skeleton, [aria-busy="true"]')
      })
      const wrong = await page.evaluate<string[]>(`(${faults.toString()})(${FOREIGN[language]})`)
      found.push(...wrong.map(what => `${path}: ${what}`))
    }
    expect(found).toEqual([])
    await operator.close()
  })
