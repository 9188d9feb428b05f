import { t } from './i18n'

/** In the place of a few rows that did not come; `what` as in "Não deu para carregar as tags". */
export const FailedLine = ({ what, retry }: { what: string; retry: () => void }) => (
  <p className="faint" role="alert">
    {t('common.loadFailed', { what })}{' '}
    <button type="button" className="link-b whitespace-nowrap" onClick={retry}>
      {t('common.retry')}
    </button>
  </p>
)
