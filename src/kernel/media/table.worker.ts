import { tableOf, TooLarge } from './spreadsheet'
import { TOO_LARGE } from './spreadsheet-limits'

export type Answer = { table: string[][] } | { error: typeof TOO_LARGE | 'unreadable' }

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) =>
  void tableOf(data).then(
    ({ table }) => self.postMessage({ table } satisfies Answer),
    (error: unknown) => self.postMessage({ error: error instanceof TooLarge ? TOO_LARGE : 'unreadable' } satisfies Answer),
  )
