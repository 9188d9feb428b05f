// Figures of the product as a process of its own (dist/balcao when it was built), on a new folder, with the sandbox as WhatsApp.
// Nothing is asserted: they depend on the machine, and the sandbox shares its cores. `bun bench/run.ts [scale]`, scale 1 is small.
import { openShop } from '../tests/crash/shop'
import { http } from './http'
import { inbound, steady } from './inbound'
import { residentMb, rounded, say } from './measure'

const scale = Number(process.argv[2] ?? 1)
const accounts = Array.from({ length: 5 }, (_, i) => String(5511990000001 + i))
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => String(5511900000000 + first + i))

const shop = await openShop({ accounts })
try {
  await Bun.sleep(1000)
  say('resident, five connections', `${rounded(await residentMb(shop))} MB`)
  const [few, many] = [phonesFrom(0, 50), phonesFrom(1000, 300 * scale)]
  await inbound(shop, accounts, few, few.length * accounts.length, 'inbound, 50 new contacts on 5 connections')
  await inbound(shop, accounts, few, 2000 * scale, 'inbound, those 50 contacts again')
  await inbound(shop, accounts.slice(0, 1), many, many.length, `inbound, ${many.length} new contacts on one connection`)
  await inbound(shop, accounts.slice(0, 1), many, 2000 * scale, 'inbound, those contacts again')
  await steady(shop, accounts[0]!, few, 100, 5 * scale)
  await http(shop)
  say('resident, after that', `${rounded(await residentMb(shop))} MB`)
  await shop.product.end('SIGKILL')
  for (let i = 0; i < 5; i++) {
    await shop.product.start()
    await shop.product.end('SIGKILL')
  }
  say('start to the first answer', `${rounded(Math.min(...shop.product.startMs.slice(1)))} ms at best of 5`)
} finally {
  await shop.close()
}
