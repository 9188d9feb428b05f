import type { Signal } from '@preact/signals-react'
import { del } from '../kit/api'
import { upload } from '../kit/upload'

/** Sends the file that was chosen for a row, or takes the stored one away (null); anything else leaves it as it is. */
export async function keepFile(row: string, chosen: unknown, progress: Signal<number | undefined>) {
  const address = `${row}/media-upload`
  if (chosen === null) await del(address)
  if (!(chosen instanceof File)) return
  const upped = new FormData()
  upped.set('file', chosen)
  progress.value = 0
  await upload(address, upped, part => (progress.value = part)).finally(() => (progress.value = undefined))
}
