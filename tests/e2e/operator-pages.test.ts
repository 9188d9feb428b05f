import { expect, test } from 'bun:test'
import { agent, goTo, press, pressButton } from './agent'
import { look, type Person } from './browser'
import { testShop } from './test-shop'
import { OWNER } from './shop'

const { shop, browser, sit } = await testShop()
// The owner is here as a program and before a browser.
await shop.owner.put('/settings/singleSession', { value: 'disabled' })

const ana = await sit('wide', 'Ana Lima')
test('help videos are kept by an operator, and watched by everyone over the page, until Escape', async () => {
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  const within = (name: string | RegExp) => page.getByRole('dialog', { name })
  const card = (person: Person, title: string) =>
    person.page.getByRole('list', { name: 'Vídeos de ajuda' }).getByRole('listitem').filter({ hasText: title })
  const [first, second] = ['Primeiros passos', 'Filas e equipes']
  await goTo(ana, 'Ajuda')
  await ana.page.getByRole('heading', { name: /Nenhum vídeo/ }).waitFor()
  expect(await look(ana, 'helps-empty')).toEqual([])

  // The table of operators is a tab of their settings.
  await goTo(operator, 'Configurações')
  await press(operator, page.getByRole('tab', { name: 'Ajuda' }))
  await page.getByRole('heading', { name: /Nenhum vídeo/ }).waitFor()
  for (const title of [first, second]) {
    await pressButton(operator, /^Novo vídeo de ajuda/, page.locator('.set-part .page-head'))
    const form = within('Novo vídeo de ajuda')
    await form.getByLabel('Título').fill(title)
    await form.getByLabel('Descrição').fill('Como conectar um número, criar filas e convidar a equipe. '.repeat(3))
    await form.getByLabel('Vídeo do YouTube').fill('https://exemplo.com/aula')
    await pressButton(operator, /^Criar vídeo/, form)
    await form.getByText('Este não é um vídeo do YouTube').waitFor()
    await form.getByLabel('Vídeo do YouTube').fill('https://youtu.be/dQw4w9WgXcQ?si=abc')
    if (title === first) await form.getByLabel('Endereço para saber mais').fill('https://exemplo.com/guia')
    expect(await look(operator, 'help-sheet')).toEqual([])
    await pressButton(operator, /^Criar vídeo/, form)
    await page.getByRole('row').filter({ hasText: title }).getByText('dQw4w9WgXcQ').waitFor()
  }
  expect(await look(operator, 'settings-helps')).toEqual([])

  await card(ana, first).waitFor()
  expect(await ana.page.getByRole('button', { name: /^(Novo vídeo|Editar|Excluir)/ }).count()).toBe(0)
  await ana.page.getByLabel('Buscar vídeo de ajuda').fill('filas')
  await card(ana, first).waitFor({ state: 'detached' })
  await ana.page.getByLabel('Buscar vídeo de ajuda').fill('')

  const asked: Record<string, string | undefined> = {}
  await ana.context.route(/^https:\/\/(i\.ytimg\.com|www\.youtube-nocookie\.com)\//, async route => {
    const request = route.request()
    asked[request.url()] = (await request.allHeaders())['referer']
    const still = { contentType: 'image/png', path: 'docs/inbox.png' }
    return route.fulfill(request.resourceType() === 'image' ? still : { contentType: 'text/html', body: '<title>Player</title><p>Player' })
  })
  await ana.page.reload()
  await ana.page.waitForFunction(() =>
    [...document.images].some(image => image.src.endsWith('/vi/dQw4w9WgXcQ/mqdefault.jpg') && image.naturalWidth),
  )
  expect(await look(ana, 'helps')).toEqual([])
  const onPhone = await agent(browser, shop.url, 'phone', OWNER)
  await goTo(onPhone, 'Ajuda')
  await card(onPhone, first).waitFor()
  expect(await look(onPhone, 'helps')).toEqual([])
  await onPhone.close()
  await press(ana, card(ana, second).getByRole('button'))
  const video = ana.page.getByRole('dialog', { name: second })
  await video.frameLocator('iframe').getByText('Player').waitFor()
  // Its service refuses a page that does not say where it stands.
  expect(asked['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0']).toStartWith(shop.url)
  expect(await look(ana, 'help-video')).toEqual([])
  await ana.page.keyboard.press('Escape')
  await video.waitFor({ state: 'detached' })

  await goTo(operator, 'Ajuda')
  await card(operator, second).hover()
  await pressButton(operator, `Editar ${second}`)
  expect(await within('Editar vídeo de ajuda').getByLabel('Vídeo do YouTube').inputValue()).toBe('dQw4w9WgXcQ')
  await within('Editar vídeo de ajuda').getByLabel('Título').fill('Filas e horários')
  await pressButton(operator, /^Salvar vídeo/)
  await card(ana, 'Filas e horários').waitFor()
  expect(await look(operator, 'helps-operator')).toEqual([])
  for (const title of [first, 'Filas e horários']) {
    await pressButton(operator, `Excluir ${title}`)
    await pressButton(operator, /^Excluir vídeo/)
    await card(ana, title).waitFor({ state: 'detached' })
  }
  await operator.close()
  expect(operator.problems).toEqual([])
})

