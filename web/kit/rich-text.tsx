import { Fragment, type ReactNode } from 'react'
import { ADDRESS } from './addresses'

const marks: Record<string, (inside: ReactNode) => ReactNode> = {
  '*': inside => <strong className="font-semibold">{inside}</strong>,
  _: inside => <em>{inside}</em>,
  '~': inside => <s>{inside}</s>,
}
const pattern = new RegExp(
  String.raw`\x60{3}([\s\S]+?)\x60{3}|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])|(${ADDRESS})`,
  'gu',
)

/** WhatsApp's marks: *bold*, _italic_, ~strike~, ```code```, and addresses as links. */
export function RichText({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, code, mark, inside, address] = match
    parts.push(text.slice(from, match.index))
    from = match.index + whole.length
    if (code) parts.push(<code key={from}>{code}</code>)
    else if (mark) parts.push(<Fragment key={from}>{marks[mark]!(<RichText text={inside!} />)}</Fragment>)
    else
      parts.push(
        <a key={from} href={address} target="_blank" rel="noopener noreferrer" className="link-b">
          {address}
        </a>,
      )
  }
  return [...parts, text.slice(from)]
}
