import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from './i18n'
import { Layer } from './layer'
import { IconButton } from './icon-button'

export type ViewerItem = { kind: 'image' | 'video'; src: string; name: string; caption?: string }

/** Pictures and videos, large, one after the other: arrows, swipe, Esc. */
export default function Viewer({ items, start, close }: { items: ViewerItem[]; start: number; close: () => void }) {
  const [at, setAt] = useState(start)
  const [touch, setTouch] = useState<number>()
  const item = items[at]
  const move = (by: number) => setAt(now => Math.max(0, Math.min(items.length - 1, now + by)))
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === 'ArrowLeft') move(-1)
      if (event.key === 'ArrowRight') move(1)
    }
    window.addEventListener('keydown', key)
    return () => window.removeEventListener('keydown', key)
  }, [])
  if (!item) return null
  return (
    <Layer close={close} className="layer viewer">
      <div
        role="dialog"
        aria-modal="true"
        aria-label={t('viewer.title')}
        className="viewer-box"
        onTouchStart={event => setTouch(event.touches[0]!.clientX)}
        onTouchEnd={event => {
          const way = event.changedTouches[0]!.clientX - (touch ?? 0)
          if (Math.abs(way) > 60) move(way < 0 ? 1 : -1)
        }}
      >
        <header>
          <span className="clip">{item.caption || item.name}</span>
          <span className="tnum ml-auto">
            {at + 1}/{items.length}
          </span>
          <a
            className="btn btn-icon"
            href={item.src}
            download={item.name}
            aria-label={t('common.download')}
            data-tip={t('common.download')}
          >
            <Download className="icon" aria-hidden />
          </a>
          <IconButton icon={X} label={t('common.close')} onClick={close} data-autofocus />
        </header>
        <div className="stage" onMouseDown={event => event.target === event.currentTarget && close()}>
          {item.kind === 'image' ? <img src={item.src} alt={item.caption || item.name} /> : <video src={item.src} controls autoPlay />}
        </div>
        {at > 0 && <IconButton icon={ChevronLeft} label={t('viewer.previous')} className="prev" onClick={() => move(-1)} />}
        {at < items.length - 1 && <IconButton icon={ChevronRight} label={t('viewer.next')} className="next" onClick={() => move(1)} />}
      </div>
    </Layer>
  )
}
