import { Logo } from '../../../brand'
import { t, withTexts } from '../../../kit/i18n'
import { Part } from '../../../kit/part'
import { retried } from '../../../kit/style'
import { afterwards } from '../../../kit/usable'

const Hints = retried(afterwards(withTexts(() => import('./choose-hints'))))

/** The right side while no ticket is chosen. */
export const Choose = ({ back }: { back: () => void }) => (
  <div className="empty">
    <Logo size={48} />
    <h1 className="empty-title mt-3.5">{t('tickets.choose')}</h1>
    <p className="desktop-only">{t('tickets.chooseText')}</p>
    <p className="mobile-only">{t('tickets.choosePhone')}</p>
    <div className="do mobile-only">
      <button className="btn btn-primary" onClick={back}>
        {t('tickets.select')}
      </button>
    </div>
    <Part>
      <Hints />
    </Part>
  </div>
)
