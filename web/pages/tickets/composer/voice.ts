import { retryable } from '../../../kit/retryable'
import { t } from '../../../kit/i18n'
import type { Recording } from '../../../kit/recorder'
import { toast } from '../../../kit/toast'
import type { Draft } from './drafts'

const importRecorder = retryable(() => import('../../../kit/recorder'))

/** A recording of a draft; without `recording` while the microphone is asked for. */
export type Voice = { recording?: Recording }

/** Recorded notes that came back as files. */
const voices = new WeakSet<File>()
export const staysVoice = (file: File) => void voices.add(file)
export const isVoice = (file: File) => voices.has(file)

let attended: Draft | undefined

/** A recording runs while its ticket is on screen, and pauses while it is not. Returns how to leave it. */
export function attend(draft: Draft) {
  attended = draft
  return () => {
    attended = undefined
    const { recording } = draft.voice.peek() ?? {}
    if (recording) recording.paused.value = true
  }
}

export async function beginVoice(draft: Draft) {
  const asked: Voice = {}
  draft.voice.value = asked
  try {
    const { record } = await importRecorder()
    const recording = await record()
    if (draft.voice.peek() !== asked) return void recording.discard()
    recording.paused.value = attended !== draft
    draft.voice.value = { recording }
  } catch {
    if (draft.voice.peek() === asked) draft.voice.value = null
    // Browsers hand it to pages that came by HTTPS, or from the machine itself.
    toast.bad(t(isSecureContext ? 'tickets.noMicrophone' : 'tickets.microphoneNeedsHttps'))
  }
}

export function discardVoice(draft: Draft) {
  void draft.voice.peek()?.recording?.discard()
  draft.voice.value = null
}

/** The file of a recording that ends; nothing when it was a slip of the thumb. */
export async function finishVoice(draft: Draft) {
  const { recording } = draft.voice.peek() ?? {}
  if (!recording) return
  draft.voice.value = null
  const file = await recording.finish()
  if (!file) toast.bad(t('tickets.tooShort'))
  return file ?? undefined
}
