import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { ApiError } from '../../kit/api'
import { Empty, LoadFailed } from '../../kit/placeholder'
import { words } from './texts'

/** In the place of a campaign that is not there, or could not be read. */
export function NotRead({ error, what, retry }: { error: unknown; what: string; retry: () => void }) {
  const isGone = error instanceof ApiError && [400, 404].includes(error.status)
  if (!isGone) return <LoadFailed what={what} retry={retry} />
  return (
    <Empty icon={SearchX} title={words('gone')} text={words('goneText')}>
      <Link href="/campaigns" className="btn btn-primary">
        {words('goCampaigns')}
      </Link>
    </Empty>
  )
}
