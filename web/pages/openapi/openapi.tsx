import { useSignals } from '@preact/signals-react/runtime'
import { Download, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { get } from '../../kit/api'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { SearchBox } from '../../kit/search-box'
import { useSearchTarget } from '../../shell/focus-search'
import { OperationCard } from './operation'
import { words } from './texts'
import { type Api, type Listed, operationsOf } from './types'

/** The description of the API as a page: /openapi.json, to be read by people. */
export function OpenApi() {
  useSignals()
  const [api, setApi] = useState<Api>()
  const [failed, setFailed] = useState(false)
  const [text, setText] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useSearchTarget(() => box.current?.focus())
  const load = () => {
    setFailed(false)
    get<Api>('/openapi.json').then(setApi, () => setFailed(true))
  }
  useEffect(load, [])
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words('title')}</h1>
        <div className="acts">
          <a className="btn btn-plain" href="/openapi.json" download="openapi.json">
            <Download className="icon icon-sm" aria-hidden />
            {words('download')}
          </a>
        </div>
      </header>
      <div className="toolbar">
        <SearchBox ref={box} label={words('search')} find={setText} width={320} />
      </div>
      <div className="page-body op-list">
        {failed ? (
          <LoadFailed what={words('what')} retry={load} />
        ) : api ? (
          <Groups api={api} text={text.toLowerCase()} />
        ) : (
          <Skeleton rows={12} height={40} avatar={false} />
        )}
      </div>
    </div>
  )
}

function Groups({ api, text }: { api: Api; text: string }) {
  const found = operationsOf(api).filter(({ method, path }) => `${method} ${path}`.includes(text))
  const groups = [...Map.groupBy(found, ({ operation }) => operation.tags[0]!)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (!groups.length) return <Empty icon={SearchX} title={words('none')} />
  const key = ({ method, path }: Listed) => `${method} ${path}`
  return (
    <>
      <p className="muted t-body">{words('intro', { version: api.info.version })}</p>
      {groups.map(([tag, operations]) => (
        <section key={tag} aria-label={tag} className="grid gap-1.5">
          <h2 className="font-semibold">{tag}</h2>
          {operations.map(one => (
            <OperationCard key={key(one)} api={api} {...one} />
          ))}
        </section>
      ))}
    </>
  )
}
