import { Building2, Lock, UserRound } from 'lucide-react'
import type { QuickMessage } from '../../catalog'
import { user } from '../../session'
import { words } from './texts'

/** Whose a quick message is, in words. */
export function Scope({ row }: { row: QuickMessage }) {
  const isOwn = row.userId === user.peek()?.id
  const Icon = row.geral ? Building2 : isOwn ? Lock : UserRound
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon className="icon icon-sm" aria-hidden />
      {words(row.geral ? 'shared' : isOwn ? 'own' : 'ofOther')}
    </span>
  )
}
