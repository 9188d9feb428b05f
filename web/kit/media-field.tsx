import { FileText, Paperclip, RefreshCw, X } from 'lucide-react'
import { type DragEvent, useEffect, useMemo, useRef } from 'react'
import { bytes } from './measures'
import { t } from './i18n'
import { IconButton } from './icon-button'

/** A file that is stored. */
export type Stored = { name: string; address: string; type: string }
type Props = {
  label: string
  stored: Stored | undefined
  /** A file chosen here; null takes the stored one away, undefined keeps it. */
  value: File | null | undefined
  change: (file: File | null | undefined) => void
  /** How much of it has gone up, 0 to 1. */
  part?: number
  /** What is offered to choose from, as `accept` of an input. */
  accept?: string
  isRequired?: boolean
}

/** The address of a picture that was chosen here; of another file there is none. */
export function usePicture(file: File | null | undefined) {
  const address = useMemo(() => (file?.type.startsWith('image/') ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}

/** The one file of a row: chosen or dropped, shown, exchanged and taken away. It goes up when the form is saved. */
export function MediaField({ label, stored, value, change, part, accept, isRequired = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const preview = usePicture(value)
  const shown = value === null ? undefined : (value ?? stored)
  const image = value ? preview : stored?.type.startsWith('image/') ? stored.address : undefined
  const pick = () => input.current?.click()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) change(file)
  }
  return (
    <div className="fld" onDrop={drop} onDragOver={event => event.preventDefault()}>
      <div className="lbl">
        {label} {!isRequired && <em>{t('common.optional')}</em>}
      </div>
      {shown ? (
        <div className="media-box">
          {image ? <img src={image} alt="" /> : <FileText className="icon icon-lg" aria-hidden />}
          <div className="min-w-0">
            <div className="clip font-medium">{shown.name}</div>
            <div className="t-meta muted">{value ? bytes(value.size) : (shown.type.split('/')[1] ?? '')}</div>
            {part !== undefined && (
              <progress className="bar" max={1} value={part} aria-label={t('common.uploading')}>
                {Math.round(part * 100)} %
              </progress>
            )}
          </div>
          <IconButton icon={RefreshCw} className="btn-sm ml-auto" label={t('common.replaceFile')} onClick={pick} />
          <IconButton
            icon={X}
            className="btn-sm"
            label={t('common.removeFile')}
            onClick={() => change(stored && value !== null && !value ? null : undefined)}
          />
        </div>
      ) : (
        <button type="button" className="btn btn-plain btn-sm" onClick={pick}>
          <Paperclip className="icon icon-sm" aria-hidden />
          {t('common.chooseFile')}
        </button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept}
        aria-label={label}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          if (file) change(file)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
