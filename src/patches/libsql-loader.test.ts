import { expect, test } from 'bun:test'

// build.ts puts the path of the addon in the place of this: with a name that is only known at run time, a compiled program has no addon.
test('libSQL asks for its addon by a name that it computes at run time', async () => {
  for (const file of ['index.js', 'promise.js']) {
    const source = await Bun.file(`${import.meta.dir}/../../node_modules/libsql/${file}`).text()
    expect(source).toMatch(/const \{ load,[\s\S]*?function requireNative\(\) \{[\s\S]*?return require\(`@libsql\/\$\{target\}`\);\n\}/)
  }
})
