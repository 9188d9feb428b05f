import { Suspense } from 'react'
import { Logo } from '../../../brand'
import { t } from '../../../kit/i18n'
import { keycaps, keysOf } from '../../../kit/keys'
import { retried, styled } from '../../../kit/style'
import { afterwards } from '../../../kit/usable'
import { isReseller, may } from '../../../session'
import stepsStyle from '../../first-steps/first-steps.css'

const FirstSteps = retried(afterwards(styled(() => import('../../first-steps/first-steps'), stepsStyle)))
const ResellerSteps = retried(afterwards(styled(() => import('../../first-steps/reseller-steps'), stepsStyle)))

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
    {may('connections:write') && <Suspense>{isReseller() ? <ResellerSteps then={<FirstSteps />} /> : <FirstSteps />}</Suspense>}
    <dl className="hints desktop-only">
      {(
        [
          ['next', t('keys.next')],
          ['newTicket', t('tickets.new')],
          ['search', t('common.search')],
          ['shortcuts', t('top.shortcuts')],
        ] as const
      ).map(([id, label]) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>
            {keycaps(keysOf(id) ?? '').map(key => (
              <kbd className="kbd" key={key}>
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
