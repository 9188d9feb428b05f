import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'

/** Files that are dropped on a box: what the box listens to, and what it shows meanwhile. */
export function useFileDrop(take: ((files: FileList) => void) | undefined, label: string) {
  const [dragging, setDragging] = useState(false)
  const listeners = {
    onDragOver(event: DragEvent) {
      if (!take || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    },
    onDragLeave: (event: DragEvent) => event.currentTarget.contains(event.relatedTarget as Node) || setDragging(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setDragging(false)
      take?.(event.dataTransfer.files)
    },
  }
  const hint = dragging && (
    <div className="drop-here">
      <Upload className="icon icon-xl" aria-hidden />
      {label}
    </div>
  )
  return { listeners, hint }
}
