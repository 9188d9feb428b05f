import { Upload, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { accepts, type Target, TARGETS } from '../../../../src/modules/brand/body'
import { del } from '../../../kit/api'
import { upload } from '../../../kit/upload'
import { toastError } from '../../../kit/errors'
import { bytes } from '../../../kit/measures'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { toast } from '../../../kit/toast'
import type { Edited } from './brand'
import { words } from './texts'
import { brandAt } from './whose'

type Props = { kept: Edited; keep: (saved: Edited) => void }
type File_ = Edited['files'][number]

/** The pictures of the brand. Each is kept at once, and can be taken away and put back. */
export const Logos = (props: Props) => (
  <section className="fsec" aria-labelledby="b-logo">
    <h2 id="b-logo">{words('logo')}</h2>
    <p className="sub">{words('logoText')}</p>
    <div className="drops">
      {TARGETS.map(target => (
        <Picture key={target} target={target} stored={props.kept.files.find(file => file.target === target)} keep={props.keep} />
      ))}
    </div>
  </section>
)

const instead = (target: Target) =>
  target === 'picture' ? 'pictureText' : target === 'login' || target === 'signup' || target === 'interno' ? 'anyLogo' : 'derived'

function Picture({ target, stored, keep }: { target: Target; stored: File_ | undefined; keep: Props['keep'] }) {
  const input = useRef<HTMLInputElement>(null)
  const [part, progress] = useState<number>()
  const label = words(target)

  async function send(file: File) {
    if (part !== undefined) return
    const form = new FormData()
    form.set('file', file)
    progress(0)
    try {
      keep(await upload<Edited>(brandAt(`/files/${target}`), form, progress))
      toast.ok(words('sent'), 3_000)
    } catch (error) {
      toastError(error)
    }
    progress(undefined)
  }
  async function remove({ address, fileName }: File_) {
    try {
      const before = await (await fetch(address)).blob()
      keep(await del<Edited>(brandAt(`/files/${target}`)))
      toast.undo(words('removed', { target: label }), () => void send(new File([before], fileName)))
    } catch (error) {
      toastError(error)
    }
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void send(file)
  }

  const pick = () => input.current?.click()
  return (
    <div className={`drop ${stored ? 'is-done' : ''}`} onDrop={drop} onDragOver={event => event.preventDefault()}>
      <span className="dz">{stored ? <img src={stored.address} alt="" /> : <Upload className="icon" aria-hidden />}</span>
      <div className="min-w-0">
        <div className="font-medium clip">{label}</div>
        <div className="t-meta faint clip">{stored ? about(stored) : words(instead(target))}</div>
        {part !== undefined && (
          <progress className="bar" max={1} value={part} aria-label={t('common.uploading')}>
            {Math.round(part * 100)} %
          </progress>
        )}
      </div>
      <button
        type="button"
        className="btn btn-quiet btn-sm ml-auto"
        aria-label={words(stored ? 'replaceOf' : 'sendOf', { target: label })}
        aria-busy={part !== undefined}
        onClick={pick}
      >
        {words(stored ? 'replace' : 'send')}
      </button>
      {stored && (
        <IconButton icon={X} className="btn-sm" label={words('removeOf', { target: label })} onClick={() => void remove(stored)} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accepts(target)}
        onChange={event => {
          const [file] = event.currentTarget.files!
          if (file) void send(file)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

const about = ({ fileName, size, width, height }: File_) =>
  [fileName, bytes(size), width && height ? `${width} × ${height}` : ''].filter(Boolean).join(' · ')
