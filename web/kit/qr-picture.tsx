import { encode } from 'uqr'

const pathOf = (rows: boolean[][]) => rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')

/** A QR code as a picture, dark on white in both themes, large enough for any camera. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 0 })
  return (
    <svg className="qr" viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={pathOf(data)} fill="#111418" />
    </svg>
  )
}
