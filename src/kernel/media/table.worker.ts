import { tableOf, TooLarge } from './spreadsheet'

export type Answer = { table: string[][] } | { error: 'tooLarge' | 'unreadable' }

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) =>
  void tableOf(data).then(
    ({ table }) => self.postMessage({ table } satisfies Answer),
    (error: unknown) => self.postMessage({ error: error instanceof TooLarge ? 'tooLarge' : 'unreadable' } satisfies Answer),
  )
