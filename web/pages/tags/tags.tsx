import { Tag as TagIcon } from 'lucide-react'
import { tagApi } from '../../../src/modules/tags/api'
import { TagBody } from '../../../src/modules/tags/body'
import type { Tag } from '../../catalog'
import { crudPage } from '../../crud/page'
import { Chip, Dot } from '../../kit/chips'
import { number } from '../../kit/i18n'
import type { Column } from '../../kit/table'
import { may } from '../../session'
import { words } from './texts'

/** Events of old rows may come without their count. */
const ticketsOf = (tag: Tag) => Number(tag.ticketsCount ?? 0)

const columns = (): Column<Tag>[] => [
  {
    id: 'name',
    head: words('name'),
    value: tag => tag.name.toLowerCase(),
    cell: tag => (
      <>
        <Chip large color={tag.color}>
          {tag.name}
        </Chip>
        {tag.kanban === 1 && may('kanban:use') && <span className="t-meta faint ml-2">{words('lane')}</span>}
        <span className="mobile-only t-meta muted mt-1">{words('uses', { n: ticketsOf(tag) })}</span>
      </>
    ),
  },
  { id: 'tickets', head: words('tickets'), className: 'num only-wide', value: ticketsOf, cell: tag => number(ticketsOf(tag)) },
]

const Preview = ({ name, color }: { name: string; color: string }) => (
  <div className="fld">
    <div className="lbl">{words('preview')}</div>
    <div className="sample-box">
      <Chip color={color}>{name}</Chip>
      <Chip large color={color}>
        {name}
      </Chip>
      <span className="inline-flex items-center gap-1.5 muted min-w-0">
        <Dot color={color} />
        <span className="clip">{name}</span>
      </span>
    </div>
  </div>
)

/** The tags of the company. */
export default crudPage<Tag>({
  api: tagApi,
  body: TagBody,
  words,
  icon: TagIcon,
  columns,
  nameOf: tag => tag.name,
  order: (a, b) => a.name.localeCompare(b.name),
  can: { write: () => may('tags:write') },
  fields: { kanban: { when: () => may('tags:kanban') } },
  after: ({ values }) => <Preview name={String(values.value['name']).trim() || words('one')} color={String(values.value['color'])} />,
  removeText: tag => (ticketsOf(tag) ? words('lose', { n: ticketsOf(tag) }) : words('loseNone')),
  exports: tag => ({ [words('name')]: tag.name, [words('color')]: tag.color, [words('tickets')]: ticketsOf(tag) }),
})
