import { words } from './texts'

/** A text with its variables drawn as such. */
export const Slotted = ({ text }: { text: string }) =>
  text.split(/(\{\{\s*\w+\s*\}\})/).map((part, i) => {
    const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(part)?.[1]
    return name ? (
      <span key={i} className="slot">
        {words.find(name) ?? name}
      </span>
    ) : (
      part
    )
  })
