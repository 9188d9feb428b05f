/** The name shown where no company is known yet. */
export const productName = 'Balcão'

export const Logo = ({ size = 24 }: { size?: number }) => (
  <span className="logo" style={size === 24 ? undefined : { width: size, height: size, borderRadius: size * 0.29 }}>
    <svg
      viewBox="0 0 24 24"
      width={size * 0.62}
      height={size * 0.62}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M6 4v16h8a4 4 0 0 0 0-8H6m7 0a4 4 0 0 0 0-8H6" />
    </svg>
  </span>
)
