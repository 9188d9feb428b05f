/** The colours that users choose from: ten hues, each in five tones from light to dark. */
export const hues = ['gray', 'pink', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'indigo', 'violet'] as const
export const palette = [
  '#b3b8bf #f6a0c1 #fda19a #f7a97c #e3b667 #90d192 #5cd5c7 #71c9fa #a2bcff #ceacf7',
  '#9a9fa6 #ec79a9 #f47b74 #ee8545 #d59800 #61bd67 #00beaf #12b2f4 #7e9fff #bb8aef',
  '#7f838b #d4558e #dd5652 #d56400 #b27f00 #33a340 #009e92 #0094ce #5d80ef #a169da',
  '#62666d #ae3a70 #b63b39 #a94e00 #8d6300 #118226 #007d73 #0075a3 #4463c7 #824eb4',
  '#474b51 #802e53 #852e2c #7f3900 #694900 #176020 #005d55 #00577a #344a91 #5f3b84',
].flatMap(row => row.split(' '))

/** A colour of the palette that none of `taken` has, in the middle tone; any when all are taken. */
export function freeColor(taken: string[]) {
  const used = new Set(taken.map(color => color.toLowerCase()))
  const middle = palette.slice(21, 30)
  return middle.find(color => !used.has(color)) ?? palette.find(color => !used.has(color)) ?? middle[0]!
}
