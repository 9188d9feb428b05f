import { Fragment, type ReactNode } from 'react'
import { ADDRESS } from './addresses'

const styles: Record<string, (inside: ReactNode) => ReactNode> = {
  '*': inside => <strong className="font-semibold">{inside}</strong>,
  _: inside => <em>{inside}</em>,
  '~': inside => <s>{inside}</s>,
}
const begins = new RegExp(String.raw`(\x60{3})([\s\S]+?)\x60{3}|(?<![\p{L}\p{N}])([*_~])(?=\S)|(${ADDRESS})`, 'gu')
const ENDS = /\n|(?<=\S)[*_~](?![\p{L}\p{N}])/gu

/** What has more marks and addresses was written by no hand: the rest is shown as it stands. */
const MOST = 1_000

/**
 * The first place from another on, which only rises, where a mark may end, or the line. Found once for all: a customer may begin a mark
 * twenty thousand times and end none, and the text would be gone through for each.
 */
function endsIn(text: string) {
  const ends: Record<string, number[]> = {}
  for (const { 0: sign, index } of text.matchAll(ENDS)) (ends[sign] ??= []).push(index)
  for (const places of Object.values(ends)) places.reverse()
  return (sign: string, from: number) => {
    const places = ends[sign] ?? []
    while (places.at(-1)! < from) places.pop()
    return places.at(-1) ?? Infinity
  }
}

type Props = { text: string; marks?: boolean; plain?: (text: string) => ReactNode }
/**
 * WhatsApp's marks: *bold*, _italic_, ~strike~, ```code```, and addresses as links. With `marks` they stay, and no address is a link; `plain`
 * draws what is between.
 */
export function RichText({ text, marks, plain = words => words }: Props): ReactNode {
  const parts: ReactNode[] = []
  const end = endsIn(text)
  let from = 0
  for (let at = 0, match; parts.length < 2 * MOST && ((begins.lastIndex = at), (match = begins.exec(text)));) {
    const [whole, fence, code, mark, address] = match
    at = match.index + whole.length
    // Something is between.
    const last = mark ? end(mark, at + 1) : at - 1
    if ((mark && last >= end('\n', at)) || (address && marks)) continue
    const inside = text.slice(at, last)
    parts.push(plain(text.slice(from, match.index)))
    from = at = last + 1
    const sign = marks && <span className="faint">{fence ?? mark}</span>
    const styled = code ? <code>{code}</code> : mark && styles[mark]!(<RichText text={inside} marks={marks} plain={plain} />)
    parts.push(
      styled ? (
        <Fragment key={from}>
          {sign}
          {styled}
          {sign}
        </Fragment>
      ) : (
        <a key={from} href={address} target="_blank" rel="noopener noreferrer" className="link-b">
          {address}
        </a>
      ),
    )
  }
  return [...parts, plain(text.slice(from))]
}
