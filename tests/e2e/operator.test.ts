import { expect, test } from 'bun:test'
import { sample } from '../../src/sandbox/network/samples'
import { agent, goTo, press, pressButton } from './agent'
import { look } from './browser'
import { pageOf, testShop } from './test-shop'
import { NUMBER, OWNER, until } from './shop'

const { shop, browser } = await testShop()
// The owner is here as a program and before a browser.
await shop.owner.put('/settings/singleSession', { value: 'disabled' })

const NAME = 'Clínica Bem Viver'
const ADMIN = { email: 'adm@bemviver.test', password: 'uma frase curta' }
const REASON = 'Larissa pediu ajuda com a fila Agenda'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const shown = (day: string) => day.split('-').toReversed().join('/')

test('an operator makes a plan and a company, extends it, enters it and suspends it, and its administrator is told', async () => {
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  const { line, sheet, create } = pageOf(operator)

  await goTo(operator, 'Planos')
  await create(/^Novo plano/)
  const plan = sheet('Novo plano')
  await plan.getByLabel('Nome').fill('Equipe')
  await plan.getByLabel('Valor por mês').fill('249,90')
  for (const name of ['Usuários', 'Conexões', 'Filas']) await plan.getByLabel(name).fill('10')
  await press(operator, plan.getByRole('tab', { name: 'Recursos' }))
  await press(operator, plan.getByText('Kanban'))
  expect(await look(operator, 'plan-sheet')).toEqual([])
  await pressButton(operator, /^Criar plano/, plan)
  await line('Equipe').getByText('R$ 249,90').waitFor()
  expect(await look(operator, 'plans')).toEqual([])

  await goTo(operator, 'Empresas')
  await create(/^Nova empresa/)
  const company = sheet('Nova empresa')
  await company.getByLabel('Nome').fill(NAME)
  await company.getByLabel('E-mail').fill(ADMIN.email)
  await company.getByLabel(/^Senha da administração/).fill(ADMIN.password)
  // What is taken when nothing is chosen is said: the oldest plan, paid by the month.
  await company.getByLabel('Plano').getByText('O primeiro plano, Completo').waitFor()
  expect(await company.getByLabel('Recorrência').inputValue()).toBe('MENSAL')
  await press(operator, company.getByLabel('Plano'))
  await press(operator, page.getByRole('option', { name: 'Equipe' }))
  await company.getByLabel('Recorrência').selectOption('Anual')
  await company.getByLabel('Vencimento').fill(inDays(3))
  expect(await look(operator, 'company-new')).toEqual([])
  await pressButton(operator, /^Criar empresa/, company)
  await line(NAME).getByText('Vence em 3 dias').waitFor()
  expect(await look(operator, 'companies')).toEqual([])

  await press(operator, line(NAME).getByRole('cell').first())
  await press(operator, sheet('Editar empresa').getByRole('tab', { name: 'Uso e exceções' }))
  await sheet('Editar empresa')
    .getByText(/^Uso no mês: \d+ mensage(m|ns) · Último acesso: /)
    .waitFor()
  await press(operator, sheet('Editar empresa').getByRole('tablist', { name: 'Kanban' }).getByRole('tab', { name: 'Desligado' }))
  expect(await look(operator, 'company-exceptions')).toEqual([])
  await pressButton(operator, /^Salvar empresa/)
  await sheet('Editar empresa').waitFor({ state: 'detached' })

  await pressButton(operator, '+ Vencimento', line(NAME))
  const next = `${Number(inDays(3).slice(0, 4)) + 1}${inDays(3).slice(4)}`
  await sheet(/^Mais um período/)
    .getByText(`de ${shown(inDays(3))} para ${shown(next)}`)
    .waitFor()
  await pressButton(operator, '+ Vencimento', sheet(/^Mais um período/))
  await line(NAME).getByText('Em dia').waitFor()

  const admin = await agent(browser, shop.url, 'phone', ADMIN)
  const choose = async (item: string) => {
    await line(NAME).hover()
    await pressButton(operator, `Mais ações de ${NAME}`)
    await press(operator, page.getByRole('menuitem', { name: item }))
  }
  await choose('Entrar como operador')
  const enter = sheet(`Entrar em ${NAME}`)
  await enter.getByLabel('Motivo').fill(REASON)
  expect(await look(operator, 'company-enter')).toEqual([])
  await pressButton(operator, /^Entrar por 30 min/, enter)
  const entered = page.getByRole('status').filter({ hasText: `Você está em ${NAME}` })
  await entered.getByText(REASON).waitFor()
  expect(await look(operator, 'company-entered')).toEqual([])
  expect(await page.getByRole('link', { name: 'Kanban' }).count()).toBe(0)
  // A page that is loaded anew is the company's still.
  await page.reload()
  await pressButton(operator, 'Sair da empresa', entered)
  await line(NAME).waitFor()
  await entered.waitFor({ state: 'detached' })
  await pressButton(operator, 'Mais ações')
  await press(operator, page.getByRole('menuitem', { name: 'Entradas em empresas' }))
  await sheet('Entradas em empresas').getByText(REASON).waitFor()
  await page.keyboard.press('Escape')

  await goTo(admin, 'Configurações')
  await admin.page.getByRole('region', { name: 'Entradas da operação' }).getByText(REASON).waitFor()
  expect(await look(admin, 'settings-entries')).toEqual([])
  expect(await admin.page.getByRole('tab', { name: 'Empresas' }).count()).toBe(0)

  await choose('Suspender')
  await pressButton(operator, 'Suspender', sheet(`Suspender ${NAME}?`))
  await line(NAME).getByText('Suspensa').waitFor()
  await admin.page.getByText('A empresa está suspensa.').waitFor()
  expect(await look(admin, 'company-suspended')).toEqual([])
  await admin.page.goto('/subscription')
  await admin.page.getByText('Pagar não muda isso: fale com o suporte.').waitFor()
  expect(await look(admin, 'subscription-suspended')).toEqual([])
  await choose('Reativar')
  await admin.page.getByText('A empresa está suspensa.').waitFor({ state: 'detached' })
  await admin.close()
  expect(admin.problems).toEqual([])

  await goTo(operator, 'Configurações')
  await press(operator, page.getByRole('tab', { name: 'Cadastrar Empresa' }))
  await sheet('Nova empresa').waitFor()
  await page.keyboard.press('Escape')
  await press(operator, page.getByRole('tab', { name: 'Empresas' }))
  await line(NAME).waitFor()
  expect(await look(operator, 'settings-companies')).toEqual([])
  await choose('Excluir empresa')
  const remove = sheet(`Excluir a empresa ${NAME}?`)
  await remove.getByLabel(`Digite ${NAME}`).fill('Clínica')
  await pressButton(operator, /^Excluir para sempre/, remove)
  await remove.getByText('Este não é o nome da empresa').waitFor()
  expect(await look(operator, 'company-remove')).toEqual([])
  await remove.getByLabel(`Digite ${NAME}`).fill(NAME)
  await pressButton(operator, /^Excluir para sempre/, remove)
  await line(NAME).waitFor({ state: 'detached' })
  // Asked before the browser knew that the entry had ended.
  operator.forgive(/^403 GET \/(tickets\/pins|announcements\/list|companies\/first-steps)$/)
  await operator.close()
  expect(operator.problems).toEqual([])
})

