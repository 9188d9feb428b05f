import { accept, toList } from './agent'
import { finger } from './finger'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

/** An agent with a phone in their hand: customers who wrote, of whom the first ones are attended. */
export async function phoneAtWork(names: string[], attended: number) {
  const { shop, browser, sit } = await testShop()
  const phoneOf = (name: string) => `551198765450${names.indexOf(name)}`
  const write = (from: string, text: string) => shop.control.send({ from: phoneOf(from), to: NUMBER, type: 'text', text })
  for (const name of names) {
    shop.control.addPhone({ phone: phoneOf(name), name })
    await write(name, `Sou ${name}`)
  }
  const ana = await sit('phone', 'Ana Lima')
  const touch = await finger(ana)
  for (const name of names.slice(0, attended)) {
    await accept(ana, name)
    await toList(ana)
  }
  return { shop, browser, ana, touch, phoneOf, write }
}
