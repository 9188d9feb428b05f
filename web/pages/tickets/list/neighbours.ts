type Row = { uuid: string }

/** The row above or below the chosen one. Where that has left the list, its place counts: the row that took it is the next. */
export function beside<R extends Row>(rows: R[], chosen: string | undefined, by: 1 | -1, place: number): R | undefined {
  const at = rows.findIndex(row => row.uuid === chosen)
  if (at >= 0) return rows[at + by]
  return by > 0 ? (rows[place] ?? rows.at(-1)) : (rows[place - 1] ?? rows[0])
}

/** Which row comes when the chosen one is done: the one below, at the end the one above. */
export const following = <R extends Row>(rows: R[], chosen: string, place: number): R | undefined =>
  beside(rows, chosen, 1, place) ?? beside(rows, chosen, -1, place)
