import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Layers, type LucideIcon, UserRound } from 'lucide-react'
import { type Choice, choicesOf } from '../../catalog'
import { Avatar } from '../../kit/avatar'
import { Dot } from '../../kit/chips'
import { t } from '../../kit/i18n'
import { Pop } from '../../kit/popover'
import { isLeader } from '../../session'
import { hiddenQueues } from '../tickets/list/store'
import { queues } from '../tickets/queues'
import { people, reloadBoard } from './store'
import { words } from './texts'

/** By queue, the same ones as in the inbox, and for leaders, who see everybody's tickets, by person. */
export function Filters() {
  useSignals()
  const shown = queues.value.filter(({ id }) => !hiddenQueues.value.includes(id))
  return (
    <>
      <Filter
        icon={Layers}
        label={words('queues')}
        n={shown.length}
        choices={() => queues.value}
        of={hiddenQueues}
        isOn={id => !hiddenQueues.value.includes(id)}
      />
      {isLeader.value && (
        <Filter
          icon={UserRound}
          label={words('people')}
          n={people.value.length}
          choices={() => choicesOf('users')}
          of={people}
          isOn={id => people.value.includes(id)}
        />
      )}
    </>
  )
}

type Props = { icon: LucideIcon; label: string; n: number; choices: () => Choice[]; of: Signal<number[]>; isOn: (id: number) => boolean }

function Filter({ icon: Icon, label, n, ...list }: Props) {
  return (
    <Pop
      label={label}
      width={240}
      end
      trigger={
        <button className="btn btn-quiet" aria-label={n ? `${label} · ${n}` : label}>
          <Icon className="icon icon-sm" aria-hidden />
          <span className="filter-name">{n ? `${label} · ` : label}</span>
          {n > 0 && <span className="tnum">{n}</span>}
        </button>
      }
    >
      {() => <Choices {...list} />}
    </Pop>
  )
}

function Choices({ choices, of, isOn }: Pick<Props, 'choices' | 'of' | 'isOn'>) {
  useSignals()
  const rows = choices()
  const toggle = (id: number) => {
    of.value = of.value.includes(id) ? of.value.filter(other => other !== id) : [...of.value, id]
    reloadBoard()
  }
  return (
    <div className="pop-list">
      {rows.map(row => (
        <label key={row.id} className="opt">
          <input type="checkbox" className="checkbox checkbox-primary" checked={isOn(row.id)} onChange={() => toggle(row.id)} />
          {row.color ? <Dot color={row.color} /> : <Avatar name={row.name} size={18} />}
          <span className="clip">{row.name}</span>
        </label>
      ))}
      {!rows.length && <p className="px-2.5 py-2 faint">{t('tickets.noChoices')}</p>}
    </div>
  )
}
