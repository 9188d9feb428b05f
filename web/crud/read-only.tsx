import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Dot } from '../kit/chips'
import type { Stored } from '../kit/media-field'
import type { Drawn } from './describe'
import { saidOf } from './said'
import { labelOf, type NounWords, sayer } from './words'

const Said = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fld">
    <dt className="lbl">{label}</dt>
    <dd className="whitespace-pre-wrap wrap-anywhere">{children || '—'}</dd>
  </div>
)

type Props = { fields: Drawn[]; row: Record<string, unknown>; words: NounWords; media?: { label: string; stored: Stored | undefined } }

/** A row for those who may only read it: what it holds, and no fields. */
export function ReadOnly({ fields, row, words, media }: Props) {
  useSignals()
  const { name, address, type } = media?.stored ?? {}
  return (
    <dl>
      {fields
        .filter(({ input }) => input !== 'secret')
        .map(field => {
          const value = row[field.name]
          const [label, said] = [labelOf(words, field.name), saidOf(field, value, words)]
          const isColor = field.input === 'color' && value
          return (
            <Said key={field.name} label={label}>
              {isColor ? (
                <Dot color={String(value)} />
              ) : field.input === 'switch' && said === label ? (
                sayer(words)(value ? 'yes' : 'no')
              ) : (
                said
              )}
            </Said>
          )
        })}
      {media && (
        <Said label={media.label}>
          {address && (
            <a className="link-b" href={address} target="_blank" rel="noopener noreferrer">
              {type?.startsWith('image/') ? <img style={{ maxHeight: 160 }} src={address} alt={name} /> : name}
            </a>
          )}
        </Said>
      )}
    </dl>
  )
}
