import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patchLibsignalLog } from '../../src/patches/libsignal-log'
import { startSandbox } from '../../src/sandbox/network'
import { migrated } from '../migrated'
import { keepInstallations, keepSecrets, logLevel } from '../secrets'
import { until } from '../until'
import { ADMIN, signIn } from './client'
import { installation } from './product'

const LINK_MS = 20_000

patchLibsignalLog()

type Options = {
  accounts: string[]
  seed?: number
  env?: Record<string, string>
  /** A certificate that the product trusts, beside that of the media. */
  trusted?: string
}

/** The product in a new folder, on a WhatsApp in this process that outlives it, with the given numbers connected. */
export async function openConnected({ accounts, seed, env, trusted }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-crash-'))
  const [sandbox] = await Promise.all([startSandbox({ caDir: folder, seed, keep: 100_000 }), migrated(folder)])
  if (trusted) await appendFile(sandbox.mediaCaFile!, trusted)
  const product = installation({
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    WHATSAPP_URL: sandbox.url,
    WHATSAPP_ROOT_KEY: sandbox.rootKey,
    NODE_EXTRA_CA_CERTS: sandbox.mediaCaFile,
    LOG_LEVEL: logLevel('warn'),
    ...env,
  })
  await product.start()
  const client = await signIn(product.url)

  const deviceOf = (account: string) => sandbox.control.state().phones.find(phone => phone.number === account)?.devices[0]
  const connected = (account: string) => until(() => deviceOf(account)?.active, LINK_MS, `${account} connected`)

  const connectionIds: number[] = []
  for (const [i, phone] of accounts.entries()) {
    const { id } = await client.post<{ id: number }>('/whatsapp', { name: `Loja ${i + 1}` })
    connectionIds.push(id)
    const qr = await until(async () => (await client.ask<{ qrcode: string }>(`/whatsapp/${id}`)).qrcode, LINK_MS, 'a QR code')
    await sandbox.control.scan({ qr, phone, name: 'Loja' })
    await connected(phone)
  }

  return {
    folder,
    product,
    client,
    accounts,
    connectionIds,
    control: sandbox.control,
    deviceOf,
    connected: () => Promise.all(accounts.map(connected)),
    async close() {
      await product.end('SIGTERM')
      await sandbox.stop()
      keepSecrets('of a person', [ADMIN.password, client.token()])
      keepInstallations(folder)
      await rm(folder, { recursive: true })
    },
  }
}
export type Connected = Awaited<ReturnType<typeof openConnected>>
