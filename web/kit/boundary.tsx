import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { t } from './i18n'
import { Empty, LoadFailed } from './placeholder'
import { connected } from './realtime'
import { NotLoaded, retryFailed } from './style'

type Failed = 'crashed' | 'notLoaded'

/**
 * Keeps a crash of one screen from taking the application down. React offers this to classes only. What did not come over the
 * network is asked for again when the line is back.
 */
export class Boundary extends Component<{ children: ReactNode }, { failed: Failed | undefined }> {
  override state = { failed: undefined as Failed | undefined }
  static getDerivedStateFromError = (error: unknown) => ({ failed: error instanceof NotLoaded ? 'notLoaded' : 'crashed' })
  private stop = () => {}
  private retry = () => {
    retryFailed()
    this.setState({ failed: undefined })
  }
  override componentDidMount() {
    this.stop = connected.subscribe(isConnected => {
      if (isConnected && this.state.failed === 'notLoaded') this.retry()
    })
  }
  override componentWillUnmount() {
    this.stop()
    retryFailed()
  }
  override render() {
    const { failed } = this.state
    if (!failed) return this.props.children
    if (failed === 'notLoaded') return <LoadFailed what={t('common.thisScreen')} retry={this.retry} />
    return (
      <Empty bad icon={TriangleAlert} title={t('common.crashed')} text={t('common.loadFailedText')}>
        <button className="btn btn-plain" onClick={() => location.reload()}>
          {t('common.reload')}
        </button>
      </Empty>
    )
  }
}
