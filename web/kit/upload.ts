import { type Answer, ApiError, attempt, headers } from './api'

/** An upload of which nothing goes on for so long is dead, whatever the network says; who sends it sends it again. */
const STALLED_MS = 120_000

/** POST with progress from 0 to 1, for files. */
export function upload<T>(path: string, form: FormData, progress: (part: number) => void, abort?: AbortSignal) {
  return attempt(
    () =>
      new Promise<Answer>((resolve, reject) => {
        abort?.throwIfAborted()
        const xhr = new XMLHttpRequest()
        xhr.open('POST', path)
        for (const [name, value] of Object.entries(headers())) xhr.setRequestHeader(name, value)
        let stalled: ReturnType<typeof setTimeout> | undefined
        const goesOn = () => {
          clearTimeout(stalled)
          stalled = setTimeout(() => xhr.abort(), STALLED_MS)
        }
        xhr.upload.onprogress = event => {
          goesOn()
          if (event.lengthComputable) progress(event.loaded / event.total)
        }
        xhr.onloadend = () => clearTimeout(stalled)
        xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText })
        xhr.onerror = () => reject(new ApiError(0))
        xhr.onabort = () => reject(new ApiError(0, { error: 'ERR_ABORTED' }))
        abort?.addEventListener('abort', () => xhr.abort())
        xhr.send(form)
        goesOn()
      }),
  ) as Promise<T>
}
