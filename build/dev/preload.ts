import { join } from 'node:path'
import { plugin } from 'bun'

// The server keeps the web in memory; here it is read from disk, which changes.
plugin({
  name: 'assets of development',
  setup: build =>
    void build.onLoad({ filter: /[\\/]src[\\/]kernel[\\/](.+[\\/])?assets\.ts$/ }, () => ({
      contents: `export { assets } from ${JSON.stringify(join(import.meta.dir, 'assets.ts'))}`,
      loader: 'ts',
    })),
})
