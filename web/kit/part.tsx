import { Component, type ReactNode, Suspense } from 'react'
import { t } from './i18n'
import { NotLoaded, retryFailed } from './style'
import { toast } from './toast'

type Props = { children: ReactNode; fallback?: ReactNode; gone?: () => void }

/**
 * Around a part of a screen that comes when it is asked for, by `retried`: one that does not come over the network is told in a toast and
 * leaves the rest as it is. Asked for again, it is fetched anew (`retryable`); `gone` takes back that it was.
 */
export class Part extends Component<Props, { isLost: boolean }> {
  override state = { isLost: false }
  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof NotLoaded)) throw error
    return { isLost: true }
  }
  override componentDidCatch() {
    retryFailed()
    toast.bad(t('common.loadFailed', { what: t('common.thisPart') }))
    this.props.gone?.()
  }
  override render() {
    return this.state.isLost ? null : <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>
  }
}
