type Written = { before: string; now: string; caret: number; typed: string | null }

/** Where the "/" stands that was just typed at the beginning of a text, of a line or of a word: not inside of one, as in km/h. */
export function slashAt({ before, now, caret, typed }: Written): number | undefined {
  const at = caret - 1
  // It stands in place of what was selected, or was written by another hand than the browser's, which names no letter.
  const isNew = typed === '/' || now.length === before.length + 1
  return isNew && now[at] === '/' && /(?:^|\s)$/.test(now.slice(0, at)) ? at : undefined
}
