/** What stands at twelve places of a CNPJ since 2026: a digit or a capital letter, worth its code less that of zero. */
const worth = (char: string) => char.charCodeAt(0) - 48

/** The check digit that follows, by weights that rise from 2 at the right and begin anew after `highest`. */
function checkDigit(chars: string, highest: number) {
  const sum = [...chars].reduceRight((sum, char, at) => sum + worth(char) * (2 + ((chars.length - 1 - at) % (highest - 1))), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

function hasCheckDigits(id: string, highest: number) {
  const body = id.slice(0, -2)
  const first = checkDigit(body, highest)
  return id.endsWith(`${first}${checkDigit(`${body}${first}`, highest)}`)
}

/** 111.111.111-11 has the right digits, and is nobody's. */
const isOneDigit = (id: string) => new Set(id).size === 1

export const isCpf = (id: string) => /^\d{11}$/.test(id) && !isOneDigit(id) && hasCheckDigits(id, 11)
export const isCnpj = (id: string) => /^[\dA-Z]{12}\d{2}$/.test(id) && !isOneDigit(id) && hasCheckDigits(id, 9)

const WRITTEN =
  /(?<![\dA-Z])(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/ ]?[\dA-Z]{4}[- ]?\d{2})(?![\dA-Z])/g

/** The first CPF or CNPJ in what somebody wrote, without its punctuation; undefined where none has the right check digits. */
export const taxIdIn = (text: string) =>
  (text.toUpperCase().match(WRITTEN) ?? []).map(found => found.replace(/[^\dA-Z]/g, '')).find(id => isCpf(id) || isCnpj(id))

/** As it is written on paper, which is how some keep it. */
export const punctuated = (id: string) =>
  id.length === 11 ? id.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4') : id.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')
