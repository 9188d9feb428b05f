import { CloudOff, RotateCw, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from './api'
import { errorText } from './errors'
import type { Icon } from './lazy-icon'
import { t } from './i18n'
import { Link } from './link'

/** What a list shows when it has nothing: what it is for and the next step. */
export const Empty = ({
  icon: Icon,
  title,
  text,
  children,
  bad,
}: {
  icon: Icon
  title: string
  text?: string
  children?: ReactNode
  bad?: boolean
}) => (
  <div className="empty">
    <div className={bad ? 'art bad' : 'art'}>
      <Icon className="icon icon-xl" aria-hidden />
    </div>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children && <div className="do">{children}</div>}
  </div>
)

type Failed = {
  what: string
  title?: string
  retry: () => void
  error?: unknown
  /** The way out, where what was asked for is not there. */
  back?: { to: string; label: string }
}
/** `what` as in "Não deu para carregar as tags", unless a title says it all; of an `error` that it is not there, or has an address that nothing has, that. */
export const LoadFailed = ({ what, title = t('common.loadFailed', { what }), retry, error, back }: Failed) =>
  error instanceof ApiError && [400, 404].includes(error.status) ? (
    <Empty icon={Search} title={error.status === 404 ? errorText(error) : t('common.notFound')} text={t('common.goneText')}>
      {back && (
        <Link href={back.to} className="btn btn-plain">
          {back.label}
        </Link>
      )}
    </Empty>
  ) : (
    <Empty bad icon={CloudOff} title={title} text={t('common.loadFailedText')}>
      <button className="btn btn-plain" onClick={retry}>
        <RotateCw className="icon icon-sm" aria-hidden />
        {t('common.retry')}
      </button>
    </Empty>
  )

/** Grey rows of the final height, after 150 ms. */
export function Skeleton({ rows = 6, height = 74, avatar = true }: { rows?: number; height?: number; avatar?: boolean }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <div role="status" aria-busy="true" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="skeleton-row" style={{ height }}>
          {avatar && <span className="skeleton" style={{ width: 36, height: 36, borderRadius: 99 }} />}
          <div className="lines">
            <span className="skeleton" style={{ width: `${34 + ((i * 17) % 30)}%` }} />
            <span className="skeleton" style={{ width: `${52 + ((i * 23) % 36)}%` }} />
          </div>
        </div>
      ))}
    </div>
  )
}