test('an operator takes the data of a company along: an archive of its rows and files, without secrets and without anybody else', async () => {
  const customer = '5511988800777'
  shop.control.addPhone({ phone: customer, name: 'Helena Prado' })
  await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Guardem esta frase' })
  await shop.control.send({ from: customer, to: NUMBER, type: 'image', caption: 'A fonte' })
  await shop.owner.post('/companies', { name: 'Vizinha', email: 'adm@vizinha.test', password: ADMIN.password })
  type Page = { messages: { body: string; mediaUrl: string | null }[] }
  const arrived = async () => {
    const { tickets } = await shop.owner.get<{ tickets: { id: number }[] }>('/tickets?showAll=true')
    return tickets[0] && (await shop.owner.get<Page>(`/messages/${tickets[0].id}`)).messages.some(({ mediaUrl }) => mediaUrl)
  }
  await until(arrived, undefined, 'the picture is kept')

  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  const { line } = pageOf(operator)
  await goTo(operator, 'Empresas')
  await line('Vizinha').waitFor()
  await line('Minha empresa').hover()
  await pressButton(operator, 'Mais ações de Minha empresa')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(operator, page.getByRole('menuitem', { name: 'Exportar dados' })),
  ])
  await page.getByRole('status').getByText('O arquivo está sendo baixado').waitFor()
  expect(await look(operator, 'company-export')).toEqual([])
  expect([download.suggestedFilename(), await download.failure()]).toEqual([expect.stringMatching(/^Minha-empresa-.*\.tar\.gz$/), null])

  const files = await new Bun.Archive(await Bun.file(await download.path()).bytes()).files()
  const rowsOf = async (path: string) =>
    (await files.get(path)!.text())
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  expect(await rowsOf('company.json')).toMatchObject([{ name: 'Minha empresa' }])
  expect(await rowsOf('contacts/000001.jsonl')).toContainEqual(expect.objectContaining({ name: 'Helena Prado', number: customer }))
  expect((await rowsOf('messages/000001.jsonl')).map(({ body }) => body)).toEqual(expect.arrayContaining(['Guardem esta frase', 'A fonte']))
  const stored = await Promise.all([...files].filter(([path]) => path.startsWith('files/')).map(([, file]) => file.bytes()))
  expect(stored.some(bytes => Buffer.from(bytes).equals(sample('image').bytes))).toBe(true)
  const rows = (await Promise.all([...files].filter(([path]) => path.endsWith('.jsonl')).map(([, file]) => file.text()))).join('')
  expect(rows).toContain(OWNER.email)
  expect(rows).not.toMatch(/vizinha|password|argon2|sealed:/i)
  await operator.close()
  expect(operator.problems).toEqual([])
})
