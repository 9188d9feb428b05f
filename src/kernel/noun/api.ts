/** What clients know of a noun: its address and how its changes are told. Written once, in the noun's api.ts, and read by server and web. */
export type NounApi = {
  path: `/${string}`
  /** The list's key in its envelope { tags, count, hasMore }; null where the list is a bare array. */
  rows: string | null
  /** The realtime channel: 'tag' is told as company-{id}-tag. A name that begins with 'company' is whole, with {c} for the id. */
  event: string
  /** The key of the row in an event, { action: 'create' | 'update', tag }, and of its id in { action: 'delete', tagId }. */
  row: string
  id: string
}

/** What is told of a noun's row; after an import, that there are others now. */
export type NounEvent<Api extends NounApi, Row> =
  | ({ action: 'create' | 'update' } & { [key in Api['row']]: Row })
  | ({ action: 'delete' } & { [key in Api['id']]: number })
  | { action: 'create'; records: [] }
