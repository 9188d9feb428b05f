import { RotateCcw, SendHorizontal } from 'lucide-react'
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TalkStep, TriedStep } from '../../../src/modules/ticket-bots'
import { useDebounced } from '../../kit/debounce'
import { errorText } from '../../kit/errors'
import { RichText } from '../../kit/rich-text'
import { reasonText } from '../integrations/reason'
import { words as why } from '../tickets/dialogs/bot-texts'
import { words } from './texts'

const MAX = 50

type Step = TriedStep & Partial<Pick<TalkStep, 'deeds' | 'error'>>
type Props = {
  help: string
  /** What all that was written comes to, after what it came to before; undefined when a field has to be corrected first. */
  ask(said: string[], before: Step[]): Promise<Step[] | undefined>
  /** A change of it asks once more for all that was written. */
  asked?: string
  begin?(): void
  children?: ReactNode
}

/** A simulated customer of a form as it stands. */
export default function Talk({ help, ask, asked, begin, children }: Props) {
  const [said, say] = useState<string[]>([])
  const [text, write] = useState('')
  const [steps, show] = useState<Step[]>([])
  const [wrong, setWrong] = useState<string>()
  /** The newest question: an answer to an older one says nothing any more. */
  const turn = useRef(0)
  const [isAsking, setAsking] = useState(false)
  const hear = async (next: string[]) => {
    const mine = ++turn.current
    setAsking(true)
    let error: string | undefined
    const found = await ask(next, steps).catch(reason => void (error = errorText(reason)))
    if (mine !== turn.current) return
    setAsking(false)
    if (found) show(found)
    else {
      say(next.slice(0, steps.length))
      write(next.at(-1)!)
    }
    setWrong(found ? undefined : (error ?? words('fixFirst')))
  }
  const again = useDebounced(() => said.length && void hear(said))
  useEffect(() => void (asked && again()), [asked, again])
  const [box, log] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)]
  useEffect(() => {
    // The field that has to be corrected is what is looked at.
    if (wrong) return
    log.current?.scrollTo({ top: log.current.scrollHeight })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [steps, said, wrong, box, log])
  const send = (event: FormEvent) => {
    event.preventDefault()
    // It stands in the form that it tries.
    event.stopPropagation()
    if (!text.trim() || isAsking || said.length >= MAX) return
    const next = [...said, text.trim()]
    say(next)
    write('')
    void hear(next)
  }
  return (
    <section ref={box} className="try" aria-label={words('title')}>
      <p className="faint t-meta">{help}</p>
      {children}
      <div ref={log} className="try-talk" role="log" aria-label={words('title')} aria-busy={isAsking}>
        {steps.map((step, at) => (
          <Fragment key={at}>
            <Words text={step.words} />
            <Answer step={step} />
          </Fragment>
        ))}
        {said.slice(steps.length).map((text, at) => (
          <Words key={at} text={text} />
        ))}
        {isAsking && <span className="loading loading-spinner" style={{ width: 14 }} aria-hidden />}
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
            setAsking(false)
            setWrong(undefined)
            begin?.()
          }}
        >
          <RotateCcw className="icon" aria-hidden />
        </button>
      </div>
    </section>
  )
}

const Words = ({ text }: { text: string }) => (
  <div className="msg out">
    <div className="bubble">{text}</div>
  </div>
)

function Answer({ step: { answers, deeds, error, holder, reason } }: { step: Step }) {
  // Menus that say nothing have their reason; a robot that was asked and says nothing has none.
  const isSilent = deeds && !deeds.length && !answers.length && !error && holder !== 'nobody'
  return (
    <>
      {answers.map((answer, n) => (
        <div key={n} className="msg">
          <div className="bubble">{answer.file ?? <RichText text={answer.text ?? ''} />}</div>
        </div>
      ))}
      {deeds?.map(({ verb, name }, n) => (
        <p key={n} className="try-did">
          {name === null ? words(verb) : words(`${verb}.to` as 'tag.to', { name })}
        </p>
      ))}
      {error && <p className="try-did is-bad">{reasonText(error)}</p>}
      {isSilent && <p className="try-did">{words('silent')}</p>}
      <p className="try-why">
        <b>{why(holder)}</b> · {why(`why.${reason}` as 'why.menu')}
      </p>
    </>
  )
}
