import { useEffect, useState } from 'react'
import { words } from './texts'

/** WhatsApp shows the first code for a minute and each further one for 20 s. */
const FIRST_SECONDS = 60
const NEXT_SECONDS = 20

/** How long the code on screen is good for. */
export function Countdown({ text }: { text: string }) {
  const [shown, setShown] = useState({ text, count: 0, seconds: 0 })
  const lasts = shown.count ? NEXT_SECONDS : FIRST_SECONDS
  useEffect(() => {
    setShown(now => (now.text === text ? now : { text, count: now.count + 1, seconds: 0 }))
    const timer = setInterval(() => setShown(now => ({ ...now, seconds: now.seconds + 1 })), 1_000)
    return () => clearInterval(timer)
  }, [text])
  const left = Math.max(0, lasts - shown.seconds)
  return (
    <div className="flex items-center gap-2 mt-3 faint t-meta">
      <progress className="qr-left" value={left} max={lasts} aria-label={words('qrLeft')} />
      <span className="tnum">{left ? words('newIn', { n: left }) : words('changing')}</span>
    </div>
  )
}
