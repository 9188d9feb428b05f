import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { nouns } from '../../src/nouns'
import { type Body, fieldsOf } from '../../web/crud/describe'
import { labelOf, type NounWords } from '../../web/crud/words'
import { codeOf, importsOf, ROOT, sources } from './sources'

type Api = { path: string }
/** What is imported into a file from the one whose path ends so. */
async function found<T>(file: string, end: RegExp, name: string) {
  const target = (await importsOf(file)).find(one => end.test(one.target))?.target
  return target === undefined ? undefined : ((await import(join(ROOT, `${target}.ts`))) as Record<string, T>)[name]
}

/** The pages that are drawn from the facts of a noun, each with what its file says. */
const pages = (
  await Promise.all(
    sources('web/pages', '**/*.tsx').map(async file => {
      const code = await codeOf(file)
      const said = (key: string) => new RegExp(`^  ${key}: (\\w+)`, 'm').exec(code)?.[1]
      const [api, body] = [said('api'), said('body')]
      if (!/\bcrudPage</.test(code) || !api || !body) return []
      const { path } = (await found<Api>(file, /\/api$/, api))!
      const facts = nouns.find(noun => noun.facts.api.path === path)?.facts
      const words = await found<NounWords>(file, /\/texts$/, 'words')
      return facts && words ? [{ file, code, facts, words, body: (await found<Body>(file, /\/body$/, body))!, path }] : []
    }),
  )
).flat()
/** Whose form is their own draws what it likes. */
const drawn = pages.filter(({ code }) => !/^  sheet[:,]/m.test(code))

test('every field of a form, and every choice of one, is called by a text', () => {
  expect(drawn.length).toBeGreaterThan(10)
  const unsaid = drawn.flatMap(({ file, code, words, body }) => {
    const isOwn = (name: string) => new RegExp(`^    ${name}: (false|.*\\bdraw: )`, 'm').test(code)
    const fields = fieldsOf(body).filter(({ name }) => !isOwn(name))
    const keys = fields.flatMap(({ name, options = [] }) => [
      ...(labelOf(words, name) === name ? [name] : []),
      ...options.map(option => `${name}.${option}`).filter(key => !words.find(key)),
    ])
    return keys.map(key => `${file.replace(/[^/]+$/, 'texts.ts')} says nothing for '${key}'`)
  })
  expect(unsaid).toEqual([])
})

/** What comes from a spreadsheet by a route of its own. */
const OWN_IMPORT = ['/contacts']

test('a page offers a file, or rows from a spreadsheet, where the facts of its noun do, and nowhere else', () => {
  const wrong = drawn.flatMap(({ file, code, facts, path }) =>
    (['media', 'imports'] as const).flatMap(fact => {
      const offers = new RegExp(`^  ${fact}[:,]`, 'm').test(code)
      if (offers === Boolean(facts[fact]) || (fact === 'imports' && OWN_IMPORT.includes(path))) return []
      return `${file} ${offers ? 'says' : 'does not say'} \`${fact}\`, and the facts of ${facts.name} ${offers ? 'do not' : 'do'}`
    }),
  )
  expect(wrong).toEqual([])
})
