import { Fragment, type ReactNode } from 'react'
import { ADDRESS } from './addresses'

const styles: Record<string, (inside: ReactNode) => ReactNode> = {
  '*': inside => <strong className="font-semibold">{inside}</strong>,
  _: inside => <em>{inside}</em>,
  '~': inside => <s>{inside}</s>,
}
const pattern = new RegExp(
  String.raw`(\x60{3})([\s\S]+?)\x60{3}|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\3(?![\p{L}\p{N}])|(${ADDRESS})`,
  'gu',
)

/** WhatsApp's marks: *bold*, _italic_, ~strike~, ```code```, and addresses as links. With `marks` they stay, and no address is a link. */
export function RichText({ text, marks }: { text: string; marks?: boolean }): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, fence, code, mark, inside, address] = match
    if (address && marks) continue
    parts.push(text.slice(from, match.index))
    from = match.index + whole.length
    const sign = marks && <span className="faint">{fence ?? mark}</span>
    const styled = code ? <code>{code}</code> : mark && styles[mark]!(<RichText text={inside!} marks={marks} />)
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
  return [...parts, text.slice(from)]
}
