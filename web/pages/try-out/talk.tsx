import { RotateCcw, SendHorizontal } from 'lucide-react'
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import type { TriedStep } from '../../../src/modules/ticket-bots'
import { post } from '../../kit/api'
import { useDebounced } from '../../kit/debounce'
import { errorText } from '../../kit/errors'
import { RichText } from '../../kit/rich-text'
import { words as why } from '../tickets/dialogs/bot-texts'
import { words } from './texts'

const MAX = 50

/** A simulated customer of a form as it stands: each change of it is tried anew with all that was written. */
export default function Talk({ asked }: { asked: string }) {
  const [said, say] = useState<string[]>([])
  const [text, write] = useState('')
  const [steps, show] = useState<TriedStep[]>([])
  const [wrong, setWrong] = useState<string>()
  /** The newest question: an answer to an older one says nothing any more. */
  const turn = useRef(0)
  const ask = (said: string[]) => {
    const mine = ++turn.current
    return post<{ steps: TriedStep[] }>('/bots/try', { ...(JSON.parse(asked) as object), words: said }).then(
      ({ steps }) => {
        if (mine !== turn.current) return
        show(steps)
        setWrong(undefined)
      },
      error => mine === turn.current && setWrong(errorText(error)),
    )
  }
  const again = useDebounced(() => said.length && void ask(said))
  useEffect(() => void again(), [asked, again])
  const [box, log] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)]
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [steps, box, log])
  const send = (event: FormEvent) => {
    event.preventDefault()
    // It stands in the form that it tries.
    event.stopPropagation()
    if (!text.trim() || said.length >= MAX) return
    const next = [...said, text.trim()]
    say(next)
    write('')
    void ask(next)
  }
  return (
    <section ref={box} className="try" aria-label={words('title')}>
      <p className="faint t-meta">{words('help')}</p>
      <div ref={log} className="try-talk" role="log" aria-label={words('title')}>
        {steps.map((step, at) => (
          <Fragment key={at}>
            <div className="msg out">
              <div className="bubble">{step.words}</div>
            </div>
            {step.answers.map((answer, n) => (
              <div key={n} className="msg">
                <div className="bubble">{answer.text === undefined ? answer.file : <RichText text={answer.text} />}</div>
              </div>
            ))}
            <p className="try-why">
              <b>{why(step.holder)}</b> · {why(`why.${step.reason}` as 'why.menu')}
            </p>
          </Fragment>
        ))}
      </div>
      {wrong && (
        <p className="help error" role="alert">
          {wrong}
        </p>
      )}
      <div className="try-say">
        <input
          className="input"
          value={text}
          maxLength={4000}
          placeholder={words('placeholder')}
          aria-label={words('placeholder')}
          onChange={event => write(event.target.value)}
          onKeyDown={event => event.key === 'Enter' && send(event)}
        />
        <button type="button" className="btn btn-icon" aria-label={words('send')} onClick={send}>
          <SendHorizontal className="icon" aria-hidden />
        </button>
        <button
          type="button"
          className="btn btn-icon"
          aria-label={words('again')}
          data-tip={words('again')}
          disabled={!said.length}
          onClick={() => {
            turn.current++
            say([])
            show([])
          }}
        >
          <RotateCcw className="icon" aria-hidden />
        </button>
      </div>
    </section>
  )
}
