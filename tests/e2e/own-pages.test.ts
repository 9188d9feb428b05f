import { expect, test } from 'bun:test'
import { agent, goTo, press, pressButton, signIn } from './agent'
import { look, type Person, type Size, sizes } from './browser'
import { client, NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
// The owner is here as a program; people sign in twice.
await shop.owner.put('/settings/singleSession', { value: 'disabled' })

const NEW = 'outra frase curta'

async function openAccount(person: Person) {
  await pressButton(person, /^Conta de/, person.page.getByRole('banner').first())
  await press(person, person.page.getByRole('menuitem', { name: 'Perfil' }))
  const dialog = person.page.getByRole('dialog', { name: /Minha conta|My account/ })
  await dialog.waitFor()
  return dialog
}
const section = (person: Person, name: string) =>
  press(person, person.page.getByRole('navigation', { name: 'Seções' }).getByRole('button', { name }))

for (const size of Object.keys(sizes) as Size[])
  test(`the own account on a ${size} screen: name, language, theme, password and sessions`, async () => {
    const person = await sit(size, `Eva${size} Dias`)
    const { page } = person
    const email = `eva${size}@nortefibra.test`
    const dialog = await openAccount(person)
    expect(await look(person, 'account')).toEqual([])
    await dialog.getByLabel('Nome').fill('Eva Maria')
    await pressButton(person, /^Salvar perfil/, dialog)
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Conta de Eva Maria' }).waitFor()

    await openAccount(person)
    await section(person, 'Preferências')
    expect(await look(person, 'account-preferences')).toEqual([])
    await dialog.getByLabel('Idioma').selectOption('English')
    await page.getByRole('dialog', { name: 'My account' }).getByLabel('Language').selectOption('Português')
    await press(person, dialog.getByRole('tab', { name: 'Escuro' }))
    await page.locator('html[data-theme="own-dark"]').waitFor()
    await press(person, dialog.getByRole('tab', { name: 'Sistema' }))

    const elsewhere = await client(shop.url, { email, password: 'uma frase curta' })
    await section(person, 'Sessões')
    await dialog.getByText('Esta sessão').waitFor()
    expect(await dialog.getByRole('listitem').count()).toBeGreaterThan(1)
    expect(await look(person, 'account-sessions')).toEqual([])
    await pressButton(person, /^Encerrar (a outra sessão|as outras \d+ sessões)/, dialog)
    await dialog.getByText('Não há outra sessão aberta.').waitFor()
    await expect(elsewhere.get('/tickets')).rejects.toThrow('403')

    await section(person, 'Senha')
    await dialog.getByLabel('Senha atual').fill('errada')
    await dialog.getByLabel('Nova senha', { exact: true }).fill(NEW)
    await dialog.getByLabel('Repita a nova senha').fill('outra coisa')
    await pressButton(person, /^Trocar senha/, dialog)
    await dialog.getByText('As senhas são diferentes').waitFor()
    await dialog.getByLabel('Repita a nova senha').fill(NEW)
    await pressButton(person, /^Trocar senha/, dialog)
    await dialog.getByText('A senha atual não confere').waitFor()
    expect(await look(person, 'account-password')).toEqual([])
    person.forgive(/^400 PUT \/users\/me$/)
    await dialog.getByLabel('Senha atual').fill('uma frase curta')
    await pressButton(person, /^Trocar senha/, dialog)
    await page.getByText('Senha trocada').last().waitFor()
    await goTo(person, 'Contatos')
    await page.getByText('Seus contatos aparecem aqui').waitFor()
    // The sign-in elsewhere ends the session here, and with it whatever the page would just ask for.
    await page.goto('about:blank')
    // Who changed it went on here, with a session of the new password; what was asked meanwhile was asked again.
    person.forgive(/^403 GET /)
    await client(shop.url, { email, password: NEW })
    await expect(client(shop.url, { email, password: 'uma frase curta' })).rejects.toThrow('401')
  })

test('a new address asks for the password, and what was typed is not lost by accident', async () => {
  const person = await sit('wide', 'Gil Souza')
  const { page } = person
  const dialog = await openAccount(person)
  expect(await dialog.getByLabel('Senha atual').count()).toBe(0)
  await dialog.getByLabel('E-mail').fill('gilberto@nortefibra.test')
  await page.keyboard.press('Escape')
  await pressButton(person, 'Continuar editando')
  await pressButton(person, /^Salvar perfil/, dialog)
  await dialog.getByText('Informe a sua senha atual').waitFor()
  person.forgive(/^400 PUT \/users\/me$/)
  await dialog.getByLabel('Senha atual').fill('uma frase curta')
  await pressButton(person, /^Salvar perfil/, dialog)
  await page.getByText('Usuário salvo').last().waitFor()
  // What was asked meanwhile was asked again with the new session.
  person.forgive(/^403 GET /)
  // The sign-in elsewhere ends the session here, and with it whatever the page would just ask for.
  await page.goto('about:blank')
  await client(shop.url, { email: 'gilberto@nortefibra.test', password: 'uma frase curta' })
})

test('a customer is heard at the volume that was chosen, and at none when it is zero', async () => {
  const person = await sit('wide', 'Lia Prata')
  const { page } = person
  await page.addInitScript(() => {
    const heard: number[] = []
    const ramp = AudioParam.prototype.setValueAtTime
    AudioParam.prototype.setValueAtTime = function (value, at) {
      heard.push(value)
      return ramp.call(this, value, at)
    }
    Object.assign(window, { heard })
  })
  await page.reload()
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard)
  const dialog = await openAccount(person)
  await section(person, 'Preferências')
  const slider = dialog.getByRole('slider', { name: 'Volume dos avisos' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await dialog.getByText('80%').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('volume'))).toBe('0.8')
  await page.waitForFunction(() => (window as unknown as { heard: number[] }).heard.length > 0)
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()

  const writes = (from: string, text: string) => {
    shop.control.addPhone({ phone: from, name: text })
    return shop.control.send({ from, to: NUMBER, type: 'text', text })
  }
  await page.reload()
  await page
    .getByRole('banner')
    .first()
    .click({ position: { x: 4, y: 4 } })
  await writes('5511977770001', 'Bom dia')
  await page.waitForFunction(() => (window as unknown as { heard: number[] }).heard.length === 2)
  expect((await heard()).map(value => value.toFixed(2))).toEqual(['0.20', '0.20'])

  await openAccount(person)
  await section(person, 'Preferências')
  await slider.fill('0')
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await writes('5511977770002', 'Boa tarde')
  await page.getByRole('button', { name: 'Notificações, 2 por ler' }).waitFor()
  expect(await heard()).toHaveLength(2)

  await pressButton(person, /^Conta de/, page.getByRole('banner').first())
  await Promise.all([page.waitForEvent('load'), press(person, page.getByRole('menuitem', { name: 'Atualizar a página' }))])
  await page.getByRole('button', { name: 'Notificações, 2 por ler' }).waitFor()
})

