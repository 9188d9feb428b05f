/** A session is remembered with its choices, within 64 KB however they are escaped. */
const MAX_CHOICES = 50
const MAX_WORDS = 200

type Item = { content?: unknown; title?: unknown } | null
const wordsOf = (item: Item) => [item?.content, item?.title].find(words => typeof words === 'string')

/** What a customer can choose: words of buttons, titles of pictures. */
export function choicesOf(input: { items?: unknown } | null | undefined): string[] {
  if (!Array.isArray(input?.items)) return []
  const words = input.items.slice(0, MAX_CHOICES).map(item => (wordsOf(item as Item) ?? '').trim().slice(0, MAX_WORDS).toWellFormed())
  return words.filter(Boolean)
}

/** "São Paulo" also when it is written as "sao paulo". */
export const same = (a: string, b: string) => bare(a) === bare(b)
const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** The choice that a customer made by its words or its number, several with commas between; anything else stays as it was written. */
export function chosen(text: string, choices: string[]): string {
  const one = (part: string) =>
    choices.find(choice => same(choice, part)) ?? (/^\s*\d{1,3}\s*$/.test(part) ? choices[Number(part) - 1] : undefined)
  const several = text.split(',').map(one)
  return one(text) ?? (several.every(part => part !== undefined) ? several.join(', ') : text)
}
