import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { MiddlewareHandler } from 'hono'
import type * as v from 'valibot'
import type { Ctx } from '../context'
import type { Missing } from '../errors'
import type { Env } from '../http/router'
import type { NounApi } from './api'
import type { Referable } from './own-rows'
import type { Scope } from './scope'

export type Table = SQLiteTable & { id: SQLiteColumn }
export type Body = v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>
/** The facts of a noun. What is special about it is written beside it, as verbs of its own. */
export type Facts<A extends NounApi, T extends Table, B extends Body, View extends object> = {
  /** Singular, as errors and the answer to a deletion name it: ERR_NO_TAG_FOUND, 'Tag deleted'. */
  name: string
  api: A
  table: T
  scope: Scope<T['$inferSelect']>
  body: B
  /** What a change takes, where it is another thing than the body with any of its fields left out. */
  patch?: Body
  /** Rows a page; `order` is SQL that an index of the table serves. */
  pageSize: number
  order: string
  /** Columns that a search looks into, or what finds the rows of a text. */
  search?: SQLiteColumn[] | ((ctx: Ctx, text: string) => Promise<SQL | undefined>)
  /**
   * Rows that are answered whole (GET /list), where these are fewer than may be read, as whoever adds or changes one has them; there are no more
   * of them than such an answer holds.
   * false where they grow with the work, without end: then their list is cut.
   */
  whole?: false | ((ctx: Ctx) => SQL | undefined)
  /** Columns that the query of the list may narrow, by id: ?contactListId=3; -1 is those that name none. */
  filters?: Record<string, SQLiteColumn>
  /** Fields of the body that name a row of another noun, or several: they must be the company's own. */
  refs?: Record<string, () => Referable>
  /** Those of them that very many rows may hold: the journey that deletes what they name takes it away, piece by piece (`purge`). */
  inPieces?: string[]
  /** Columns that end a unique index, and what is said at the field when the value is taken. */
  unique?: Record<string, string>
  /** What else must hold of what is written, by whichever way it comes; refuses by throwing. `before` is the row that is changed. */
  check?(ctx: Ctx, values: Partial<v.InferOutput<B>>, before?: T['$inferSelect']): void | Promise<void>
  /**
   * Columns that are written and never answered: shown as '', with has{Column}; '' keeps what is stored and null clears it. The vault seals
   * them in their rows, unless they are looked up by their value.
   */
  secrets?: Record<string, 'sealed' | 'looked up'>
  /** The row has a file (mediaColumns), or a picture; or what is said of one that was kept, and of one that was taken away. */
  media?: true | 'picture' | readonly [kept: string, taken: string]
  /** Rows come from a spreadsheet too, by POST /import. A noun whose `create` does more than `insert` has an `importRows` of its own. */
  imports?: true
  rights: Partial<Record<'read' | 'create' | 'remove', MiddlewareHandler<Env>>> & { write: MiddlewareHandler<Env> }
  /** Rows as clients see them, several at once so that what they need costs one query. Files and secrets are seen to already. */
  view?(ctx: Ctx, rows: T['$inferSelect'][]): Promise<View[]> | View[]
  /** Tells a row that another's end changed, where it is not told to all alike. */
  told?(ctx: Ctx, row: T['$inferSelect']): Promise<unknown>
  /** Where answers differ from the rest in the contract of existing clients: a deletion's may be empty, and GET /list not be there. */
  contract?: { updated?: 201; deleted?: string | null; list?: false }
}

/** A noun is missed by the code of its name. */
export type Named<N extends string> = { name: N } & (string extends N ? unknown : Lowercase<N> extends Missing ? unknown : never)
