import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { FailedLine } from '../../../kit/failed-line'
import type { Keyset } from '../../../kit/keyset'
import { words } from './texts'

type Props<Row extends { id: string | number }> = { pages: Keyset<Row>; what: string; none: string; children: (rows: Row[]) => ReactNode }

/** Rows of the drawer, with what stands there while there are none, when they did not come, and when there are more. */
export function Listed<Row extends { id: string | number }>({ pages, what, none, children }: Props<Row>) {
  useSignals()
  const rows = pages.rows.value
  if (pages.failed.value && !rows.length) return <FailedLine what={what} retry={() => void pages.reload()} />
  if (pages.loaded.value && !rows.length) return <p className="faint">{none}</p>
  return (
    <>
      {children(rows)}
      {pages.hasMore.value && (
        <button type="button" className="btn btn-quiet btn-sm mt-2" onClick={() => void pages.more()}>
          {words('more')}
        </button>
      )}
    </>
  )
}
