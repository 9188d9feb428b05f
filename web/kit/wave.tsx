/** Bars of a voice note: `peaks` from 0 to 1, `played` is the part that was heard. */
export function Wave({ peaks, played = 0, width = 170 }: { peaks: number[]; played?: number; width?: number }) {
  const step = width / peaks.length
  return (
    <svg width={width} height="26" viewBox={`0 0 ${width} 26`} preserveAspectRatio="none" aria-hidden>
      {peaks.map((peak, i) => {
        const height = Math.max(3, Math.min(1, peak) * 24)
        return (
          <rect
            key={i}
            className={i / peaks.length < played ? 'w-on' : 'w-off'}
            x={i * step}
            y={13 - height / 2}
            width={Math.min(2.4, step * 0.6)}
            height={height}
            rx="1.2"
          />
        )
      })}
    </svg>
  )
}
