import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { reseller } from '../../../tests/resellers'
import { resellerDirectory } from './directory'

const office = await testOffice()
const ana = await reseller(office, 'Conversa Já', 'conversaja.com.br')

test('many changes at once have the companies of all resellers read a time or two, and not once for each', async () => {
  let reads = 0
  const { db } = office.store
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === 'select') reads++
      return Reflect.get(target, name) as unknown
    },
  })
  const directory = resellerDirectory(counted, undefined)
  await directory.loaded()
  const [once] = [reads]
  for (let n = 0; n < 32; n++) directory.forget()
  expect((await directory.at(ana.domain))?.id).toBe(ana.id)
  expect(reads).toBeLessThanOrEqual(3 * once)
})
