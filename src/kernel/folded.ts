const PLAIN = /^[ -~]*$/

/** A text without accents and case, for texts that people type to be compared. What is ASCII has none to take apart. */
export const folded = (text: string) =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
