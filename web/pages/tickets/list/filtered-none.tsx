import { Layers } from 'lucide-react'
import { Empty } from '../../../kit/placeholder'
import { words } from './desk-texts'
import { hiddenQueues, reloadLists } from './store'

/** An open list that is empty while queues are left out of it. */
export default function FilteredNone() {
  const showAll = () => {
    hiddenQueues.value = []
    reloadLists()
  }
  return (
    <Empty icon={Layers} title={words('filteredNone')} text={words('filteredNoneText')}>
      <button type="button" className="btn btn-primary" onClick={showAll}>
        {words('filteredShow')}
      </button>
    </Empty>
  )
}
