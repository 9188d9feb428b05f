import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT, sources, textOf } from './sources'

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

/** What has a value without being a signal. */
const PLAIN = /^(currentTarget|target|row|option|column|columns\[i\]!|item|entry|field|given)$/

test('every component file that reads a signal follows it', async () => {
  const silent: string[] = []
  for (const file of sources('web', '**/*.tsx')) {
    const text = (await textOf(file)).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const read = [...text.matchAll(/(\w+(?:\[\w+\])?!?)\??\.value\b(?!\s*=[^=])/g)]
      .map(match => match[1]!)
      .filter(name => !PLAIN.test(name))
    // What a crudPage is told is read while it draws.
    if (read.length && !/useSignals\(\)|crudPage</.test(text)) silent.push(`${file} reads ${read}`)
  }
  expect(silent).toEqual([])
})
