/** A text without accents and case, for texts that people type to be compared. */
export const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
