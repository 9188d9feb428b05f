import { useSignals } from '@preact/signals-react/runtime'
import { VOLUME_STEP } from '../constants'
import { locale, t } from '../kit/i18n'
import { chime, setVolume, volume } from './chime'

type Loudness = { id?: string; label?: string; value: number; change: (value: number) => void; heard: (value: number) => void }
/** From silence to as loud as it gets; `heard` when it is let go. */
export const Loudness = ({ id, label, value, change, heard }: Loudness) => (
  <>
    <input
      id={id}
      type="range"
      aria-label={label}
      min="0"
      max="1"
      step={VOLUME_STEP}
      value={value}
      style={{ width: 150, height: 24, accentColor: 'var(--brand-fill)' }}
      onChange={event => change(Number(event.currentTarget.value))}
      onPointerUp={event => heard(Number(event.currentTarget.value))}
      onKeyUp={event => heard(Number(event.currentTarget.value))}
    />
    <span className="tnum" style={{ minWidth: 40, textAlign: 'right' }}>
      {new Intl.NumberFormat(locale(), { style: 'percent' }).format(value)}
    </span>
  </>
)

/** How loud it is told that somebody wrote. */
export function VolumeSlider({ id }: { id?: string }) {
  useSignals()
  return <Loudness id={id} label={id ? undefined : t('top.volume')} value={volume.value} change={setVolume} heard={() => void chime()} />
}

/** The slider in the popover of the top bar. */
export const Volume = () => (
  <div className="flex items-center gap-3 px-4 py-3 muted">
    <VolumeSlider />
  </div>
)
