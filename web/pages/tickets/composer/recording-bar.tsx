import { useSignals } from '@preact/signals-react/runtime'
import { Mic, Pause, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { confirm } from '../../../kit/confirm'
import { duration } from '../../../kit/measures'
import { t } from '../../../kit/i18n'
import { useHeldShortcuts } from '../../../kit/keys'
import { IconButton } from '../../../kit/icon-button'
import { Wave } from '../../../kit/wave'
import type { Draft } from './drafts'
import { HeldRecording } from './held-recording'
import { held } from './hold-to-record'
import { Listen } from './listen'
import { attend, discardVoice, finishVoice } from './voice'

const BARS = 75
/** A recording of more seconds is not thrown away by one press. */
const LONG = 3

/** Stands in the place of the composer while a voice note is recorded. Enter sends, Esc discards, no other shortcut acts. */
export function RecordingBar({ draft, use }: { draft: Draft; use: (file: File) => void }) {
  useSignals()
  const bar = useRef<HTMLDivElement>(null)
  const recording = draft.voice.value?.recording
  useHeldShortcuts()
  useEffect(() => attend(draft), [draft])
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])

  const finish = () => void finishVoice(draft).then(file => file && use(file))
  const discard = async () => {
    const seconds = recording?.seconds.value ?? 0
    const question = { title: t('tickets.discardVoice'), text: t('tickets.discardVoiceText', { time: duration(seconds) }) }
    if (seconds < LONG || (await confirm({ ...question, action: t('common.discard'), danger: true }))) discardVoice(draft)
  }
  const act = useRef({ finish, discard })
  act.current = { finish, discard }
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('.layer,.popover')) return
      const target = event.target as Element
      if (target.matches('input,textarea,select') || (event.key === 'Enter' && target.closest('button,a'))) return
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      if (event.key === 'Enter') act.current.finish()
      else void act.current.discard()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])

  const paused = recording?.paused.value ?? false
  const levels = recording?.levels.value ?? []
  if (held.value?.draft === draft)
    return (
      <div className="composer is-held">
        <div className="rec" role="group" aria-label={t('tickets.recordingNow')} tabIndex={-1} ref={bar}>
          <HeldRecording recording={recording} />
        </div>
      </div>
    )
  return (
    <div className="composer is-focus">
      <div className="rec" role="group" aria-label={t('tickets.recordingNow')} tabIndex={-1} ref={bar}>
        <IconButton icon={Trash2} label={t('common.discard')} data-keys="escape" className="btn-sm" onClick={() => void discard()} />
        <span className={paused ? 'live is-paused' : 'live'} />
        <span className="tnum t-body font-medium" role="timer">
          {duration(recording?.seconds.value ?? 0)}
        </span>
        <span className="rec-wave">
          <Wave peaks={[...Array.from({ length: Math.max(0, BARS - levels.length) }, () => 0.08), ...levels]} played={1} width={300} />
        </span>
        <span className="ml-auto" />
        {paused && recording && <Listen recording={recording} />}
        <IconButton
          icon={paused ? Mic : Pause}
          label={t(paused ? 'tickets.resume' : 'player.pause')}
          className="btn-sm"
          disabled={!recording}
          onClick={() => recording && (recording.paused.value = !paused)}
        />
        <button className="btn btn-primary btn-sm" disabled={!recording} onClick={finish}>
          {t('tickets.send')} <kbd className="kbd">↵</kbd>
        </button>
      </div>
    </div>
  )
}
