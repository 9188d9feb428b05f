import { CircleAlert, CircleCheck, SendHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../kit/api'
import { errorText } from '../../kit/errors'
import { AreaField, TextField } from '../../kit/field'
import { MediaField } from '../../kit/media-field'
import { ChooseToken } from './token'
import type { Kind } from './examples'
import { words } from './texts'

/** What the server said to a test. */
type Result = { status: number; ms: number; text: string; why?: string }

/** Asks as a program would: with the token alone, and no session. */
async function sendTest(kind: Kind, { token, number, body, file }: Tried): Promise<Result> {
  const began = performance.now()
  const form = new FormData()
  for (const [name, value] of Object.entries({ number, body })) form.append(name, value)
  if (file) form.append('medias', file, file.name)
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const isText = kind === 'text'
  const response = await fetch('/api/messages/send', {
    method: 'POST',
    headers: isText ? { ...headers, 'content-type': 'application/json' } : headers,
    body: isText ? JSON.stringify({ number, body }) : form,
    credentials: 'omit',
  })
  const text = await response.text()
  return { status: response.status, ms: Math.round(performance.now() - began), text: pretty(text), why: whyOf(response.status, text) }
}
/** In words, why it was refused: a program reads the code. */
function whyOf(status: number, text: string) {
  try {
    return status < 400 ? '' : errorText(new ApiError(status, JSON.parse(text)))
  } catch {
    return ''
  }
}
function pretty(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Whose it is nobody knows: it stands in the examples, and nothing is sent to it. */
export const SAMPLE_NUMBER = '5592981342210'

export type Tried = { token: string; number: string; body: string; file: File | null }
type Props = { kind: Kind; setKind: (kind: Kind) => void; tried: Tried; change: (part: Partial<Tried>) => void }

/** The two live tests: a text, and a file. What they hold stands in the examples beside them. */
export function Trial({ kind, setKind, tried, change }: Props) {
  const [missing, setMissing] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    const needed = {
      token: tried.token,
      number: tried.number.trim(),
      ...(kind === 'text' ? { body: tried.body.trim() } : { file: tried.file }),
    }
    const empty = Object.entries(needed).flatMap(([name, value]) => (value ? [] : name))
    setMissing(empty)
    if (empty.length || busy) return
    setBusy(true)
    setResult(await sendTest(kind, tried).catch(() => ({ status: 0, ms: 0, text: '', why: errorText(new ApiError(0)) })))
    setBusy(false)
  }
  const error = (name: string) => (missing.includes(name) ? words('required') : undefined)
  const isDone = result && result.status >= 200 && result.status < 300
  return (
    <form className="card-b api-test" onSubmit={event => void submit(event)} noValidate aria-label={words('test')}>
      <h2 className="t-title">{words('test')}</h2>
      <div className="segment" role="tablist" aria-label={words('kind')}>
        {(['text', 'media'] as const).map(one => (
          <button key={one} type="button" role="tab" aria-selected={kind === one} onClick={() => setKind(one)}>
            {words(one)}
          </button>
        ))}
      </div>
      <div>
        <ChooseToken token={tried.token} change={token => change({ token })} />
        {error('token') && <p className="err mt-1">{`${words('token')}: ${error('token')}`}</p>}
      </div>
      <TextField
        id="api-number"
        label={words('toNumber')}
        inputMode="tel"
        placeholder={SAMPLE_NUMBER}
        error={error('number')}
        value={tried.number}
        onChange={event => change({ number: event.currentTarget.value })}
      />
      <AreaField
        id="api-message"
        label={words('message')}
        rows={3}
        error={error('body')}
        value={tried.body}
        onChange={event => change({ body: event.currentTarget.value })}
      />
      {kind === 'media' && (
        <div>
          <MediaField
            isRequired
            label={words('file')}
            stored={undefined}
            value={tried.file}
            change={file => change({ file: file ?? null })}
          />
          {error('file') && <p className="err mt-1">{`${words('file')}: ${error('file')}`}</p>}
        </div>
      )}
      <button className="btn btn-primary w-full" aria-busy={busy}>
        {busy ? (
          <span className="loading loading-spinner" style={{ width: 14 }} />
        ) : (
          <SendHorizontal className="icon icon-sm" aria-hidden />
        )}
        {words('send')}
      </button>
      {result && (
        <>
          <div className={isDone ? 'result ok' : 'result bad'} role="status">
            {isDone ? <CircleCheck className="icon" aria-hidden /> : <CircleAlert className="icon" aria-hidden />}
            <div>
              <div className="font-medium">{words(isDone ? 'sent' : 'refused')}</div>
              {result.why && <div>{result.why}</div>}
              {result.status > 0 && (
                <div className="t-meta muted tnum">{words('answered', { status: String(result.status), ms: result.ms })}</div>
              )}
            </div>
          </div>
          {result.status > 0 && (
            <pre className="code sm" tabIndex={0} aria-label={words('answer')}>
              {result.text}
            </pre>
          )}
        </>
      )}
    </form>
  )
}
