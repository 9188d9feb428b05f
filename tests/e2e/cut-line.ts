import type { Page, WebSocketRoute } from 'playwright-core'
import { until } from '../until'
import type { Person } from './browser'

/** A line that can be cut: neither events nor what changes anything passes then; pages do. */
export async function cutLine(person: Person) {
  const notice = () => person.page.getByText('Sem contato com o servidor.')
  const lines = new Set<WebSocketRoute>()
  let [isCut, synced] = [false, 0]
  // What is cut fails, and is told of whenever that is.
  const forgive = (page: Page) => void page.on('requestfailed', () => person.forgive(/ERR_FAILED/))
  forgive(person.page)
  person.context.on('page', forgive)
  await person.context.routeWebSocket(/socket\.io/, line => {
    if (isCut) return void line.close()
    const server = line.connectToServer()
    server.onMessage(packet => {
      line.send(packet)
      if (String(packet).startsWith('42["synced"')) synced++
    })
    lines.add(line)
  })
  await person.context.route(/\/(tickets|messages)\//, route =>
    isCut && route.request().method() !== 'GET' ? route.abort() : route.fallback(),
  )
  await person.page.reload()
  return {
    async cut() {
      isCut = true
      for (const line of lines) await line.close()
      await notice().waitFor()
    },
    /** Nothing is waited for: whatever page is there next has a line. */
    join() {
      isCut = false
    },
    async mend() {
      this.join()
      await notice().waitFor({ state: 'detached' })
    },
    isCut: () => isCut,
    /** Does something after which pages have a line again, and waits until they asked for what they ask for by themselves then. */
    async settled(act: () => Promise<unknown>, pages = 1) {
      const before = synced
      await act()
      await until(() => synced >= before + pages)
      for (let i = 0; i < 3; i++) await person.page.evaluate(async () => void (await fetch('/version')))
    },
  }
}