test('a queue is as loud as was chosen for it, and in hours of quiet nothing sounds', async () => {
  const person = await sit('wide', 'Mel Prata')
  const { page } = person
  await page.addInitScript(() => {
    const heard: number[] = []
    const ramp = AudioParam.prototype.setValueAtTime
    AudioParam.prototype.setValueAtTime = function (value, at) {
      heard.push(value)
      return ramp.call(this, value, at)
    }
    Object.assign(window, { heard })
  })
  await page.reload()
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard.map(value => value.toFixed(2)))
  const writes = async (from: string, name: string) => {
    shop.control.addPhone({ phone: from, name })
    await shop.control.send({ from, to: NUMBER, type: 'text', text: name })
  }
  const saved = () => page.waitForResponse(response => response.request().method() === 'PUT')
  const dialog = await openAccount(person)
  await section(person, 'Preferências')
  const queue = dialog.getByRole('slider', { name: 'Volume da fila Suporte' })
  await queue.fill('0.4')
  await Promise.all([saved(), queue.press('ArrowLeft')])
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()

  await page.reload()
  await page
    .getByRole('banner')
    .first()
    .click({ position: { x: 4, y: 4 } })
  await writes('5511977770011', 'Ivo Bastos')
  await page.waitForFunction(() => (window as unknown as { heard: number[] }).heard.length === 2)
  const [first, second] = await heard()
  expect(first).toBe(second!)
  expect(Number(first)).toBeLessThan(0.11)
  expect(Number(first)).toBeGreaterThan(0)

  await openAccount(person)
  await section(person, 'Preferências')
  await Promise.all([saved(), press(person, dialog.getByRole('switch', { name: 'Horas de silêncio' }))])
  const [from, to] = await page.evaluate(() => [-60, 60].map(minutes => new Date(Date.now() + minutes * 60_000).toTimeString().slice(0, 5)))
  for (const [label, time] of [
    ['Silêncio a partir de', from],
    ['Silêncio até', to],
  ] as const) {
    await dialog.getByLabel(label).fill(time!)
    await Promise.all([saved(), dialog.getByLabel(label).blur()])
  }
  expect(await look(person, 'quiet')).toEqual([])
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  const bell = page.getByRole('button', { name: /^Notificações/ })
  const before = Number((await bell.getAttribute('aria-label'))!.match(/\d+/)![0])
  await writes('5511977770012', 'Rosa Lima')
  await page.getByRole('button', { name: `Notificações, ${before + 1} por ler` }).waitFor()
  expect(await heard()).toHaveLength(2)
})

