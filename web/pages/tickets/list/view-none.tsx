import { useSignals } from '@preact/signals-react/runtime'
import { Inbox } from 'lucide-react'
import { catalog } from '../../../catalog'
import { t } from '../../../kit/i18n'
import { Empty } from '../../../kit/placeholder'
import { dialog } from '../dialogs/shown'
import { words } from '../dialogs/views-texts'
import { view } from './store'

/** A list of one's own without a ticket: where a queue that it names is no more, that is why. */
export default function ViewNone() {
  useSignals()
  const seen = view.value
  const { items, loaded } = catalog('queues')
  const isLost = loaded.value && seen?.queues.some(id => !items.value.some(queue => queue.id === id))
  if (!seen || !isLost) return <Empty icon={Inbox} title={t('tickets.noneView')} />
  return (
    <Empty icon={Inbox} title={t('tickets.noneView')} text={words('queueGone')}>
      <button type="button" className="btn btn-primary" onClick={() => (dialog.value = { kind: 'views', id: seen.id })}>
        {words('edit', seen)}
      </button>
    </Empty>
  )
}
