import { useSignals } from '@preact/signals-react/runtime'
import { RotateCw } from 'lucide-react'
import { t } from '../../../kit/i18n'
import type { lists } from './store'

/** What stands below the rows while further ones are to come: where they did not, they are asked for again by a press, not by every drawing. */
export function MoreLine({ failed, retry }: Pick<(typeof lists)['mine'], 'failed' | 'retry'>) {
  useSignals()
  return (
    <li className="more-line" role={failed.value ? 'alert' : undefined}>
      {failed.value ? t('common.loadFailed', { what: t('tickets.what') }) : t('common.loadingMore')}
      {failed.value && (
        <button className="btn btn-plain btn-sm" onClick={() => void retry()}>
          <RotateCw className="icon icon-sm" aria-hidden />
          {t('common.retry')}
        </button>
      )}
    </li>
  )
}
