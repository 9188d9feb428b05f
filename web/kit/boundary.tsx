import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { t } from './i18n'
import { Empty } from './placeholder'

/** Keeps a crash of one screen from taking the application down. React offers this to classes only. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Empty bad icon={TriangleAlert} title={t('common.crashed')} text={t('common.loadFailedText')}>
        <button className="btn btn-plain" onClick={() => location.reload()}>
          {t('common.reload')}
        </button>
      </Empty>
    )
  }
}