test('announcements are written, found and deleted by an operator', async () => {
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const [urgent, later] = ['Parada no domingo', 'Novidades do mês']
  await goTo(operator, 'Comunicados')
  for (const title of [later, urgent]) {
    await pressButton(operator, /^Novo comunicado/, page.locator('.page-head'))
    const form = page.getByRole('dialog', { name: 'Novo comunicado' })
    await form.getByLabel('Título').fill(title)
    await form.getByLabel('Texto').fill('O sistema fica fora do ar por alguns minutos.')
    if (title === later) await press(operator, form.getByText('Ativo'))
    else await form.getByLabel('Prioridade').selectOption('Alta')
    await form.getByLabel('Imagem').setInputFiles('docs/inbox.png')
    expect(await look(operator, 'announcement-sheet')).toEqual([])
    await pressButton(operator, /^Criar comunicado/, form)
    await form.waitFor({ state: 'detached' })
    await row(title).waitFor()
  }
  expect(await page.locator('tbody > tr').allInnerTexts()).toEqual([
    expect.stringMatching(/Alta\s+Ativo/),
    expect.stringMatching(/Baixa\s+Inativo/),
  ])
  expect(await look(operator, 'announcements')).toEqual([])
  for (const [filter, left, out] of [
    ['Inativos', later, urgent],
    ['Ativos', urgent, later],
  ] as const) {
    await pressButton(operator, filter)
    await row(out).waitFor({ state: 'detached' })
    await row(left).waitFor()
  }
  await pressButton(operator, 'Ativos')

  // The one that is active, for everyone; unread until it was opened.
  await pressButton(ana, '1 comunicado novo')
  const shown = ana.page.getByRole('dialog', { name: 'Comunicados' })
  await shown.getByText('Urgente').waitFor()
  expect(await shown.getByRole('article').count()).toBe(1)
  expect(await look(ana, 'announcements-shown')).toEqual([])
  await ana.page.keyboard.press('Escape')
  await ana.page.reload()
  await ana.page.getByRole('button', { name: 'Comunicados', exact: true }).waitFor()

  // A draft that is older than what was opened is news on the day it is published, without a reload.
  await press(operator, row(later))
  await press(operator, page.getByRole('dialog', { name: 'Editar comunicado' }).getByText('Ativo'))
  await pressButton(operator, /^Salvar comunicado/)
  await ana.page.getByRole('button', { name: '1 comunicado novo' }).waitFor()
  await page.getByLabel('Buscar comunicado').fill('novidades')
  await row(urgent).waitFor({ state: 'detached' })
  await page.getByLabel('Buscar comunicado').fill('')
  for (const title of [urgent, later]) {
    await row(title).hover()
    await pressButton(operator, `Excluir ${title}`)
    await pressButton(operator, /^Excluir comunicado/)
    await row(title).waitFor({ state: 'detached' })
  }
  expect(await look(operator, 'announcements-empty')).toEqual([])
  await operator.close()
  expect([operator.problems, await ana.page.getByRole('link', { name: 'Comunicados' }).count()]).toEqual([[], 0])
})
