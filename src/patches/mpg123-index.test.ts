import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGE = join(import.meta.dir, '../../node_modules/mpg123-decoder')

/** Bundles a module that decodes nothing, runs it, and returns what it printed. */
async function bundled(folder: string, decoder: string) {
  const entry = join(folder, 'entry.ts')
  await Bun.write(
    entry,
    `import { MPEGDecoder } from ${JSON.stringify(decoder)}\nconst decoder = new MPEGDecoder()\nawait decoder.ready\nconsole.log('ready')`,
  )
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'bun', minify: true, outdir: join(folder, 'out') })
  const child = Bun.spawn([process.execPath, outputs[0]!.path], { stdout: 'pipe', stderr: 'pipe' })
  const [printed, failure] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return printed.trim() || /ReferenceError/.exec(failure)?.[0]
}

// build.ts puts the decoder alone in the place of the index.
test('the index of mpg123-decoder can’t be bundled, its decoder alone can', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mpg123-index-'))
  try {
    expect(await bundled(folder, join(PACKAGE, 'index.js'))).toBe('ReferenceError')
    const decoder = join(folder, 'decoder.ts')
    await Bun.write(decoder, `export { default as MPEGDecoder } from ${JSON.stringify(join(PACKAGE, 'src/MPEGDecoder.js'))}`)
    expect(await bundled(folder, decoder)).toBe('ready')
  } finally {
    await rm(folder, { recursive: true })
  }
})
