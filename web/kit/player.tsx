import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { PLAYBACK_RATES } from '../constants'
import { duration } from './measures'
import { number, t } from './i18n'
import { Wave } from './wave'

const stored = Number(localStorage.getItem('audioMessageRate'))
const rate = signal(PLAYBACK_RATES.includes(stored) ? stored : 1)
const nextRate = () => {
  rate.value = PLAYBACK_RATES[(PLAYBACK_RATES.indexOf(rate.value) + 1) % PLAYBACK_RATES.length]!
  localStorage.setItem('audioMessageRate', String(rate.value))
}
let playing: HTMLAudioElement | undefined

/** 42 peaks from the 64 levels (0 to 100) of a voice note; a calm line when it brought none. */
function peaksOf(waveform: string | null | undefined) {
  const levels = waveform ? [...atob(waveform)].map(sign => sign.charCodeAt(0) / 100) : []
  return Array.from({ length: 42 }, (_, i) => levels[Math.floor((i * levels.length) / 42)] ?? 0.18 + 0.12 * ((i * 7) % 3))
}

type Props = { src: string; seconds?: number | null; waveform?: string | null; stamp: ReactNode }

/** A voice note: play, shape, time, and a speed that the browser remembers. One plays at a time. */
export function VoicePlayer({ src, seconds, waveform, stamp }: Props) {
  useSignals()
  const audio = useRef<HTMLAudioElement>(null)
  const [on, setOn] = useState(false)
  /** The browser could not play it: not all know the format of WhatsApp. */
  const [isBroken, setBroken] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(seconds ?? 0)
  const peaks = useMemo(() => peaksOf(waveform), [waveform])
  const speed = rate.value
  const shownSpeed = `${number(speed)}×`
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed
  }, [speed])

  function toggle() {
    const element = audio.current!
    if (on) return element.pause()
    if (playing !== element) playing?.pause()
    playing = element
    // One that failed would refuse for good.
    if (element.error) element.load()
    element.playbackRate = speed
    void element.play().catch(() => setOn(false))
  }
  const seek = (to: number) => {
    setAt(to)
    if (audio.current) audio.current.currentTime = to
  }
  return (
    <div className="voice">
      <button
        type="button"
        className="play"
        aria-label={on ? t('player.pause') : t('player.play', { time: duration(length) })}
        onClick={toggle}
      >
        {on ? <Pause className="icon" aria-hidden /> : <Play className="icon" aria-hidden />}
      </button>
      <span className="wave">
        <Wave peaks={peaks} played={length ? at / length : 0} />
        <input
          type="range"
          min={0}
          max={length || 1}
          step={0.1}
          value={Math.min(at, length || 1)}
          aria-label={t('player.position')}
          aria-valuetext={duration(at)}
          onChange={event => seek(Number(event.currentTarget.value))}
        />
      </span>
      <button type="button" className="rate" aria-label={`${t('player.rate')} ${shownSpeed}`} onClick={nextRate}>
        {shownSpeed}
      </button>
      <span className="dur">{duration(on || at ? at : length)}</span>
      {stamp}
      {isBroken && (
        <span className="t-meta" style={{ gridColumn: '1 / -1' }}>
          {t('player.broken')}{' '}
          <a className="link-b" href={src} download>
            {t('common.download')}
          </a>
        </span>
      )}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setOn(true)}
        onPlaying={() => setBroken(false)}
        onError={() => setBroken(true)}
        onPause={() => setOn(false)}
        onEnded={() => seek(0)}
        onTimeUpdate={event => setAt(event.currentTarget.currentTime)}
        onDurationChange={event => Number.isFinite(event.currentTarget.duration) && setLength(event.currentTarget.duration)}
      />
    </div>
  )
}
