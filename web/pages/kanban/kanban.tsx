import { useSignals } from '@preact/signals-react/runtime'
import { Columns3 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { catalog } from '../../catalog'
import { useRight } from '../../crud/right'
import { Link } from '../../kit/link'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { SearchBox } from '../../kit/search-box'
import { may } from '../../session'
import { useSearchTarget } from '../../shell/focus-search'
import { Board } from './board'
import { Filters } from './filters'
import { reloadBoard, text, watchBoard } from './store'
import { words } from './texts'

/** Open tickets by the stage that they are at. */
export default function Kanban() {
  useSignals()
  return useRight('kanban:use', '/ticket/kanban') ? <Page /> : null
}

function Page() {
  useSignals()
  useEffect(watchBoard, [])
  const box = useRef<HTMLInputElement>(null)
  useSearchTarget(() => box.current?.focus())
  const { loaded, failed, reload } = catalog('tags')
  const find = (wanted: string) => {
    if (wanted === text.value) return
    text.value = wanted
    reloadBoard()
  }
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words('title')}</h1>
        <span className="sub only-wide">{words('sub')}</span>
        <div className="acts">
          <SearchBox ref={box} label={words('search')} find={find} width={220} initial={text.peek()} />
          <Filters />
          {may('tags:kanban') && (
            <Link className="btn btn-plain desktop-only" href="/tags">
              <Columns3 className="icon icon-sm" aria-hidden />
              {words('columns')}
            </Link>
          )}
        </div>
      </header>
      {failed.value && !loaded.value ? (
        <LoadFailed what={words('what')} retry={() => void reload()} />
      ) : loaded.value ? (
        <Board />
      ) : (
        <Skeleton rows={6} height={92} />
      )}
    </div>
  )
}
