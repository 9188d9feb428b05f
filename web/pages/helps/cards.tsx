import { Play } from 'lucide-react'
import { useState } from 'react'
import { useNearEnd } from '../../kit/scroll'
import type { TableProps } from '../../kit/table'
import type { Help } from './noun'
import { words } from './texts'
import { Video } from './video'

/** A card of each video: its picture, title and description; a press shows it. */
export function Cards({ label, rows, actions, more, dim }: TableProps<Help>) {
  const [watched, watch] = useState<Help>()
  const box = useNearEnd<HTMLUListElement>(more)
  return (
    <>
      <ul className={dim ? 'page-body videos is-dim' : 'page-body videos'} aria-label={label} ref={box}>
        {rows.map(help => (
          <li key={help.id} className="video-card">
            <button type="button" aria-haspopup="dialog" onClick={() => watch(help)}>
              <span className="video-still">
                {/* A still that does not come leaves the tint; one of another video is tried anew. */}
                <img
                  key={help.video}
                  src={`https://i.ytimg.com/vi/${help.video}/mqdefault.jpg`}
                  alt=""
                  loading="lazy"
                  onError={({ currentTarget }) => (currentTarget.hidden = true)}
                />
                <span className="video-play">
                  <Play className="icon" aria-hidden />
                </span>
              </span>
              <span className="font-medium wrap-anywhere">{help.title}</span>
              {help.description && <span className="muted whitespace-pre-line wrap-anywhere">{help.description}</span>}
            </button>
            <div className="video-foot">
              {help.link && (
                <a
                  className="link-b"
                  href={help.link}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={words('moreOf', { title: help.title })}
                >
                  {words('more')}
                </a>
              )}
              <div className="acts">{actions?.(help)}</div>
            </div>
          </li>
        ))}
      </ul>
      {watched && <Video help={watched} close={() => watch(undefined)} />}
    </>
  )
}
