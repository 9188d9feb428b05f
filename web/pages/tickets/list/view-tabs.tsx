import { useSignals } from '@preact/signals-react/runtime'
import { useShortcut } from '../../../kit/keys'
import { words } from '../dialogs/views-texts'
import { lists, seeView, shownList, view, views } from './store'

/** One's own lists: a press shows one, with its count. */
export default function Views() {
  useSignals()
  const isShown = shownList.value === 'view'
  const now = view.value
  useShortcut('nextView', () => {
    const at = isShown ? views.value.findIndex(({ id }) => id === now?.id) : -1
    const next = views.value[at + 1]
    if (next) seeView(next.id)
    else shownList.value = 'mine'
  })
  return (
    <div className="views" role="tablist" aria-label={words('views')}>
      {views.value.map(({ id, name }) => {
        const isSeen = isShown && id === now?.id
        return (
          <button key={id} role="tab" aria-selected={isSeen} data-tip={name} onClick={() => seeView(id)}>
            {name} {isSeen && lists.view.loaded.value && <span className="tnum">{lists.view.count.value}</span>}
          </button>
        )
      })}
    </div>
  )
}
