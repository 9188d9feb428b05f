import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, RotateCw } from 'lucide-react'
import { Link } from 'wouter'
import { contactListApi } from '../../../src/modules/contact-lists/api'
import { catalog } from '../../catalog'
import { post } from '../../kit/api'
import { number } from '../../kit/i18n'
import { toastError } from '../../kit/errors'
import { Legend, Meter } from '../campaigns/meter'
import { partsOf, sourceOf } from '../contact-lists/counts'
import { words } from './texts'

/** Which list it is, and how far the check of its numbers is. */
export function ListHead({ listId }: { listId: number }) {
  useSignals()
  const list = catalog('contact_lists').items.value.find(({ id }) => id === listId)
  return (
    <section className="list-card" aria-label={words('checking')}>
      <header>
        <Link href="/contact-lists" className="btn btn-icon btn-sm" aria-label={words('back')} data-tip={words('back')}>
          <ChevronLeft className="icon" aria-hidden />
        </Link>
        <b className="font-medium clip">{list?.name}</b>
        <span className="t-meta muted clip only-wide">{list && sourceOf(list)}</span>
        {list && list.invalid > 0 && list.unchecked === 0 && (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => void post(`${contactListApi.path}/${listId}/check`).catch(toastError)}
          >
            <RotateCw className="icon icon-sm" aria-hidden />
            {words('recheck')}
          </button>
        )}
      </header>
      {list && !list.isFilled && (
        <p className="t-meta muted" role="status">
          <span className="loading loading-spinner" style={{ width: 14 }} /> {words('gathering', { n: number(Number(list.contactsCount)) })}
        </p>
      )}
      {list && list.isFilled && Number(list.contactsCount) > 0 && (
        <>
          <Meter parts={partsOf(list)} of={Number(list.contactsCount)} label={words('checking')} />
          <div className="ends">
            <Legend parts={partsOf(list)} />
            <span className="t-meta muted" role="status">
              {list.unchecked > 0 ? words('checkingText') : words('checked')}
            </span>
          </div>
        </>
      )}
    </section>
  )
}
