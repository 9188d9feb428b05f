/** Of a longer text its beginning and its end, so many letters each: taken apart one letter may be eighteen, while everybody waits. */
const MAX_END = 500
const ends = (text: string) => (text.length > 2 * MAX_END ? `${text.slice(0, MAX_END)} ${text.slice(-MAX_END)}` : text)

/** What a customer wrote, to compare with words that count as an answer: without accents, marks and case. */
export const plainWords = (text: string) =>
  ends(text)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
