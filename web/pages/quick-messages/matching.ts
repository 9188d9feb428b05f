import { folded } from '../../kit/folded'

type Phrase = { shortcode: string; message: string }
const MOST = 50

/** The phrases for what was typed: those whose shortcut begins with it first, then those that hold it in their shortcut or text. */
export function matching<P extends Phrase>(all: P[], typed: string): P[] {
  const rank = ({ shortcode, message }: P) =>
    folded(shortcode).startsWith(typed) ? 0 : folded(shortcode).includes(typed) ? 1 : folded(message).includes(typed) ? 2 : 3
  const ranked = all.map(row => ({ row, rank: rank(row) })).filter(({ rank }) => rank < 3)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ row }) => row)
}
