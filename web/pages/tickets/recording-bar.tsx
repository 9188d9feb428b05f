import { useSignals } from '@preact/signals-react/runtime'
import { Mic, Pause, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { duration } from '../../kit/format'
import { t } from '../../kit/i18n'
import { type Recording, record } from '../../kit/recorder'
import { toast } from '../../kit/toast'
import { IconButton } from '../../kit/tooltip'
import { Wave } from '../../kit/wave'

/** Stands in the place of the composer while a voice note is recorded. */
export default function RecordingBar({ use, done }: { use: (file: File) => void; done: () => void }) {
  useSignals()
  const [recording, setRecording] = useState<Recording>()
  const sending = useRef(false)
  useEffect(() => {
    let gone = false
    let started: Recording | undefined
    record().then(
      made => {
        started = made
        if (gone) void made.discard()
        else setRecording(made)
      },
      () => {
        toast.bad(t('tickets.noMicrophone'))
        done()
      },
    )
    return () => {
      gone = true
      if (!sending.current) void started?.discard()
    }
  }, [])
  async function finish() {
    if (!recording || sending.current) return
    sending.current = true
    const file = await recording.finish()
    if (file) use(file)
    else toast.bad(t('tickets.tooShort'))
    done()
  }
  const paused = recording?.paused.value ?? false
  return (
    <div
      className="composer is-focus"
      onKeyDown={event => {
        if (event.key === 'Escape') done()
      }}
    >
      <div className="rec" role="group" aria-label={t('tickets.recordingNow')}>
        <IconButton icon={Trash2} label={t('common.discard')} className="btn-sm" onClick={done} />
        <span className={paused ? 'live is-paused' : 'live'} />
        <span className="tnum t-body font-medium" role="timer">
          {duration(recording?.seconds.value ?? 0)}
        </span>
        <span className="rec-wave">
          <Wave
            peaks={[
              ...Array.from({ length: Math.max(0, 75 - (recording?.levels.value.length ?? 0)) }, () => 0.08),
              ...(recording?.levels.value ?? []),
            ]}
            played={1}
            width={300}
          />
        </span>
        <span className="ml-auto" />
        <IconButton
          icon={paused ? Mic : Pause}
          label={t(paused ? 'tickets.resume' : 'player.pause')}
          className="btn-sm"
          disabled={!recording}
          onClick={() => recording && (recording.paused.value = !paused)}
        />
        <button className="btn btn-primary btn-sm" autoFocus disabled={!recording} onClick={() => void finish()}>
          {t('tickets.send')} <kbd className="kbd">↵</kbd>
        </button>
      </div>
    </div>
  )
}
