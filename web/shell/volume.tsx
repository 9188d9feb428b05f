import { useSignals } from '@preact/signals-react/runtime'
import { VOLUME_STEP } from '../constants'
import { locale, t } from '../kit/i18n'
import { chime, setVolume, volume } from './chime'

/** How loud it is told that somebody wrote; heard as soon as it is let go. */
export function VolumeSlider({ id }: { id?: string }) {
  useSignals()
  return (
    <>
      <input
        id={id}
        type="range"
        aria-label={id ? undefined : t('top.volume')}
        min="0"
        max="1"
        step={VOLUME_STEP}
        value={volume.value}
        style={{ width: 150, height: 24, accentColor: 'var(--brand-fill)' }}
        onChange={event => setVolume(Number(event.currentTarget.value))}
        onPointerUp={() => void chime()}
        onKeyUp={() => void chime()}
      />
      <span className="tnum" style={{ minWidth: 40, textAlign: 'right' }}>
        {new Intl.NumberFormat(locale(), { style: 'percent' }).format(volume.value)}
      </span>
    </>
  )
}

/** The slider in the popover of the top bar. */
export const Volume = () => (
  <div className="flex items-center gap-3 px-4 py-3 muted">
    <VolumeSlider />
  </div>
)