test('the list of users asks for the current password too, where the own one is changed', async () => {
  const person = await sit('wide', 'Hugo Lins')
  const { page } = person
  await goTo(person, 'Usuários')
  const line = page.getByRole('row').filter({ hasText: 'Hugo Lins' })
  await line.hover()
  await pressButton(person, 'Editar Hugo Lins')
  const form = page.getByRole('dialog', { name: 'Editar usuário' })
  expect(await form.getByLabel('Senha atual').count()).toBe(0)
  await form.getByLabel('Senha', { exact: true }).fill(NEW)
  await form.getByLabel('Senha atual').waitFor()
  await pressButton(person, /^Salvar usuário/, form)
  await form.getByText('Informe a sua senha atual').waitFor()
  expect(await look(person, 'user-own')).toEqual([])
  person.forgive(/^400 PUT \/users\/\d+$/)
})

for (const size of Object.keys(sizes) as Size[])
  test(`tasks on a ${size} screen are added, edited, done and deleted, and stay in this browser`, async () => {
    const person = await sit(size, `Ida${size} Melo`)
    const { page } = person
    const main = page.getByRole('main')
    const list = main.getByRole('list', { name: 'Tarefas' })
    const task = (text: string) => main.getByRole('listitem').filter({ hasText: text })
    const add = async (text: string) => {
      await main.getByLabel('Nova tarefa').fill(text)
      await main.getByLabel('Nova tarefa').press('Enter')
    }
    await goTo(person, 'Tarefas')
    await main.getByRole('heading', { name: 'Nada a fazer' }).waitFor()
    await add('   ')
    expect(await main.getByRole('listitem').count()).toBe(0)
    await add('Ligar para Otávio Menezes')
    await add('  Enviar o contrato revisado para a Clínica Vida Nova, com as duas vias assinadas e o comprovante  ')
    await add('Pedir o mapa da rua')
    expect(await list.getByRole('listitem').count()).toBe(3)

    await main.getByRole('checkbox', { name: 'Concluir: Pedir o mapa da rua' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await main.getByLabel('Texto da tarefa').fill('   ')
    await page.keyboard.press('Enter')
    await task('Ligar para Otávio Menezes').waitFor()
    await pressButton(person, 'Editar: Ligar para Otávio Menezes')
    await main.getByLabel('Texto da tarefa').fill('Ligar para Otávio hoje')
    await page.keyboard.press('Enter')
    await task('Ligar para Otávio hoje')
      .getByText(/^alterada hoje/)
      .waitFor()

    await main.getByRole('checkbox', { name: 'Concluir: Pedir o mapa da rua' }).check()
    await main.getByRole('list', { name: 'Concluídas' }).getByText('Pedir o mapa da rua').waitFor()
    await main.getByText('2 a fazer').waitFor()
    expect(await look(person, 'tasks')).toEqual([])

    await main.getByRole('checkbox', { name: /^Concluir: Ligar/ }).focus()
    await page.keyboard.press('Delete')
    await task('Ligar para Otávio hoje').waitFor({ state: 'detached' })
    expect(await look(person, 'tasks-deleted')).toEqual([])
    await page.keyboard.press('z')
    await task('Ligar para Otávio hoje').waitFor()
    await pressButton(person, 'Limpar concluídas')
    await task('Pedir o mapa da rua').waitFor({ state: 'detached' })

    await page.reload()
    await task('Ligar para Otávio hoje').waitFor()
    expect(await main.getByRole('listitem').count()).toBe(2)
  })

test('tasks are not shown to who signs in next in the same browser, and wait for their person', async () => {
  const [first, second] = await Promise.all([shop.person('Nina Paz'), shop.person('Otto Luz')])
  const person = await agent(browser, shop.url, 'wide', first)
  const { page } = person
  await goTo(person, 'Tarefas')
  await page.getByLabel('Nova tarefa').fill('Segredo da Nina')
  await page.getByLabel('Nova tarefa').press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'Segredo da Nina' }).waitFor()
  await pressButton(person, 'Sair', page.getByRole('navigation', { name: 'Menu principal' }))
  await signIn(person, second)
  await goTo(person, 'Tarefas')
  await page.getByRole('heading', { name: 'Nada a fazer' }).waitFor()
  expect(await page.getByText('Segredo da Nina').count()).toBe(0)
  await pressButton(person, 'Sair', page.getByRole('navigation', { name: 'Menu principal' }))
  await signIn(person, first)
  await goTo(person, 'Tarefas')
  await page.getByText('Segredo da Nina').waitFor()
  await person.close()
  expect(person.problems).toEqual([])
})
