import { expect, test } from 'bun:test'
import { LOADER } from '../../build/addon'

// build.ts puts the path of the addon in the place of this: with a name that is only known at run time, a compiled program has no addon.
test('libSQL asks for its addon by a name that it computes at run time', async () => {
  for (const file of ['index.js', 'promise.js']) {
    const source = await Bun.file(`${import.meta.dir}/../../node_modules/libsql/${file}`).text()
    for (const part of LOADER) expect(source).toMatch(part)
  }
})
