import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { dirname, join, relative } from 'node:path'

const WEB = join(import.meta.dir, '../../web')
const scan = (pattern: string) => [...new Glob(pattern).scanSync({ cwd: WEB })]
const read = async (file: string) => [file, await Bun.file(join(WEB, file)).text()] as const

const scripts = new Map(await Promise.all(scan('**/*.{ts,tsx}').map(read)))
const styles = await Promise.all(scan('**/*.css').map(read))
const isOfFirstLoad = (file: string) => file === 'app.css' || file.startsWith('styles/')

const classesOf = (css: string) =>
  new Set([...css.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/g)].map(([, name]) => name!))
const first = new Set(styles.flatMap(([file, css]) => (isOfFirstLoad(file) ? [...classesOf(css)] : [])))
/** Classes that only styles of pages know, and which of these know them. */
const ofPages = new Map<string, Set<string>>()
for (const [file, css] of styles)
  for (const name of isOfFirstLoad(file) ? [] : classesOf(css))
    if (!first.has(name)) ofPages.set(name, (ofPages.get(name) ?? new Set()).add(file))

const resolved = (from: string, to: string) =>
  ['', '.ts', '.tsx', '/index.ts'].map(end => relative(WEB, join(WEB, dirname(from), to)) + end).find(file => scripts.has(file))

type Import = { to: string; styles: string[] }
/** What a file imports, at once or later, and the styles that come with each. */
function importsOf(file: string): Import[] {
  const text = scripts.get(file)!
  const named = new Map(
    [...text.matchAll(/import (\w+) from '([^']+\.css)'/g)].map(([, name, to]) => [name!, relative(WEB, join(WEB, dirname(file), to!))]),
  )
  const always = /const listed = [^\n]*styled\(load, ([^)]*)\)/.exec(text)?.[1]?.match(/\w+/g) ?? []
  return [
    ...text.matchAll(/(styled|listed)\(\(\) => import\('([^']+)'\)([^)]*)\)|(?<!import type [^\n]*)(?:from |import\()'(\.[^']+)'/g),
  ].flatMap(([, how, lazy, extra = '', plain]) => {
    const to = resolved(file, (lazy ?? plain)!)
    const names = [...(how === 'listed' ? always : []), ...(extra.match(/\w+/g) ?? [])]
    return to ? [{ to, styles: names.flatMap(name => named.get(name) ?? []) }] : []
  })
}

/** An empty box until style and content are there. */
const ALLOWED = /: emojis$/

/** The files that are reached without any of these styles. */
function reachedWithout(some: Set<string>) {
  const seen = new Set<string>(['main.tsx'])
  for (const file of seen) for (const { to, styles } of importsOf(file)) if (!styles.some(style => some.has(style))) seen.add(to)
  return seen
}

const used = (text: string) =>
  new Set(
    [...text.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(
      ([, plain, code]) => (plain ?? code!).match(/[a-z][\w-]*/g) ?? [],
    ),
  )

test('a class that only the style of a page knows is used where that style is loaded', () => {
  const bare = new Map<string, Set<string>>()
  const strays = [...ofPages].flatMap(([name, known]) => {
    const key = [...known].toSorted().join()
    if (!bare.has(key)) bare.set(key, reachedWithout(known))
    return [...bare.get(key)!].filter(file => used(scripts.get(file)!).has(name)).map(file => `${file}: ${name}`)
  })
  expect(strays.filter(stray => !ALLOWED.test(stray))).toEqual([])
})

/** Each rule of a style for the screen as the selectors around it and its own. */
function* rulesOf(css: string) {
  const around: string[] = []
  for (const [, head, end] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g))
    if (end === '}') around.pop()
    else if (end === '{') {
      around.push(head!.trim())
      const isShown = !around.some(one => one.startsWith('@media print'))
      if (isShown && !head!.trim().startsWith('@')) yield around.filter(one => !one.startsWith('@'))
    }
}
/** A selector without what stands in parentheses; a choice of names is a name. */
function bare(selector: string): string {
  const less = selector.replace(/:is\([.#a-z][^()]*\)/g, '.named').replace(/\([^()]*\)/g, '')
  return less === selector ? less : bare(less)
}
/** What a rule styles below an element that `:has()` is asked of, where neither a class nor an element names it. */
function unnamed(selectors: string[]) {
  const asked = selectors.findIndex(selector => selector.includes(':has('))
  if (asked < 0) return []
  const [own = '', ...below] = selectors.slice(asked)
  const afterHas = bare(own.replaceAll(':has(', ':HAS('))
    .split(',')
    .flatMap(one => one.split(':HAS')[1] ?? [])
  return [...afterHas, ...below.flatMap(one => bare(one).split(','))].filter(one => /[\s>+~][*:][^\s>+~]*$/.test(one))
}

test('what is styled below :has() has a name: without one Chromium recalculates the whole page whenever an element comes or goes', () => {
  expect(styles.flatMap(([file, css]) => [...rulesOf(css)].flatMap(selectors => unnamed(selectors).map(one => `${file}: ${one}`)))).toEqual(
    [],
  )
})

test('a class is styled as it is by one page: who visited another would see both', () => {
  const shared = new Set(['pages/list.css', 'pages/forms.css'])
  const own = new Map<string, Set<string>>()
  for (const [file, css] of styles)
    for (const [only, ...below] of isOfFirstLoad(file) || shared.has(file) ? [] : rulesOf(css))
      for (const selector of below.length ? [] : only!.split(','))
        if (/^\.[\w-]+$/.test(selector.trim())) own.set(selector.trim(), (own.get(selector.trim()) ?? new Set()).add(file))
  const twice = [...own].filter(([name, files]) => files.size > 1 && !first.has(name.slice(1)))
  expect(twice.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
})

/** What holds the page, or the conversation in it. */
const HOLDS = /(?:^|[\s>+~,(])(?:html|body|:root|#root|\.(?:shell|panel|inbox|convo|thread(?:-box|-rows)?)(?![\w-]))[^\s>+~,]*:has\(/
/** The selectors of a rule with those around it in the place of their `&`. */
const whole = (selectors: string[]) =>
  selectors.reduce((around, one) => (one.includes('&') ? one.replaceAll('&', around) : around ? `${around} ${one}` : one), '')
const askedOfHolders = (css: string) => [...rulesOf(css)].map(whole).filter(one => HOLDS.test(one))

test('no :has() is asked of what holds the page: each letter in it would have Chromium look at all that such rules style (web/kit/body-attribute.ts)', () => {
  const wrong = ['body:has(.a) > .b {}', '.panel { &:has(.sheet) { & .b {} } }', '.shell:has(.a) .b {}', '.a .convo:has(.b) {}']
  const right = ['.msg:has(> .b) .c {}', '.thread { & .d:has(.e) {} }', '@media print { body:has(.a) {} }', '.panel-head:has(.a) {}']
  expect(wrong.filter(css => !askedOfHolders(css).length)).toEqual([])
  expect(right.filter(css => askedOfHolders(css).length)).toEqual([])
  expect(styles.flatMap(([file, css]) => askedOfHolders(css).map(one => `${file}: ${one}`))).toEqual([])
})
