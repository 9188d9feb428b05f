import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { duration } from '../../../kit/measures'
import type { Recording } from '../../../kit/recorder'

/** What is recorded so far is heard before it is sent, while no more is recorded. */
export function Listen({ recording }: { recording: Recording }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isOn, setIsOn] = useState(false)
  const [src, setSrc] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(recording.soFar())
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [recording])
  return (
    <>
      <IconButton
        icon={isOn ? Pause : Play}
        label={isOn ? t('player.pause') : t('player.play', { time: duration(recording.seconds.peek()) })}
        className="btn-sm"
        onClick={() => (isOn ? audio.current?.pause() : void audio.current?.play().catch(() => {}))}
      />
      <audio ref={audio} src={src || undefined} onPlay={() => setIsOn(true)} onPause={() => setIsOn(false)} />
    </>
  )
}
