import { useSignals } from '@preact/signals-react/runtime'
import { t, withTexts } from '../../../kit/i18n'
import { heldWhile, keycaps, keysOf } from '../../../kit/keys'
import { Link } from '../../../kit/link'
import { Part } from '../../../kit/part'
import { Empty } from '../../../kit/placeholder'
import { retried } from '../../../kit/style'
import { isAdmin, user } from '../../../session'
import { anyConnection } from '../../../shell/connection-warning'
import { later } from '../../../shell/later-icon'
import type { Verbs } from '../verbs'
import { hiddenQueues, lists, shownList, type TicketList } from './store'

const Inbox = later('Inbox')
const AlarmClock = later('AlarmClock')
const Coffee = later('Coffee')
const Smartphone = later('Smartphone')
const ViewNone = retried(withTexts(() => import('./view-none')))
const FilteredNone = retried(withTexts(() => import('./filtered-none')))

/** What an empty list says, and what one may do then. */
export function None({ list, verbs }: { list: TicketList; verbs: Verbs }) {
  useSignals()
  const waiting = lists.pending.count.value
  if (hiddenQueues.value.length && list.name !== 'group' && list.name !== 'view')
    return (
      <Part>
        <FilteredNone />
      </Part>
    )
  if (list.name === 'closed') return <Empty icon={Inbox} title={t('tickets.noneClosed')} />
  if (list.name === 'snoozed') return <Empty icon={AlarmClock} title={t('tickets.noneSnoozed')} text={t('tickets.noneSnoozedText')} />
  if (list.name === 'view')
    return (
      <Part>
        <ViewNone />
      </Part>
    )
  if (list.name === 'group') return <Empty icon={Inbox} title={t('tickets.noneGroup')} />
  const servesNone = !isAdmin.value && !user.value?.queues.length && user.value?.allTicket !== 'enabled'
  if (servesNone && !waiting && (list.name === 'pending' || list.name === 'mine'))
    return <Empty icon={Inbox} title={t('tickets.noQueues')} text={t('tickets.noQueuesText')} />
  if (list.name === 'pending') return <Empty icon={Coffee} title={t('tickets.nonePending')} text={t('tickets.nonePendingText')} />
  if (!anyConnection.value)
    return (
      <Empty icon={Smartphone} title={t('tickets.noConnection')} text={t('tickets.noConnectionText')}>
        {isAdmin.value && (
          <Link href="/connections" className="btn btn-primary">
            {t('common.connectNumber')}
          </Link>
        )}
      </Empty>
    )
  return (
    <Empty
      icon={Coffee}
      title={t('tickets.noneMine')}
      text={waiting ? t(waiting === 1 ? 'tickets.onePending' : 'tickets.somePending', { n: waiting }) : t('tickets.noneMineText')}
    >
      {waiting > 0 && (
        <>
          <button className="btn btn-primary" onClick={() => void (shownList.value = 'pending')}>
            {t('tickets.seePending')}
          </button>
          <button className="btn btn-plain" onClick={() => void heldWhile(verbs.acceptLongest)}>
            {t('tickets.acceptNext')} <kbd className="kbd">{keycaps(keysOf('accept') ?? '').join(' ')}</kbd>
          </button>
        </>
      )}
    </Empty>
  )
}
