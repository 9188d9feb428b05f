import { useSignals } from '@preact/signals-react/runtime'
import { brand } from '../brand'
import { words } from './help-texts'

/** Whom one asks, in the words of whoever operates the installation. */
export function HelpWords({ className = '' }: { className?: string }) {
  useSignals()
  const { helpText, helpLink } = brand.value
  if (!helpText && !helpLink) return null
  return (
    <p className={`muted whitespace-pre-line wrap-anywhere ${className}`}>
      {helpText}
      {helpLink && (
        <a className="link-b" style={{ display: 'block' }} href={helpLink} target="_blank" rel="noopener noreferrer">
          {words('ask')}
        </a>
      )}
    </p>
  )
}
