import { expect, test } from 'bun:test'
import { LIBSIGNAL_PHRASES } from './libsignal-log'
import { untouched } from './untouched.fixture'

test('libsignal prints a session that it closes; patched, nothing, and others print on', async () => {
  const printed = await untouched<{ untouched: string[]; patched: string[] }>(`
    const words = []
    for (const level of ['log', 'info', 'warn', 'error']) console[level] = first => void words.push(first)
    const { default: SessionRecord } = await import('libsignal/src/session_record.js')
    const { patchLibsignalLog } = await import('./src/patches/libsignal-log')
    function close() {
      const entry = SessionRecord.createEntry()
      entry.indexInfo = { closed: -1 }
      new SessionRecord().closeSession(entry)
      console.info('of the product')
      return words.splice(0)
    }
    const before = close()
    patchLibsignalLog()
    patchLibsignalLog()
    return { untouched: before, patched: close() }`)
  expect(printed).toEqual({ untouched: ['Closing session:', 'of the product'], patched: ['of the product'] })
})

test('whatever libsignal prints is known and dropped', async () => {
  const glob = new Bun.Glob('*.js')
  const folder = `${import.meta.dir}/../../node_modules/libsignal/src`
  for await (const file of glob.scan(folder)) {
    const source = await Bun.file(`${folder}/${file}`).text()
    for (const [, first] of source.matchAll(/^[^/\n]*console\.\w+\(["']([^"']+)["']/gm))
      expect(LIBSIGNAL_PHRASES.some(phrase => first!.startsWith(phrase))).toBe(true)
  }
})
