/** What a customer wrote, to compare with words that count as an answer: without accents, marks and case. */
export const plainWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
