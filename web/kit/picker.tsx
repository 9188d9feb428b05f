import { Check } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Dot } from './chips'
import { folded } from './folded'
import { t } from './i18n'
import { Popover } from './popover'

type Choice = { id: number; name: string; color?: string }
type Props = {
  id: string
  label: string
  choices: Choice[]
  chosen: number[]
  change: (ids: number[]) => void
  /** Several may be chosen. */
  several?: boolean
  /** What is shown where nothing is chosen; of one choice it can be chosen again. */
  none: string
  isInvalid?: boolean
}

/** Chooses rows of another noun, by name: a field that opens a list with a search. */
export function Picker({ id, label, choices, chosen, change, several, none, isInvalid }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const named = choices.filter(choice => chosen.includes(choice.id))
  const width = anchor?.getBoundingClientRect().width
  return (
    <>
      <button
        type="button"
        id={id}
        className={`select picker${isInvalid ? ' is-invalid' : ''}`}
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-label={`${label}: ${named.map(({ name }) => name).join(', ') || none}`}
        onClick={event => setAnchor(anchor ? null : event.currentTarget)}
      >
        <span className="clip">
          {named.length
            ? named.map(({ id: each, name, color }, i) => (
                <span key={each}>
                  {i > 0 && ', '}
                  {color && <Dot color={color} />} {name}
                </span>
              ))
            : none}
        </span>
      </button>
      {anchor && (
        <Popover anchor={anchor} close={() => setAnchor(null)} label={label} width={Math.max(240, width ?? 0)}>
          <PickList {...{ label, choices, chosen, change, several, none }} close={() => setAnchor(null)} />
        </Popover>
      )}
    </>
  )
}

type ListProps = Omit<Props, 'id' | 'none'> & { none?: string; close?: () => void }
/** The list of such a field, with its search. */
export function PickList({ label, choices, chosen, change, several, none, close }: ListProps) {
  const list = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = choices.filter(choice => folded(choice.name).includes(folded(text.trim())))
  const shown: (Choice | null)[] = several || text ? found : [null, ...found]
  const choose = (choice: Choice | null) => {
    if (!several) {
      change(choice ? [choice.id] : [])
      return close?.()
    }
    if (choice) change(chosen.includes(choice.id) ? chosen.filter(id => id !== choice.id) : [...chosen, choice.id])
  }
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Ctrl+Enter is the form's: it saves what was chosen.
    if (by === undefined && (event.key !== 'Enter' || event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (by !== undefined) setAt(now => Math.max(0, Math.min(shown.length - 1, now + by)))
    else if (shown[at] !== undefined) choose(shown[at])
  }
  return (
    <div className="pick-box">
      <input
        className="input"
        role="combobox"
        aria-label={t('common.search')}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={shown.length ? `${list}-${at}` : undefined}
        placeholder={t('common.search')}
        autoComplete="off"
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={keys}
      />
      <div className="pop-list" role="listbox" id={list} aria-label={label} aria-multiselectable={several}>
        {shown.map((choice, i) => {
          const isChosen = choice ? chosen.includes(choice.id) : !chosen.length
          return (
            <button
              key={choice?.id ?? 0}
              type="button"
              role="option"
              id={`${list}-${i}`}
              tabIndex={-1}
              aria-selected={isChosen}
              className={i === at ? 'is-hover' : undefined}
              onMouseMove={() => setAt(i)}
              onClick={() => choose(choice)}
            >
              {choice?.color && <Dot color={choice.color} />}
              <span className="clip">{choice?.name ?? none}</span>
              {isChosen && <Check className="icon icon-sm ml-auto" aria-hidden />}
            </button>
          )
        })}
      </div>
      {!shown.length && <p className="help px-2 py-3">{t('common.noMatch')}</p>}
    </div>
  )
}
