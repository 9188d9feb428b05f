import { FileDown, FileUp, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { download } from '../../../crud/export'
import { del, get } from '../../../kit/api'
import { upload } from '../../../kit/upload'
import { confirm } from '../../../kit/confirm'
import { toastError } from '../../../kit/errors'
import { toast } from '../../../kit/toast'
import type { Edited } from './brand'
import { words } from './texts'
import { brandAt } from './whose'

/** The brand as one file, out and in, and without one. */
export function Whole({ replace }: { replace: (saved: Edited) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    await work().catch(toastError)
    setBusy(false)
  }
  const save = async () => {
    const file = await get<{ brand: { name: string } }>(brandAt('/export'))
    const name = file.brand.name.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')
    download(['marca', name].filter(Boolean).join('-') + '.json', JSON.stringify(file), 'application/json')
  }
  const take = async (file: File) => {
    const text = words('importText', { file: file.name })
    if (!(await confirm({ title: words('importAsk'), text, action: words('import'), danger: true }))) return
    const form = new FormData()
    form.set('file', file)
    replace(await upload<Edited>(brandAt('/import'), form, () => {}))
    toast.ok(words('imported'), 3_000)
  }
  const reset = async () => {
    if (!(await confirm({ title: words('resetAsk'), text: words('resetText'), action: words('reset'), danger: true }))) return
    replace(await del<Edited>(brandAt()))
    toast.ok(words('resetDone'), 3_000)
  }
  return (
    <section className="fsec" aria-labelledby="b-whole">
      <h2 id="b-whole">{words('whole')}</h2>
      <p className="sub">{words('wholeText')}</p>
      <div className="brand-acts" aria-busy={busy}>
        <button type="button" className="btn btn-plain" onClick={() => void run(save)}>
          <FileDown className="icon icon-sm" aria-hidden />
          {words('export')}
        </button>
        <button type="button" className="btn btn-plain" onClick={() => input.current?.click()}>
          <FileUp className="icon icon-sm" aria-hidden />
          {words('import')}
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => void run(reset)}>
          <RotateCcw className="icon icon-sm" aria-hidden />
          {words('reset')}
        </button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words('import')}
        accept=".json"
        onChange={event => {
          const [file] = event.currentTarget.files!
          if (file) void run(() => take(file))
          event.currentTarget.value = ''
        }}
      />
    </section>
  )
}
