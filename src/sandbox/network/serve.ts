import { parseArgs } from 'node:util'
import { startSandbox } from './index'

// libsignal prints to the console; stdout is for the one line below.
for (const name of ['info', 'warn', 'error'] as const) console[name] = () => {}

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    hostname: { type: 'string' },
    seed: { type: 'string' },
    'ca-dir': { type: 'string' },
    'secure-downloads': { type: 'boolean' },
  },
})

const { url, rootKey, controlUrl, mediaCaFile } = await startSandbox({
  http: true,
  port: values.port ? Number(values.port) : undefined,
  hostname: values.hostname,
  seed: values.seed ? Number(values.seed) : undefined,
  caDir: values['ca-dir'],
  secureDownloads: values['secure-downloads'],
})
process.stdout.write(`${JSON.stringify({ url, rootKey, controlUrl, mediaCaFile })}\n`)
