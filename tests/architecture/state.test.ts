import { expect, test } from 'bun:test'
import { sources, textOf } from './sources'

/** What a module keeps for as long as the process lasts, and why two products in one process may share it. */
const SHARED: Record<string, string> = {
  'src/kernel/http/passwords.ts decoy': 'a hash of nothing, to compare with',
  'src/modules/companies/clock.ts zones': 'clocks by time zone: the same for everyone',
  'src/patches/baileys-root-key.ts isApplied': 'a library is patched once a process',
  'src/patches/libsignal-chains.ts isApplied': 'a library is patched once a process',
  'src/patches/libsignal-log.ts isApplied': 'a library is patched once a process',
  'src/patches/libsql-statements.ts caches': 'by connection of a database',
  'src/patches/xeddsa.ts nativeKeys': 'keys by their bytes: the same for everyone',
}

const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=]+)? = (?:new (?:Map|Set|Registry)\b(?:<[^()]*>)?\(\)|(?:lruMap|rateLimit|queryCache|serialByKey|mutex|fairMutex|concurrencyLimit)\b.*\())/gm

test('what changes belongs to one running product: a module keeps nothing that two of them would share', async () => {
  const files = sources('src').filter(file => !file.startsWith('src/sandbox/network/'))
  const found = await Promise.all(
    files.map(async file => [...(await textOf(file)).matchAll(STATE)].map(([, variable, constant]) => `${file} ${variable ?? constant}`)),
  ).then(all => all.flat())
  expect(found.filter(name => !SHARED[name])).toEqual([])
  expect(Object.keys(SHARED).filter(name => !found.includes(name))).toEqual([])
})
