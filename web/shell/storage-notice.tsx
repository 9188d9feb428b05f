import { useSignals } from '@preact/signals-react/runtime'
import { HardDrive } from 'lucide-react'
import { t } from '../kit/i18n'
import { storageTrouble } from './storage'

/** For as long as the server can store nothing. */
export function StorageNotice() {
  useSignals()
  return (
    <div className="banner" role="status">
      <HardDrive className="icon" aria-hidden />
      <span>{t(storageTrouble.value === 'disk_full' ? 'common.diskFull' : 'common.notStored')}</span>
    </div>
  )
}
