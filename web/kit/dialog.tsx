import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { asked, confirm } from './confirm'
import { t } from './i18n'
import { Layer } from './layer'

type Props = {
  title: ReactNode
  close: () => void
  children: ReactNode
  /** Buttons, right-aligned. */
  footer?: ReactNode
  width?: number
  /** Makes the whole thing a form; Ctrl+Enter submits it too. */
  onSubmit?: (event: FormEvent) => void
  /** Asks before it is closed. */
  dirty?: boolean
}

const Frame = ({ kind, title, close, children, footer, width, onSubmit, dirty }: Props & { kind: 'dialog' | 'sheet' }) => {
  const id = useId()
  const leave = async () => {
    const question = { title: t('common.discardTitle'), text: t('common.discardText'), action: t('common.discard'), stay: t('common.stay') }
    if (!dirty || (await confirm(question))) close()
  }
  const Box = onSubmit ? 'form' : 'div'
  return (
    <Layer close={leave}>
      <div className={kind === 'sheet' ? 'scrim soft' : 'scrim'} onMouseDown={leave} />
      <div role="dialog" aria-modal="true" aria-labelledby={id} style={{ display: 'contents' }}>
        <Box
          className={kind}
          style={width ? { width } : undefined}
          noValidate={onSubmit ? true : undefined}
          onSubmit={onSubmit}
          onKeyDown={event => {
            if (onSubmit && event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              (event.currentTarget as HTMLFormElement).requestSubmit()
          }}
        >
          <header>
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            <button type="button" className="btn btn-icon" aria-label={t('common.close')} onClick={leave}>
              <X className="icon" aria-hidden />
            </button>
          </header>
          {/* What is only read is scrolled by the keyboard too. */}
          <div className="body" tabIndex={onSubmit ? undefined : 0}>
            {children}
          </div>
          {footer && <footer>{footer}</footer>}
        </Box>
      </div>
    </Layer>
  )
}

/** A box in the middle: confirm, pick one thing, up to three fields. */
export const Dialog = (props: Props) => <Frame kind="dialog" {...props} />
/** A sheet at the right (from below on a phone): create or edit one record while the list stays visible. */
export const Sheet = (props: Props) => <Frame kind="sheet" {...props} />

/** The buttons at the foot of a form: Cancelar, then the verb; `verbFirst` where Tab leads from the last field to the verb. */
export function FormFoot({
  close,
  action,
  busy,
  dirty,
  danger,
  verbFirst,
}: {
  close: () => void
  action: string
  busy?: boolean
  dirty?: boolean
  danger?: boolean
  verbFirst?: boolean
}) {
  const cancel = (
    <button type="button" className="btn btn-quiet" onClick={close}>
      {t('common.cancel')}
    </button>
  )
  return (
    <>
      {dirty && <span className="mr-auto faint t-meta">{t('common.unsaved')}</span>}
      {!verbFirst && cancel}
      <button
        type="submit"
        className={`btn ${danger ? 'btn-danger' : 'btn-primary'}${verbFirst ? ' order-1' : ''}`}
        aria-busy={busy}
        data-autofocus={danger ? true : undefined}
      >
        {busy && <span className="loading loading-spinner" style={{ width: 14 }} />}
        {action} <kbd className="kbd">Ctrl</kbd>
        <kbd className="kbd">↵</kbd>
      </button>
      {verbFirst && cancel}
    </>
  )
}

/** Draws the question of `confirm`; once, beside the application. */
export function Confirm() {
  useSignals()
  const question = asked.value
  if (!question) return null
  const { title, text, action, danger, stay, answer } = question
  const no = () => answer(false)
  const yes = (event: FormEvent) => {
    event.preventDefault()
    answer(true)
  }
  return (
    <Dialog
      title={title}
      close={no}
      onSubmit={stay ? undefined : yes}
      footer={
        stay ? (
          <>
            <button type="button" className="btn btn-quiet" onClick={() => answer(true)}>
              {action}
            </button>
            <button type="button" className="btn btn-primary" onClick={no} data-autofocus>
              {stay}
            </button>
          </>
        ) : (
          <>
            <button type="button" className="btn btn-quiet" onClick={no}>
              {t('common.cancel')}
            </button>
            <button type="submit" className={`btn ${danger ? 'btn-danger' : 'btn-primary'}`} data-autofocus>
              {action}
            </button>
          </>
        )
      }
    >
      {text && <p className="muted t-body">{text}</p>}
    </Dialog>
  )
}
