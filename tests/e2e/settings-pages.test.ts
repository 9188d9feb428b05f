import { afterEach, expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look } from './browser'
import { pageOf, testShop } from './office'

const { sit } = await testShop()
const ana = await sit('wide', 'Ana Lima')
const { line, sheet, create } = pageOf(() => ana)
afterEach(() => {
  expect(ana.problems).toEqual([])
})

test('queues are made, refused at the field, changed by the keyboard and deleted', async () => {
  const { page } = ana
  const name = 'Cobrança'
  await goTo(ana, 'Filas')
  await line('Suporte').waitFor()
  await create(/^Nova fila/)
  const form = sheet('Nova fila')
  await form.getByLabel('Nome').fill('Suporte')
  await pressButton(ana, /^Criar fila/, form)
  await form.getByText('Já existe uma fila com esse nome').waitFor()
  await form.getByLabel('Nome').fill(name)
  await form.getByLabel('Saudação').fill('Olá! Aqui é a cobrança.')
  expect(await look(ana, 'queue-sheet')).toEqual([])
  await pressButton(ana, /^Criar fila/, form)
  await line(name).waitFor()
  expect(await look(ana, 'queues')).toEqual([])
  ana.forgive(/^400 POST \/queue$/)
  await line(name).focus()
  await page.keyboard.press('Enter')
  await sheet('Editar fila').getByLabel('Ordem').fill('7')
  await page.keyboard.press('Control+Enter')
  await sheet('Editar fila').waitFor({ state: 'detached' })
  await line(name).focus()
  await page.keyboard.press('Delete')
  await sheet(`Excluir a fila ${name}?`).getByText('ficam sem fila').waitFor()
  await pressButton(ana, /^Excluir fila/)
  await line(name).waitFor({ state: 'detached' })
})

test('users are made with queues and changed; the own account stays', async () => {
  const { page } = ana
  const name = `Rafael Prado`
  await goTo(ana, 'Usuários')
  await line('Ana Lima').waitFor()
  await create(/^Novo usuário/)
  const form = sheet('Novo usuário')
  await form.getByLabel('Nome').fill(name)
  await form.getByLabel('E-mail').fill('rafael@nortefibra.test')
  await form.getByLabel('Senha', { exact: true }).fill('uma frase curta')
  await pressButton(ana, /^Filas/, form)
  await page.getByRole('combobox', { name: 'Buscar' }).fill('supo')
  await press(ana, page.getByRole('option', { name: 'Suporte' }))
  expect(await look(ana, 'user-picker')).toEqual([])
  await page.keyboard.press('Escape')
  expect(await look(ana, 'user-sheet')).toEqual([])
  await pressButton(ana, /^Criar usuário/, form)
  await line(name).waitFor()
  expect(await look(ana, 'users')).toEqual([])
  await line(name).hover()
  await pressButton(ana, `Editar ${name}`)
  await sheet('Editar usuário').getByRole('button', { name: 'Filas: Suporte' }).waitFor()
  await sheet('Editar usuário').getByLabel('Perfil').selectOption('supervisor')
  await pressButton(ana, /^Salvar usuário/)
  await line(name).getByText('Supervisor').waitFor()
  expect(await page.getByRole('button', { name: 'Excluir Ana Lima' }).count()).toBe(0)
  await line(name).hover()
  await pressButton(ana, `Excluir ${name}`)
  await pressButton(ana, /^Excluir usuário/)
  await line(name).waitFor({ state: 'detached' })
})
