/** The name shown where no company is known yet. */
export const productName = 'Balcão'

/** A word spoken over a counter; the same as web/icon.svg, in the colour of the company. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <span className="logo" style={size === 24 ? undefined : { width: size, height: size, borderRadius: size * 0.29 }}>
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden>
      <path d="M9 4h6a3.4 3.4 0 0 1 0 6.8h-2.2l-3 2.4v-2.4H9A3.4 3.4 0 0 1 9 4zm-4.1 10.2h14.2a1.2 1.2 0 0 1 0 2.4H18v2.2a1.2 1.2 0 0 1-1.2 1.2H7.2A1.2 1.2 0 0 1 6 18.8v-2.2H4.9a1.2 1.2 0 0 1 0-2.4z" />
    </svg>
  </span>
)
