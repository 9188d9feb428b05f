import { expect, test } from 'bun:test'
import { sources, textOf } from './sources'

/** What a module keeps for as long as the process lasts, and why two products in one process may share it. */
const SHARED: Record<string, string> = {
  'src/kernel/http/after-body.ts checks': 'by the request: what is checked once its body came',
  'src/kernel/http/validation.ts schemas': 'by the handler: what it validates with is read for OpenAPI',
  'src/kernel/http/validation.ts forms': 'by the handler: which files it takes',
  'src/kernel/noun/references.ts referrers': 'the facts of the nouns as they load: the same for everyone',
  'src/kernel/storage/libsql.ts inJob': 'carried through the calls of one transaction',
  'src/kernel/storage/libsql.ts openTransactions': 'by the database that stands for one transaction',
  'src/kernel/storage/libsql.ts depths': 'by connection of a database',
  'src/modules/messages/outbox.ts tellers': 'by store: each product tells its own network',
  'src/modules/rights/index.ts rightOf': 'by the handler: the right that it asks for',
  'src/patches/baileys-root-key.ts handshakeRoot': 'carried through the calls of one handshake',
  'src/kernel/http/passwords.ts decoy': 'a hash of nothing, to compare with',
  'src/modules/companies/clock.ts zones': 'clocks by time zone: the same for everyone',
  'src/patches/baileys-root-key.ts isApplied': 'a library is patched once a process',
  'src/patches/libsignal-chains.ts isApplied': 'a library is patched once a process',
  'src/patches/libsignal-log.ts isApplied': 'a library is patched once a process',
  'src/patches/libsql-statements.ts caches': 'by connection of a database',
  'src/patches/xeddsa.ts nativeKeys': 'keys by their bytes: the same for everyone',
}

/** A variable, an empty collection, one that is keyed by objects or carried through calls, and what the kernel makes to keep things in. */
const STATE = new RegExp(
  String.raw`^(?:export )?(?:let (\w+)|const (\w+)(?:: .+?)? = (?:${[
    String.raw`new (?:Map|Set|Registry|EventEmitter|EventTarget)\b(?:<.*>)?\(\)`,
    String.raw`new (?:WeakMap|WeakSet|AsyncLocalStorage)\b`,
    String.raw`\[\]$|\{\}$`,
    String.raw`(?:lruMap|rateLimit|queryCache|rowCache|serialByKey|mutex|fairMutex|concurrencyLimit|byteBudget)\b.*\(`,
  ].join('|')}))`,
  'gm',
)

test('what changes belongs to one running product: a module keeps nothing that two of them would share', async () => {
  const found = await Promise.all(
    sources('src').map(async file =>
      [...(await textOf(file)).matchAll(STATE)].map(([, variable, constant]) => `${file} ${variable ?? constant}`),
    ),
  ).then(all => all.flat())
  expect(found.filter(name => !SHARED[name])).toEqual([])
  expect(Object.keys(SHARED).filter(name => !found.includes(name))).toEqual([])
})
