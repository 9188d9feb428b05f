import type { Logger } from '#kernel/process/log'
import { startSandbox, type Sandbox } from './network'

const LINK_MS = 30_000

/** The sandbox of this process, started on demand by the first simulated connection. */
export function openSandbox(log: Logger) {
  let starting: Promise<Sandbox> | undefined
  let running: Sandbox | undefined

  const start = () =>
    (starting ??= startSandbox().then(sandbox => {
      running = sandbox
      return sandbox
    }))

  return {
    start,
    get control() {
      return running?.control
    },
    /** Resolves when a connection can start: the sandbox runs, if it is simulated. */
    ready: async (isSimulated: boolean) => void (isSimulated && (await start())),
    network: () => ({ url: running?.url, rootKey: running?.rootKey, ca: running?.mediaCa }),
    /** Links the phone of a connection that was linked before: the sandbox forgets everything when it stops. */
    async scan(qr: string, phone: string) {
      const { control } = await start()
      await control.scan({ qr, phone }).catch(error => log.debug({ err: error }, 'the simulated phone did not scan'))
    },
    /** Links a connection when it shows its QR code; false when it shows none in 30 s. */
    async link(row: () => Promise<{ status: string; qrcode: string }>, phone: string): Promise<boolean> {
      for (const until = Date.now() + LINK_MS; Date.now() < until; await Bun.sleep(100)) {
        const { status, qrcode } = await row()
        if (status === 'CONNECTED') return true
        if (qrcode) await (await start()).control.scan({ qr: qrcode, phone, name: 'Loja' }).catch(() => undefined)
      }
      return false
    },
    stop: async () => running?.stop(),
  }
}
export type SandboxHost = ReturnType<typeof openSandbox>
