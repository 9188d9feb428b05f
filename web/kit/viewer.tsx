import { ChevronLeft, ChevronRight, Download, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { t } from './i18n'
import { Layer } from './layer'
import { IconButton } from './icon-button'
import { turned, type View, WHOLE, ZOOM_STEP, zoomed, useZoom } from './zoom'

/** `who` showed it, `about` says when and what more there is; `name` is that of its file, where a person gave it one. */
export type ViewerItem = { kind: 'image' | 'video'; src: string; who: string; about: string; name?: string; caption?: string }

/** On its side a picture is as wide as it was high: it is made to fit. */
function placeOf({ scale, x, y, turns }: View, picture: HTMLElement | null, stage: HTMLElement | null) {
  const isOnItsSide = turns % 2 === 1 && picture && stage
  const fit = isOnItsSide ? Math.min(stage.clientWidth / picture.offsetHeight, stage.clientHeight / picture.offsetWidth, 1) : 1
  return `translate(${x}px, ${y}px) scale(${scale * fit}) rotate(${turns * 90}deg)`
}

/** Pictures and videos, large, one after the other: arrows, swipe, Esc. Pictures are zoomed and turned. */
export default function Viewer({ items, start, close }: { items: ViewerItem[]; start: number; close: () => void }) {
  const [at, setAt] = useState(start)
  const [touch, setTouch] = useState<number>()
  const item = items[at]
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const { view, setView, handlers } = useZoom(stage)
  const isPicture = item?.kind === 'image'
  const move = (by: number) => {
    setAt(now => Math.max(0, Math.min(items.length - 1, now + by)))
    setView(WHOLE)
  }
  const zoom = (by: number) => setView(now => zoomed(now, by))
  const turn = () => setView(turned)
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === 'ArrowLeft') move(-1)
      if (event.key === 'ArrowRight') move(1)
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
      if (event.key === '-') zoom(1 / ZOOM_STEP)
      if (event.key === '0') setView(WHOLE)
      if (event.key === 'r') turn()
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
          if (Math.abs(way) > 60 && view.scale === 1 && !event.touches.length) move(way < 0 ? 1 : -1)
        }}
      >
        <header>
          <div className="whose">
            <b className="clip" dir="auto">
              {item.who}
            </b>
            <span className="clip">{[item.about, item.name].filter(Boolean).join(' · ')}</span>
          </div>
          <span className="tnum ml-auto">
            {at + 1}/{items.length}
          </span>
          {isPicture && (
            <>
              <IconButton icon={ZoomOut} label={t('viewer.smaller')} onClick={() => zoom(1 / ZOOM_STEP)} disabled={view.scale === 1} />
              <IconButton icon={ZoomIn} label={t('viewer.larger')} onClick={() => zoom(ZOOM_STEP)} />
              <IconButton icon={RotateCw} label={t('viewer.turn')} onClick={turn} />
            </>
          )}
          <a
            className="btn btn-icon"
            href={item.src}
            download={item.name ?? true}
            aria-label={t('common.download')}
            data-tip={t('common.download')}
          >
            <Download className="icon" aria-hidden />
          </a>
          <IconButton icon={X} label={t('common.close')} onClick={close} data-autofocus />
        </header>
        <div
          ref={stage}
          className={`stage${view.scale > 1 ? ' is-zoomed' : ''}`}
          onMouseDown={event => event.target === event.currentTarget && close()}
          {...(isPicture && handlers)}
        >
          {isPicture ? (
            <img
              ref={picture}
              src={item.src}
              alt={item.caption || `${item.who}, ${item.about}`}
              draggable={false}
              style={{ '--view': placeOf(view, picture.current, stage.current) } as CSSProperties}
            />
          ) : (
            <video src={item.src} controls autoPlay />
          )}
        </div>
        {item.caption && (
          <p className="caption" dir="auto">
            {item.caption}
          </p>
        )}
        {at > 0 && <IconButton icon={ChevronLeft} label={t('viewer.previous')} className="prev" onClick={() => move(-1)} />}
        {at < items.length - 1 && <IconButton icon={ChevronRight} label={t('viewer.next')} className="next" onClick={() => move(1)} />}
      </div>
    </Layer>
  )
}
