import { join } from 'node:path'
import { RIGHTS, type Right } from '#modules/rights'
import type { NounApi } from '#kernel/noun/api'
import { nouns } from '../../src/nouns'
import type { NounWords } from '../../web/crud/words'

const WEB = join(import.meta.dir, '../../web')
/** The router itself says which pages there are, so that a new one is walked too. */
export const source = await Bun.file(join(WEB, 'routes.tsx')).text()
const isRight = (name: string | undefined): name is Right => name !== undefined && name in RIGHTS

/** The pages beside the inbox, each with the right that its entry in the drawer asks for. */
export const PAGES = source
  .slice(source.indexOf('const late'))
  .split(/\bpath: '/)
  .slice(1)
  .map(text => {
    const right = /right: '([^']+)'/.exec(text)?.[1]
    return { path: text.slice(0, text.indexOf("'")), right: isRight(right) ? right : undefined }
  })

const files = new Map(
  [...(await Bun.file(join(WEB, 'pages.ts')).text()).matchAll(/'(\/[^']*)': listed\(\(\) => import\('\.\/([^']+)'\)/g)].map(
    ([, path, file]) => [path!, join(WEB, `${file}.tsx`)],
  ),
)

/** The pages of nouns, each with its noun, the text of the page's spec and its words. */
export const NOUN_PAGES = (
  await Promise.all(
    PAGES.map(async ({ path }) => {
      const file = files.get(path)
      const text = file && (await Bun.file(file).exists()) ? await Bun.file(file).text() : ''
      const module = /src\/modules\/([\w-]+)\/api'/.exec(text)?.[1]
      if (!/export default crudPage/.test(text) || !module) return
      const exported = (await import(`../../src/modules/${module}/api`)) as Record<string, NounApi>
      const apis = Object.values(exported).map(api => api.path)
      const noun = nouns.find(({ facts }) => apis.includes(facts.api.path))
      const { words } = (await import(join(file!, '../texts'))) as { words: NounWords }
      return noun && { path, noun, words, spec: text.slice(text.indexOf('export default crudPage')) }
    }),
  )
).filter(page => page !== undefined)
