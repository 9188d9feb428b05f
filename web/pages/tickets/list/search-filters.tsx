import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Tag, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { catalog, choicesOf, type Kind } from '../../../catalog'
import { Avatar } from '../../../kit/avatar'
import { Dot } from '../../../kit/chips'
import { t } from '../../../kit/i18n'
import { Pop } from '../../../kit/popover'
import { isAdmin } from '../../../session'

/** By tag, and for admins by person. */
export function SearchFilters({ tags, users, changed }: { tags: Signal<number[]>; users: Signal<number[]>; changed: () => void }) {
  useSignals()
  return (
    <div className="flex gap-1.5">
      <Filter chosen={tags} changed={changed} kind="tags" label={t('tickets.byTag')} icon={<Tag className="icon icon-sm" aria-hidden />} />
      {isAdmin.value && (
        <Filter
          chosen={users}
          changed={changed}
          kind="users"
          label={t('tickets.byUser')}
          icon={<UserRound className="icon icon-sm" aria-hidden />}
        />
      )}
    </div>
  )
}

type FilterProps = { chosen: Signal<number[]>; changed: () => void; kind: Kind; label: string; icon: ReactElement }

function Filter({ chosen, changed, kind, label, icon }: FilterProps) {
  useSignals()
  const n = chosen.value.length
  return (
    <Pop
      label={label}
      width={240}
      trigger={
        <button className="btn btn-plain btn-sm">
          {icon}
          {label}
          {n > 0 && <span className="badge-n">{n}</span>}
        </button>
      }
    >
      {() => <Choices chosen={chosen} changed={changed} kind={kind} />}
    </Pop>
  )
}

function Choices({ chosen, changed, kind }: Pick<FilterProps, 'chosen' | 'changed' | 'kind'>) {
  useSignals()
  const rows = choicesOf(kind)
  const toggle = (id: number, on: boolean) => {
    chosen.value = on ? [...chosen.value, id] : chosen.value.filter(other => other !== id)
    changed()
  }
  return (
    <div className="pop-list">
      {rows.map(row => (
        <label key={row.id} className="opt">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            checked={chosen.value.includes(row.id)}
            onChange={event => toggle(row.id, event.currentTarget.checked)}
          />
          {row.color ? <Dot color={row.color} /> : <Avatar name={row.name} size={18} />}
          <span className="clip">{row.name}</span>
        </label>
      ))}
      {catalog(kind).loaded.value && !rows.length && <p className="px-2.5 py-2 faint">{t('tickets.noChoices')}</p>}
    </div>
  )
}
