import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, CircleStop, Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { contactListApi } from '../../../src/modules/contact-lists/api'
import { catalog, type ContactList } from '../../catalog'
import { del, post } from '../../kit/api'
import { number } from '../../kit/i18n'
import { toastError } from '../../kit/errors'
import { Link } from '../../kit/link'
import { Legend, Meter } from '../campaigns/meter'
import { partsOf, sourceOf } from '../contact-lists/counts'
import { words } from './texts'

/** Ends the check of its numbers, goes on with it, or asks once more about those without an account. */
function CheckButton({ id, unchecked, invalid, isCheckStopped }: ContactList) {
  const [isBusy, setBusy] = useState(false)
  const isRunning = unchecked > 0 && !isCheckStopped
  if (!unchecked && !invalid) return null
  const path = `${contactListApi.path}/${id}/check`
  const press = () => {
    setBusy(true)
    void (isRunning ? del(path) : post(path)).catch(toastError).finally(() => setBusy(false))
  }
  const [Icon, label] = isRunning ? [CircleStop, words('stopCheck')] : unchecked ? [Play, words('goOn')] : [RotateCw, words('recheck')]
  return (
    <button type="button" className="btn btn-quiet btn-sm" disabled={isBusy} onClick={press}>
      <Icon className="icon icon-sm" aria-hidden />
      {label}
    </button>
  )
}

/** People of a source come in piece by piece. */
function Filling({ contactsCount, sourceCount }: ContactList) {
  const n = Number(contactsCount)
  return (
    <div role="status">
      {sourceCount !== null && <progress className="bar" max={sourceCount} value={n} aria-label={words('gatheringLabel')} />}
      <p className="t-meta muted mt-2">
        {sourceCount === null ? words('gathering', { n: number(n) }) : words('gatheringOf', { n: number(n), of: number(sourceCount) })}
      </p>
    </div>
  )
}

export const listOf = (listId: number) => catalog('contact_lists').items.value.find(({ id }) => id === listId)

/** Where its people come from, and how far the check of their numbers is. A phone has no title of the page. */
export function ListHead({ listId }: { listId: number }) {
  useSignals()
  const list = listOf(listId)
  return (
    <section className="list-card" aria-label={words('checking')}>
      <header>
        <Link href="/contact-lists" className="btn btn-icon btn-sm" aria-label={words('back')} data-tip={words('back')}>
          <ChevronLeft className="icon" aria-hidden />
        </Link>
        <b className="font-medium mobile-only">{list?.name}</b>
        <span className="muted clip only-wide">{list && sourceOf(list)}</span>
        {list && <CheckButton {...list} />}
      </header>
      {list && !list.isFilled && <Filling {...list} />}
      {list && list.isFilled && Number(list.contactsCount) > 0 && (
        <>
          <Meter parts={partsOf(list)} of={Number(list.contactsCount)} label={words('checking')} />
          <div className="ends">
            <Legend parts={partsOf(list).filter(({ n }) => n > 0)} />
            <span className="t-meta muted" role="status">
              {words(list.unchecked === 0 ? 'checked' : list.isCheckStopped ? 'stopped' : 'checkingText')}
            </span>
          </div>
        </>
      )}
    </section>
  )
}
