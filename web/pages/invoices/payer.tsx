import type { Invoice } from './state'

/** Who pays, in three lines at most. */
export function Payer({ payer }: { payer: Invoice['payer'] }) {
  if (!payer) return '–'
  const { firstName, lastName, taxId, address2, city, state, zipcode } = payer
  const place = [address2, [city, state].filter(Boolean).join(', '), zipcode].filter(Boolean).join(' · ')
  return (
    <>
      {[firstName, lastName].filter(Boolean).join(' ')}
      {taxId && (
        <>
          <br />
          <span className="faint tnum">{taxId}</span>
        </>
      )}
      {place && (
        <>
          <br />
          <span className="faint">{place}</span>
        </>
      )}
    </>
  )
}
