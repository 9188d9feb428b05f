import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { reachedAtOnce } from '../../build/together'
import { morePt } from '../../web/i18n/more-pt'
import { codeOf, importsOf, ROOT, sources } from './sources'

const LANGUAGES = ['pt', 'en', 'es'] as const
type Texts = { [key: string]: unknown }

/** The keys of nested texts, with the words in braces that each holds. */
function keysOf(texts: Texts, prefix = ''): [string, unknown][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? keysOf(value as Texts, `${prefix}${key}.`)
      : [[prefix + key, value] as [string, unknown]],
  )
}

async function texts(language: string) {
  const files = sources(`web/i18n/${language}`).map(path => [path.replace(`web/i18n/${language}/`, ''), path] as const)
  const all: [string, unknown][] = []
  for (const [name, path] of files)
    for (const [exported, value] of Object.entries((await import(join(ROOT, path))) as Texts))
      all.push(...keysOf({ [`${name} ${exported}`]: value }))
  for (const path of sources('web', '**/*{texts,words}.ts')) {
    const { words } = (await import(join(ROOT, path))) as { words?: { languages: Record<string, Texts> } }
    if (words) all.push(...keysOf({ [path]: words.languages[language]! }))
  }
  return new Map(all.map(([key, value]) => [key.replace(/\b(pt|en|es)\b/g, '*'), value]))
}
/** What only some languages need to speak of a noun: endings and articles. */
const GRAMMAR = new Set(['{a}', '{the}', '{thes}'])

test('every text is there in three languages', async () => {
  const [pt, en, es] = await Promise.all(LANGUAGES.map(texts))
  expect(pt!.size).toBeGreaterThan(200)
  expect([...en!.keys()].toSorted()).toEqual([...pt!.keys()].toSorted())
  expect([...es!.keys()].toSorted()).toEqual([...pt!.keys()].toSorted())
})

test('no text is empty, and each names the same words in braces in every language', async () => {
  const [pt, en, es] = await Promise.all(LANGUAGES.map(texts))
  const slots = (text: string) => [...new Set(text.match(/\{\w+\}/g))].filter(slot => !GRAMMAR.has(slot)).map(slot => slot.toLowerCase())
  // One text for one and one for many: each language has both or none.
  const braces = (value: unknown) => (typeof value === 'string' ? [value.split('|').length, ...slots(value).toSorted()] : typeof value)
  for (const other of [en!, es!])
    for (const [key, value] of pt!) {
      expect([key, braces(other.get(key))]).toEqual([key, braces(value)])
      if (typeof value === 'string' && value) expect([key, other.get(key)]).not.toEqual([key, ''])
    }
})

test('what the skeleton of a noun leaves to be written is written', async () => {
  const open: string[] = []
  for (const file of [...sources('web'), 'src/error-codes.ts'])
    for (const [text] of (await codeOf(file)).matchAll(/'TODO [^']*'/g)) open.push(`${file}: ${text}`)
  expect(open).toEqual([])
})

/** Asked for by what is done or refused, long after the texts came. */
const LATE = new Set(['web/kit/errors.ts'])

test('what is drawn first says nothing whose text comes after it', async () => {
  const first = ['web/start.tsx', 'web/inside.tsx'].flatMap(path => [...reachedAtOnce(join(ROOT, path))])
  const own = [...new Set(first)].map(path => relative(ROOT, path)).filter(path => /^web\/(?!i18n).*\.tsx?$/.test(path) && !LATE.has(path))
  expect(own.length).toBeGreaterThan(40)
  const early: string[] = []
  for (const path of own)
    for (const [, key] of (await codeOf(path)).matchAll(/'(\w+\.[^'\n]+)'/g)) if (key! in morePt) early.push(`${path}: ${key}`)
  expect(early).toEqual([])
})

/** What has a value without being a signal. */
const PLAIN = /^(currentTarget|target|row|option|column|columns\[i\]!|item|entry|field|given)$/

/** The statements at the top of a file, each with the name that it gives. */
const statementsOf = (code: string) =>
  code.split(/^(?=(?:export )?(?:default )?(?:async )?(?:function|const|let|type|class) )/m).flatMap(text => {
    const name = /^(?:export )?(?:default )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1]
    return name ? [{ name, text }] : []
  })

/** Signals that are read, and not only written. */
const readIn = (text: string) =>
  [...text.matchAll(/(\w+(?:\[\w+\])?!?)\??\.value\b(?!\s*=[^=])/g)].map(match => match[1]!).filter(name => !PLAIN.test(name))

test('every component, and every hook, that reads a signal follows it', async () => {
  const silent: string[] = []
  let components = 0
  for (const file of sources('web'))
    for (const { name, text } of statementsOf(await codeOf(file))) {
      if (!/^([A-Z][a-z]|use[A-Z])/.test(name)) continue
      components++
      const read = readIn(text)
      // What a crudPage is told is read while it draws.
      if (read.length && !/\buseSignals\(\)|crudPage</.test(text)) silent.push(`${file}: ${name} reads ${read}`)
    }
  expect(components).toBeGreaterThan(100)
  expect(silent).toEqual([])
})

test('the name of the product comes with the page, where a brand takes its place, and stands in no script or style', async () => {
  const scripts = sources('web')
  const styles = [...new Bun.Glob('**/*.css').scanSync({ cwd: `${ROOT}/web` })].map(path => `web/${path}`)
  const named = async (file: string) => (/Balc[aã]o|balcao(?!-(light|dark|\$))/.test(await codeOf(file)) ? [file] : [])
  expect((await Promise.all([...scripts, ...styles].map(named))).flat()).toEqual([])
})

test('what the browser runs asks for nothing that only the server has', async () => {
  const reached = new Set(sources('web'))
  // A set that grows is walked to its end.
  for (const file of reached)
    for (const { target, isType } of await importsOf(file)) {
      const path = isType ? undefined : [`${target}.ts`, `${target}.tsx`].find(path => existsSync(join(ROOT, path)))
      if (path) reached.add(path)
    }
  const foreign: string[] = []
  for (const file of reached)
    for (const [, name] of (await codeOf(file)).matchAll(/(?<![.\w'])(Buffer|Bun|process)\b\s*[.([]/g)) foreign.push(`${file}: ${name}`)
  expect([...reached].some(path => path.startsWith('src/modules/'))).toBe(true)
  expect(foreign).toEqual([])
})

/** One that fails is asked for again by an address of its own. */
const RETRYABLE = /(?<=(?:retryable|withTexts|styled|listed|named)\(\(\) => )import\(/
/** Ahead of time, for what asks for it by one of these. */
const PREFETCH = /void import\('[^']+'\)\.catch\(\(\) => \{\}\)/
const OWN = ['web/main.tsx', 'web/kit/retryable.ts', 'web/kit/usable.ts']

test('what comes later can be asked for again: a browser keeps an import that failed for as long as the page lives', async () => {
  const bare: string[] = []
  let count = 0
  for (const file of sources('web').filter(path => !OWN.includes(path)))
    for (const [line] of (await codeOf(file)).matchAll(/^.*(?<!typeof )\bimport\(.*$/gm)) {
      count++
      if (!RETRYABLE.test(line) && !PREFETCH.test(line)) bare.push(`${file}: ${line.trim()}`)
    }
  expect(count).toBeGreaterThan(100)
  expect(bare).toEqual([])
})
