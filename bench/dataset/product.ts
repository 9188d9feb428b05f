import { rm } from 'node:fs/promises'
import { installation } from '../../tests/crash/product'
import { ask } from '../call'
import { copyOf } from './folder'
import { PASSWORD } from './load'

export const ADMIN = 'user1@bench.local'
/** In queues of the company, neither an administrator nor a supervisor. */
export const AGENT = 'user10@bench.local'

/** The binary over a copy of the data set. It believes the bench, as it would a proxy, who its clients are: many people sign in. */
export async function openDataSet(data: { folder: string }, change?: (folder: string) => Promise<void>) {
  const folder = await copyOf(data.folder)
  await change?.(folder)
  const product = installation({
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    TRUSTED_PROXY: '127.0.0.1',
    WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat',
    WHATSAPP_ROOT_KEY: '00'.repeat(32),
  })
  await product.start()

  const credentials = (email: string) => ({ email, password: PASSWORD })
  async function signIn(email: string) {
    // Each person from a place of their own.
    const address = `192.0.2.${1 + (Number(Bun.hash.crc32(email)) % 250)}`
    return (await ask({ product }, { method: 'POST', path: '/auth/login', address, body: credentials(email) })).token!
  }

  async function close() {
    await product.end('SIGTERM')
    await rm(folder, { recursive: true })
  }
  return { product, credentials, signIn, close }
}
export type Served = Awaited<ReturnType<typeof openDataSet>>
