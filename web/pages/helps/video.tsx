import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Dialog } from '../../kit/dialog'
import type { Help } from './noun'
import { words } from './texts'

/** Keys that are pressed in a frame of somebody else are never heard here: whoever pressed in it, and came by no key, has Escape back. */
function useKeyboardBack() {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    let byTab = false
    const note = ({ key }: KeyboardEvent) => (byTab = key === 'Tab')
    const takeBack = () =>
      setTimeout(() => {
        if (!byTab && document.activeElement === frame.current) frame.current?.closest<HTMLElement>('.body')?.focus()
      })
    window.addEventListener('keydown', note, true)
    window.addEventListener('blur', takeBack)
    return () => {
      window.removeEventListener('keydown', note, true)
      window.removeEventListener('blur', takeBack)
    }
  }, [])
  return frame
}

/** The video over the page. Its service plays nothing for a page that does not say where it stands. */
export const Video = ({ help: { title, description, video, link }, close }: { help: Help; close: () => void }) => (
  <Dialog title={title} width={760} close={close}>
    <iframe
      ref={useKeyboardBack()}
      className="video-frame"
      src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="strict-origin-when-cross-origin"
      allowFullScreen
    />
    {description && <p className="muted whitespace-pre-line wrap-anywhere mt-3">{description}</p>}
    <p className="flex flex-wrap gap-4 mt-3">
      {link && (
        <a className="link-b" href={link} target="_blank" rel="noopener noreferrer">
          {words('more')}
        </a>
      )}
      <a
        className="link-b inline-flex items-center gap-1"
        href={`https://www.youtube.com/watch?v=${video}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {words('outside')}
        <ExternalLink className="icon icon-xs" aria-hidden />
      </a>
    </p>
  </Dialog>
)
