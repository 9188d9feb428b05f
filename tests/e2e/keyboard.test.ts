import { beforeAll, expect, test } from 'bun:test'
import { accept, bubble, composer, conversation, inHead, press, row, showList, thread, toList } from './agent'
import type { Person } from './browser'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const HELENA = { phone: '5511987654700', name: 'Helena Prado' }
const LAST = 'A luz do aparelho pisca em vermelho desde ontem à noite, já desliguei e liguei três vezes e continua a mesma coisa aqui.'
let ana: Person
let { turn, shown } = {} as Awaited<ReturnType<typeof screenOf>>

/** The screen of a phone, and what its keyboard leaves of it. */
async function screenOf({ page, context }: Person) {
  const session = await context.newCDPSession(page)
  return {
    async turn([width, height]: readonly [number, number], keyboard = 0) {
      const size = { width, height: height - keyboard, screenWidth: width, screenHeight: height }
      await session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: true })
      await until(() => page.evaluate(high => innerHeight === high, height - keyboard), undefined, 'the screen is turned')
      await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    },
    /** Playwright's own pictures put the size of the screen back. */
    async shown(name: string) {
      if (!process.env.SHOTS) return
      const { data } = await session.send('Page.captureScreenshot')
      await Bun.write(`${process.env.SHOTS}/keyboard-${name}.png`, Buffer.from(data, 'base64'))
    },
  }
}
const UPRIGHT = [390, 844] as const
const ASIDE = [844, 390] as const
const bar = () => ana.page.locator('.tabbar')
const boxOf = async (what: ReturnType<typeof bubble>) => (await what.boundingBox())!

beforeAll(async () => {
  shop.control.addPhone(HELENA)
  for (const text of [...Array.from({ length: 24 }, (_, n) => `Linha ${n + 1} do relato`), LAST])
    await shop.control.send({ from: HELENA.phone, to: NUMBER, type: 'text', text })
  ana = await sit('phone', 'Ana Lima')
  ;({ turn, shown } = await screenOf(ana))
  await accept(ana, HELENA.name)
  await bubble(ana, 'A luz do aparelho').waitFor()
})

test('the keyboard of the screen takes the bar at the foot away, and gives it back', async () => {
  await turn(UPRIGHT)
  await bar().waitFor()
  await press(ana, composer(ana))
  await turn(UPRIGHT, 324)
  await bar().waitFor({ state: 'hidden' })
  await shown('upright')
  const { y, height } = await boxOf(composer(ana))
  expect(520 - y - height).toBeLessThan(20)
  const last = await boxOf(bubble(ana, LAST))
  expect(last.y + last.height).toBeLessThan(y)
  // Put away by the phone's own key, the field keeps the focus.
  await turn(UPRIGHT)
  await bar().waitFor()
})

test('for who scrolled up, what is read does not move when it comes and goes', async () => {
  await thread(ana).evaluate(one => one.scrollBy(0, -400))
  const places = () =>
    thread(ana)
      .getByRole('article')
      .evaluateAll(all => all.map(one => [one.textContent, Math.round(one.getBoundingClientRect().top)] as const))
  const isSeen = ([, top]: readonly [unknown, number]) => top > 56 && top < 400
  const read = (await places()).filter(isSeen)
  expect(read.length).toBeGreaterThan(4)
  await composer(ana).focus()
  await turn(UPRIGHT, 324)
  await bar().waitFor({ state: 'hidden' })
  expect((await places()).filter(isSeen)).toEqual(read)
  await composer(ana).blur()
  await turn(UPRIGHT)
  await bar().waitFor()
  expect((await places()).filter(isSeen)).toEqual(read)
})

test('a search in the list has the room of the bar too', async () => {
  await toList(ana)
  await ana.page.getByRole('button', { name: 'Buscar' }).last().tap()
  await ana.page.getByLabel('Nome, número ou mensagem').fill('aparelho')
  await turn(UPRIGHT, 324)
  await bar().waitFor({ state: 'hidden' })
  await shown('search')
  await ana.page.getByLabel('Nome, número ou mensagem').blur()
  await turn(UPRIGHT)
  await bar().waitFor()
  await ana.page.goto('/tickets')
})

test('a box whose field opens the keyboard stays, and stands beside it whole', async () => {
  const { page } = ana
  await row(ana, HELENA.name).getByRole('link').tap()
  await inHead(ana, 'Dados do contato')
  await page.getByRole('complementary', { name: 'Dados do contato' }).getByRole('button', { name: 'Adicionar tag' }).tap()
  const field = page.getByLabel('Buscar ou criar tag')
  await field.waitFor()
  await turn(UPRIGHT, 324)
  await field.fill('Urgente')
  const box = page.getByRole('dialog', { name: 'Tags' })
  await until(async () => (await boxOf(box)).y >= 0 && (await boxOf(box)).y + (await boxOf(box)).height <= 520)
  await shown('box')
  await field.blur()
  await turn(UPRIGHT)
  await page.goto('/tickets')
})

test('on its side, two lines of what is answered stand above the answer, which is seen whole', async () => {
  await showList(ana, 'Atendendo')
  await row(ana, HELENA.name).getByRole('link').tap()
  await turn(ASIDE)
  await composer(ana).focus()
  await turn(ASIDE, 210)
  await shown('aside')
  /** How many lines of the last message nothing lies over. */
  const room = async () => {
    const [words, field] = [bubble(ana, LAST).locator('.words'), await boxOf(composer(ana))]
    const lines = await words.evaluate(one => {
      const range = document.createRange()
      range.selectNodeContents(one)
      const tops = new Set([...range.getClientRects()].map(({ top, height }) => Math.round(top + height / 2)))
      const { left } = one.getBoundingClientRect()
      const isClear = (y: number) => [y - 7, y + 7].every(at => one.parentElement!.contains(document.elementFromPoint(left + 20, at)))
      return [...tops].filter(isClear).length
    })
    return { field, lines }
  }
  const { field, lines } = await room()
  expect(field.y + field.height).toBeLessThanOrEqual(180)
  expect(field.width).toBeGreaterThan(200)
  expect(lines).toBeGreaterThanOrEqual(2)
  await composer(ana).fill('Bom dia!\nVamos ver isso juntos.\nPode me mandar uma foto?\nAssim fica mais fácil.')
  await until(async () => (await room()).lines >= 2, undefined, 'the last message is seen above a long answer')
  const long = (await room()).field
  expect(long.y + long.height).toBeLessThanOrEqual(180)
  await shown('aside-long')
  await composer(ana).fill('')
  await composer(ana).blur()
  await turn(ASIDE)
  await conversation(ana).getByRole('button', { name: 'Resolver' }).filter({ visible: true }).waitFor()
  await ana.page.getByRole('banner').first().waitFor()
})
