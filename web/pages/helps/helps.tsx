import { CirclePlay } from 'lucide-react'
import type { helps } from '../../../src/modules/helps'
import { helpApi } from '../../../src/modules/helps/api'
import { HelpBody } from '../../../src/modules/helps/body'
import { crudPage } from '../../crud/page'
import type { RowOf } from '../../kit/rows'
import type { Column } from '../../kit/table'
import { may } from '../../session'
import { HelpWords } from '../help-words'
import { words } from './texts'

type Help = RowOf<typeof helps>

const writes = () => may('helps:write')
const addressOf = ({ video }: Help) => `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`

const columns = (): Column<Help>[] => [
  {
    id: 'title',
    head: words('title'),
    className: 'cell-who',
    value: help => help.title.toLowerCase(),
    cell: help => (
      <a
        className="flex items-center gap-3 min-w-0"
        href={addressOf(help)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={words('watch', { title: help.title })}
      >
        <span className="tile">
          <CirclePlay className="icon" aria-hidden />
        </span>
        <span className="min-w-0 max-w-100 py-2 font-medium wrap-anywhere">{help.title}</span>
      </a>
    ),
  },
  {
    id: 'description',
    head: words('description'),
    className: 'muted wide',
    cell: ({ title, description, link }) => (
      <div className="grid gap-1 justify-items-start max-w-160 py-2">
        {description && <span className="whitespace-pre-line">{description}</span>}
        {link && (
          <a className="link-b" href={link} target="_blank" rel="noopener noreferrer" aria-label={words('moreOf', { title })}>
            {words('more')}
          </a>
        )}
      </div>
    ),
  },
]

/** The videos that explain the product to everyone who works with it. */
export default crudPage<Help>({
  api: helpApi,
  body: HelpBody,
  words,
  icon: CirclePlay,
  columns,
  tall: true,
  notice: () => <HelpWords className="px-6 pb-3" />,
  nameOf: help => help.title,
  order: (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id),
  can: { create: writes, write: writes },
  press: help => void window.open(addressOf(help), '_blank', 'noopener,noreferrer'),
})
