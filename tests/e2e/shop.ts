import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startSandbox } from '../../src/sandbox/network'
import { migrated } from '../migrated'
import { keepSecrets } from '../secrets'
import { SHORT_LIVED } from '../short-lived'
import { until } from '../until'
import { emptyFolder, serve } from './binary'

export { until }

export const NUMBER = '5511940000001'
export const OWNER = { email: 'dona@nortefibra.test', password: 'uma frase curta' }

/** The interface as another program uses it. */
export async function client(url: string, { email, password }: { email: string; password: string }) {
  const ask = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { token, user } = await ask<{ token: string; user: { id: number; companyId: number } }>('POST', '/auth/login', { email, password })
  keepSecrets('token', [token])
  return {
    user,
    get: <T>(path: string) => ask<T>('GET', path, undefined, token),
    post: <T>(path: string, body: unknown) => ask<T>('POST', path, body, token),
    put: <T>(path: string, body: unknown) => ask<T>('PUT', path, body, token),
    del: (path: string) => ask<unknown>('DELETE', path, undefined, token),
  }
}
export type Client = Awaited<ReturnType<typeof client>>

/** A simulated WhatsApp, and the product that is pointed at it, in a folder that nobody used yet; `trusted` is a certificate that it takes beside that of the media. */
export async function openHouse(environment: Record<string, string> = {}, trusted?: string) {
  const [authority, folder] = await Promise.all([emptyFolder(), emptyFolder()])
  const [sandbox] = await Promise.all([startSandbox({ caDir: authority.path, seed: 7 }), migrated(join(folder.path, 'data'))])
  if (trusted) await appendFile(sandbox.mediaCaFile!, trusted)
  const env = {
    WHATSAPP_URL: sandbox.url,
    WHATSAPP_ROOT_KEY: sandbox.rootKey,
    NODE_EXTRA_CA_CERTS: sandbox.mediaCaFile!,
    LOG_LEVEL: 'warn',
    ...SHORT_LIVED,
    ...environment,
  }
  let product = await serve(folder.path, env)
  const { url } = product
  keepSecrets('password', [OWNER.password])
  const { control } = sandbox
  return {
    url,
    said: (pattern: RegExp) => product.said(pattern),
    output: () => product.output(),
    stop: (signal?: 'SIGTERM' | 'SIGKILL') => product.stop(signal),
    /** Ends the product, and serves it again at the same address. */
    async restart(signal: 'SIGTERM' | 'SIGKILL') {
      await product.stop(signal)
      product = await serve(folder.path, { ...env, PORT: new URL(url).port })
    },
    folder: folder.path,
    control,
    /** What a phone shows of a chat, once something in it fits. */
    shows: <T>(phone: string, find: (entries: ReturnType<typeof control.transcript>) => T, chat = NUMBER) =>
      until(() => find(control.transcript({ phone, chat })), undefined, `${find} on ${phone}`),
    async close() {
      const code = await product.stop()
      await sandbox.stop()
      await Promise.all([authority.remove(), folder.remove()])
      if (process.env.SHOTS) await Bun.write(`${process.env.SHOTS}/balcao-${url.split(':').at(-1)}.log`, product.output())
      return code
    },
  }
}
export type House = Awaited<ReturnType<typeof openHouse>>

/** A company at work: queues, people, and a connected number. */
export async function openShop(environment: Record<string, string> = {}, trusted?: string) {
  const house = await openHouse({ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, ...environment }, trusted)
  const owner = await client(house.url, OWNER)
  const queue = await owner.post<{ id: number }>('/queue', { name: 'Suporte', color: '#0094ce' })
  const other = await owner.post<{ id: number }>('/queue', { name: 'Vendas', color: '#33a340' })
  const queueIds = [queue.id, other.id]
  const person = async (name: string, profile: 'admin' | 'user' = 'user') => {
    const signIn = { email: `${name.split(' ')[0]!.toLowerCase()}@nortefibra.test`, password: 'uma frase curta' }
    await owner.post('/users', { name, ...signIn, profile, queueIds })
    return signIn
  }
  house.control.addPhone({ phone: NUMBER, name: 'Norte Fibra' })
  const { id } = await owner.post<{ id: number }>('/whatsapp', { name: 'Loja', queueIds: [queue.id] })
  const connection = () => owner.get<{ status: string; qrcode?: string | null }>(`/whatsapp/${id}`)
  const qr = await until(async () => (await connection()).qrcode)
  await house.control.scan({ qr, phone: NUMBER })
  await until(async () => (await connection()).status === 'CONNECTED')
  return { ...house, owner, connection, connectionId: id, person }
}
export type Shop = Awaited<ReturnType<typeof openShop>>
