import { FileText, Music, Video, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { bytes } from '../../../kit/measures'
import { t } from '../../../kit/i18n'
import { words } from './texts'

/** What will be sent with the next message, each with a way to take it back; how many they are, where not all may be seen at once. */
export const Attachments = ({ files, remove }: { files: File[]; remove: (index: number) => void }) => (
  <>
    {files.length > 1 && <div className="attachments-n">{words('files', { n: files.length })}</div>}
    <ul className="attachments" aria-label={t('tickets.attachments')}>
      {files.map((file, i) => (
        <li key={`${file.name}-${file.lastModified}-${i}`} className="attach">
          <Thumb file={file} />
          <span className="min-w-0">
            <span className="block clip font-medium">{file.name}</span>
            <span className="faint t-meta">{bytes(file.size)}</span>
          </span>
          <button
            type="button"
            className="btn btn-icon btn-sm"
            aria-label={t('tickets.removeFile', { name: file.name })}
            data-tip={t('common.remove')}
            onClick={() => remove(i)}
          >
            <X className="icon" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  </>
)

function Thumb({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (address) return <img src={address} alt="" />
  const Icon = file.type.startsWith('video/') ? Video : file.type.startsWith('audio/') ? Music : FileText
  return (
    <span className="tile">
      <Icon className="icon" aria-hidden />
    </span>
  )
}
