import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, composer, dialog, openTicket, pressButton, row, showList, toast } from './agent'
import { among } from './among'
import type { Person } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { comes, ticketOf } = among(shop)
const names = ['Helena Prado', 'Caio Mendes', 'Dona Lúcia', 'Seu Jorge', 'Joana Reis']
const phoneOf = (name: string) => `551198765490${names.indexOf(name)}`
let ana: Person

const open = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const says = (text: string) => until(async () => (await composer(ana).inputValue()) === text, undefined, `“${text}” in the answer`)

beforeAll(async () => {
  await shop.person('Bia Rocha')
  ana = await sit('wide', 'Ana Lima')
  for (const name of names.slice(0, 3)) await comes(phoneOf(name), name)
  await accept(ana, 'Helena Prado')
})

describe('who attends', () => {
  test('accepts who waits longest by a combination, from among the own tickets and from those that ended', async () => {
    const { keyboard } = ana.page
    await composer(ana).press('Alt+a')
    await toast(ana, 'Atendimento de Caio Mendes agora é seu')
    await open('Caio Mendes')
    await composer(ana).waitFor()
    await showList(ana, 'Resolvidos')
    await keyboard.press('Alt+a')
    await toast(ana, 'Atendimento de Dona Lúcia agora é seu')
    await open('Dona Lúcia')
    await ana.page
      .getByRole('tab', { name: 'Em aberto' })
      .or(ana.page.getByRole('tab', { name: 'Abertos' }))
      .first()
      .click()
    await showList(ana, 'Atendendo')
    await row(ana, 'Dona Lúcia').waitFor()
    // The letter alone begins an answer there, also after one that moved.
    await comes(phoneOf('Seu Jorge'), 'Seu Jorge')
    await ana.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await keyboard.press('Alt+ArrowDown')
    await until(() => ana.page.evaluate(() => !/dona/i.test(document.querySelector('.convo h1')?.textContent ?? 'dona')))
    await ana.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await keyboard.type('ainda')
    await says('ainda')
    expect((await ticketOf(phoneOf('Seu Jorge'))).status).toBe('pending')
    await composer(ana).fill('')
    await keyboard.press('Alt+a')
    await open('Seu Jorge')
    await keyboard.press('Alt+a')
    await toast(ana, 'Ninguém aguardando')
    await open('Seu Jorge')
  })

  test('goes on writing after several were accepted at once: letters are an answer, and run nothing', async () => {
    const { keyboard } = ana.page
    for (const name of ['Caio Mendes', 'Dona Lúcia']) {
      const { id } = await ticketOf(phoneOf(name))
      await shop.owner.put(`/tickets/${id}`, { status: 'pending', userId: null })
    }
    await comes(phoneOf('Joana Reis'), 'Joana Reis')
    await openTicket(ana, 'Helena Prado')
    await open('Helena Prado')
    await showList(ana, 'Aguardando')
    for (const name of ['Caio Mendes', 'Dona Lúcia'])
      await row(ana, name)
        .getByRole('link')
        .click({ modifiers: ['Control'] })
    await pressButton(ana, 'Aceitar', ana.page.getByRole('toolbar', { name: 'Atendimentos selecionados' }))
    await toast(ana, '2 atendimentos agora são seus')
    await keyboard.type('já olho')
    await says('já olho')
    await open('Helena Prado')
    expect((await ticketOf(phoneOf('Joana Reis'))).status).toBe('pending')
    await composer(ana).fill('')
  })
})

test('a transfer to a queue leaves by the Enter after its choice, and Enter in the note begins a line', async () => {
  const { keyboard } = ana.page
  const transfer = () => dialog(ana, 'Transferir Helena Prado')
  await showList(ana, 'Atendendo')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).press('Alt+t')
  await transfer().getByText('Bia Rocha').waitFor()
  await transfer()
    .getByLabel(/^Recado/)
    .focus()
  await keyboard.type('uma')
  await keyboard.press('Enter')
  await keyboard.type('outra')
  expect(
    await transfer()
      .getByLabel(/^Recado/)
      .inputValue(),
  ).toBe('uma\noutra')
  await transfer().getByLabel('Fila', { exact: true }).focus()
  await keyboard.press('v')
  await keyboard.press('Enter')
  await transfer().waitFor({ state: 'detached' })
  await toast(ana, 'Atendimento de Helena Prado transferido para Vendas')
})

test('the palette goes to the page whose name is typed, in three languages', async () => {
  const { page } = ana
  const palette = page.locator('.palette')
  for (const language of ['pt', 'en', 'es'] as const) {
    await page.evaluate(
      async ([language]) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
        await fetch('/users/me', { method: 'PUT', headers, body: JSON.stringify({ language }) })
      },
      [language],
    )
    await page.goto('/contacts')
    // A language that was chosen elsewhere comes with who is signed in, and draws the page anew.
    await page.locator(`html[lang^="${language}"]`).waitFor()
    await page.locator('.nav-item').first().waitFor()
    const pages = await page
      .locator('.nav-item')
      .evaluateAll(links =>
        links.map(link => [link.getAttribute('href')!, (link.querySelector('.clip') ?? link).textContent!.trim()] as const),
      )
    expect(pages.length).toBeGreaterThan(8)
    const missed: string[] = []
    await page.keyboard.press('Control+k')
    for (const [, name] of pages) {
      await palette.getByRole('combobox').fill(name.toLowerCase())
      const first = (await palette.locator('[aria-selected=true] .clip').first().textContent())?.trim()
      if (first !== name) missed.push(`${language} ${name}: ${first}`)
    }
    expect(missed).toEqual([])
    await palette.getByRole('combobox').fill(pages.find(([path]) => path === '/tickets')![1].toLowerCase())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tickets')
  }
})
