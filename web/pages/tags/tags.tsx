import { useSignals } from '@preact/signals-react/runtime'
import { ListFilter, Pencil, SquareKanban, Tag as TagIcon, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { del } from '../../kit/api'
import { Chip } from '../../kit/chips'
import { collection } from '../../kit/collection'
import { confirm } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { number, plural, t } from '../../kit/i18n'
import { Empty } from '../../kit/placeholder'
import type { Column } from '../../kit/table'
import { toast } from '../../kit/toast'
import { IconButton } from '../../kit/tooltip'
import { isLeader } from '../../session'
import { ListPage } from '../../shell/list-page'
import { TagSheet } from './tag-sheet'

export type Tag = { id: number; name: string; color: string; kanban: number; ticketsCount?: string }
const ticketsOf = (tag: Tag) => Number(tag.ticketsCount ?? 0)

const tagList = () =>
  collection<Tag>({ path: '/tags', rows: 'tags', event: 'tag', row: 'tag', order: (a, b) => a.name.localeCompare(b.name) })

const columns = (): Column<Tag>[] => [
  {
    id: 'name',
    head: t('tags.one'),
    value: tag => tag.name.toLowerCase(),
    cell: tag => (
      <>
        <Chip large color={tag.color}>
          {tag.name}
        </Chip>
        <span className="mobile-only t-meta muted mt-1">{plural(ticketsOf(tag), 'tags.ticketOne', 'tags.ticketMany')}</span>
      </>
    ),
  },
  {
    id: 'kanban',
    head: t('tags.kanban'),
    className: 'muted only-wide',
    cell: tag =>
      tag.kanban ? (
        <span className="inline-flex items-center gap-1.5">
          <SquareKanban className="icon icon-sm" aria-hidden />
          {t('tags.lane')}
        </span>
      ) : (
        <span className="faint">–</span>
      ),
  },
  {
    id: 'tickets',
    head: t('tags.tickets'),
    className: 'num only-wide',
    value: ticketsOf,
    cell: tag => number(ticketsOf(tag)),
  },
]

async function remove(tag: Tag) {
  const n = ticketsOf(tag)
  const text = n ? plural(n, 'tags.loseOne', 'tags.loseMany') : t('tags.loseNone')
  if (!(await confirm({ title: t('tags.removeTitle', { name: tag.name }), text, action: t('tags.remove'), danger: true }))) return
  await del(`/tags/${tag.id}`).then(() => toast.ok(t('tags.removed'), 3_000), toastError)
}

/** The tags of the company: a list that follows the server and a sheet to make and change one. */
export default function Tags() {
  useSignals()
  const [list] = useState(tagList)
  const [edited, edit] = useState<Tag | 'new'>()
  const [onlyLanes, setOnlyLanes] = useState(false)
  const shownColumns = useMemo(() => columns(), [])
  const leader = isLeader.value
  const create = () => edit('new')
  return (
    <>
      <ListPage
        title={t('nav.tags')}
        what={t('tags.what')}
        list={list}
        columns={shownColumns}
        search={{ label: t('tags.search') }}
        create={{ label: t('tags.new'), run: create }}
        selected={edited && edited !== 'new' ? edited.id : undefined}
        open={leader ? edit : undefined}
        foot={(shown, count) => t('tags.foot', { shown: number(shown), count: number(count) })}
        keep={onlyLanes ? tag => tag.kanban === 1 : undefined}
        clear={() => setOnlyLanes(false)}
        filters={
          <button className="btn btn-quiet" aria-pressed={onlyLanes} onClick={() => setOnlyLanes(!onlyLanes)}>
            <ListFilter className="icon icon-sm" aria-hidden />
            {t('tags.onKanban')}
          </button>
        }
        empty={
          <Empty icon={TagIcon} title={t('tags.none')} text={t('tags.noneText')}>
            <button className="btn btn-primary" onClick={create}>
              {t('tags.new')}
            </button>
          </Empty>
        }
        actions={
          leader
            ? tag => (
                <>
                  <IconButton icon={Pencil} className="btn-sm" label={t('tags.editOne', { name: tag.name })} onClick={() => edit(tag)} />
                  <IconButton
                    icon={Trash2}
                    className="btn-sm"
                    label={t('tags.removeOne', { name: tag.name })}
                    onClick={() => void remove(tag)}
                  />
                </>
              )
            : undefined
        }
      />
      {edited && (
        <TagSheet
          key={edited === 'new' ? 'new' : edited.id}
          tag={edited === 'new' ? undefined : edited}
          taken={list.items.value.map(tag => tag.color)}
          saved={list.put}
          close={() => edit(undefined)}
        />
      )}
    </>
  )
}
