import { expect, test } from 'bun:test'
import { agent, signIn } from './agent'
import { look, sizes } from './browser'
import { client, OWNER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()
const PASSWORD = 'fita-verde'
const house = await client(shop.url, OWNER)

/** A dark green, and a yellow that no white text could be read on: each at its own domain, beside the house as it comes. */
const BRANDS = [
  { name: 'Conversa Já', domain: 'conversaja.localhost', color: '#0b7f70', colorDark: '' },
  { name: 'Sol Atende', domain: 'solatende.localhost', color: '#ffd400', colorDark: '#b48a00' },
]
for (const { name, domain, ...colors } of BRANDS) {
  const { id } = await house.post<{ id: number }>('/resellers', { name, domains: domain, email: `dono@${domain}.com`, password: PASSWORD })
  await house.put(`/brand?resellerId=${id}`, {
    ...colors,
    loginText: `${name}: quem escreve tem resposta`,
    mailFooter: `${name} · Rua das Flores, 10`,
  })
}

test.each(BRANDS)('the brand $name can be read in both themes: sign-in, inbox and subscription, and says no other name', async brand => {
  const { name, domain } = brand
  const shot = domain.split('.')[0]!
  const person = await browser.open('wide', shop.url.replace(/\/\/[^:/]+/, `//${domain}`))
  const { page } = person
  await page.goto('/login')
  await page.getByText('quem escreve tem resposta').waitFor()
  expect(await look(person, `brand-${shot}-login`)).toEqual([])
  await page.setViewportSize(sizes.phone.viewport)
  expect(await look({ ...person, size: 'phone' }, `brand-${shot}-login`)).toEqual([])
  await page.setViewportSize(sizes.wide.viewport)
  await signIn(person, { email: `dono@${domain}.com`, password: PASSWORD })
  expect(await page.title()).toContain(name)
  expect(await look(person, `brand-${shot}-inbox`)).toEqual([])
  await page.goto('/subscription')
  await page.getByRole('heading', { name: 'Assinatura' }).waitFor()
  expect(await look(person, `brand-${shot}-subscription`)).toEqual([])
  expect(await page.content()).not.toMatch(/balc[aã]o/i)
  await person.close()
  expect(person.problems).toEqual([])
})

test('the house beside them is as it comes', async () => {
  const person = await agent(browser, shop.url, 'wide', OWNER)
  expect(await look(person, 'brand-house-inbox')).toEqual([])
  expect(await person.page.content()).not.toMatch(/Conversa Já|Sol Atende/)
  await person.close()
  expect(person.problems).toEqual([])
})
