import { useSignals } from '@preact/signals-react/runtime'
import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Sheet } from '../kit/dialog'
import { folded } from '../kit/folded'
import { t } from '../kit/i18n'
import { IconButton } from '../kit/icon-button'
import { nameOf } from '../kit/key-names'
import { combinationsOf, keycaps, type OwnKeys, ownKeys, type Shortcut, shortcuts } from '../kit/keys'
import { combinationOf } from '../kit/recorded-keys'
import { toast } from '../kit/toast'
import '../shortcut-names'
import { words } from './keys-words'
import { prefer } from './prefer'

type Recording = { id: string; refused?: boolean; taken?: { keys: string; from: string } }

const labelOf = (id: string) => t(nameOf(id).label)
const save = (keys: OwnKeys) => void prefer({ keys })
const capsOf = (combination: string) => keycaps(combination).join(' ')

/** Every shortcut there is, by where it works; a press on one gives it other keys. */
export default function KeysSheet({ close }: { close: () => void }) {
  useSignals()
  const [text, setText] = useState('')
  const [recording, record] = useState<Recording>()
  const own = ownKeys.value
  const sought = folded(text.trim())
  const found = shortcuts().filter(([id]) => [labelOf(id), ...combinationsOf(id).map(capsOf)].some(said => folded(said).includes(sought)))
  const give = (id: string, keys: string) => {
    const other = shortcuts().find(([one]) => one !== id && combinationsOf(one).includes(keys))?.[0]
    const rest = other && { [other]: combinationsOf(other).find(one => one !== keys) ?? '' }
    save({ ...own, ...rest, [id]: keys })
    record(undefined)
  }
  const reset = (id?: string) => {
    const { [id ?? '']: _, ...others } = own
    save(id ? others : {})
    if (!id) toast.undo(words('wasReset'), () => save(own))
  }
  function press(event: KeyboardEvent, id: string) {
    if (event.key === 'Tab') return record(undefined)
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return record(undefined)
    const keys = combinationOf(event.nativeEvent)
    if (keys === undefined) return
    if (keys === null) return record({ id, refused: true })
    const taken = shortcuts().find(([other]) => other !== id && combinationsOf(other).includes(keys))
    if (!taken) return give(id, keys)
    record({ id, ...(taken[1].isFixed ? { refused: true } : { taken: { keys, from: labelOf(taken[0]) } }) })
  }
  const row = ([id, { isFixed }]: [string, Shortcut]) => {
    const now = recording?.id === id ? recording : undefined
    const combinations = combinationsOf(id)
    const label = labelOf(id)
    const shown = combinations.length ? (
      combinations.map(keys => <Caps key={keys} of={keys} />)
    ) : (
      <span className="faint">{words('noKeys')}</span>
    )
    return (
      <div key={id}>
        <dt>{label}</dt>
        <dd>
          {now?.taken && (
            <span className="keys-said" role="alert">
              {words('taken', { keys: capsOf(now.taken.keys), name: now.taken.from })}{' '}
              <button type="button" className="btn btn-sm btn-plain" onClick={() => give(id, now.taken!.keys)}>
                {words('take')}
              </button>
            </span>
          )}
          {now?.refused && (
            <span className="keys-said" role="alert">
              {words('refused')}
            </span>
          )}
          {id in own && !now && (
            <IconButton icon={RotateCcw} label={words('reset', { name: label })} className="btn-sm" onClick={() => reset(id)} />
          )}
          {isFixed ? (
            shown
          ) : (
            <button
              type="button"
              className="keys-change"
              aria-pressed={Boolean(now)}
              onClick={() => record(now ? undefined : { id })}
              onKeyDown={event => now && press(event, id)}
            >
              {now ? (
                words('press')
              ) : (
                <>
                  <span className="sr-only">
                    {words('change', { name: label, keys: combinations.map(capsOf).join(', ') || words('noKeys') })}
                  </span>
                  <span aria-hidden>{shown}</span>
                </>
              )}
            </button>
          )}
        </dd>
      </div>
    )
  }
  return (
    <Sheet
      title={t('keys.title')}
      close={close}
      footer={
        Object.keys(own).length > 0 && (
          <button type="button" className="btn btn-quiet" onClick={() => reset()}>
            {words('resetAll')}
          </button>
        )
      }
    >
      <input
        className="input"
        type="search"
        aria-label={words('search')}
        placeholder={words('search')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <p className="help mt-2 mb-4">{words('help')}</p>
      {!found.length && <p className="faint">{words('none')}</p>}
      {[...Map.groupBy(found, ([id]) => nameOf(id).group)].map(([group, list]) => (
        <section key={group} className="keys-group">
          <h3>{t(group)}</h3>
          <dl>{list.map(row)}</dl>
        </section>
      ))}
    </Sheet>
  )
}

const Caps = ({ of }: { of: string }) => (
  <span className="keys">
    {keycaps(of).map(key => (
      <kbd className="kbd" key={key}>
        {key}
      </kbd>
    ))}
  </span>
)
