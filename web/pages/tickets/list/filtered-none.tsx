import { useSignals } from '@preact/signals-react/runtime'
import { Layers } from 'lucide-react'
import { useEffect } from 'react'
import { Empty } from '../../../kit/placeholder'
import { queues } from '../queues'
import { forgetGone, hide } from './choices'
import { words } from './desk-texts'

/** An open list that is empty while queues are left out of it. */
export default function FilteredNone() {
  useSignals()
  useEffect(forgetGone, [queues.value])
  return (
    <Empty icon={Layers} title={words('filteredNone')} text={words('filteredNoneText')}>
      <button type="button" className="btn btn-primary" onClick={() => hide([])}>
        {words('filteredShow')}
      </button>
    </Empty>
  )
}
