/**
 * The digits to look for when somebody types a number, or a part of one, as it is read and spoken: with signs and blanks, with 0 for
 * the trunk, with or without the ninth digit. Nothing when the text is no number.
 */
export function spellings(text: string): string[] {
  if (!/^\+?[\d\s().-]+$/.test(text)) return []
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  if (digits.length < 3) return []
  const shorter = digits.replace(/^(55\d{2}|\d{2}(?=9\d{8}$)|(?=9\d{8}$))9([6-9]\d*)$/, '$1$2')
  const longer = digits.replace(/^((?:55)?\d{2})([6-9]\d{7})$/, '$19$2')
  return [...new Set([digits, shorter, longer])]
}

/**
 * A number as people write it into a list, as the network writes it: without signs, and with Brazil's code where it has none. One that
 * begins with + or 00 has the code of its country. What is no number stays, and is refused as one.
 */
export function dialled(text: string): string {
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return text
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  return digits.replace(/^0+/, '').replace(/^([1-9]{2}(?:9\d{8}|[2-9]\d{7}))$/, '55$1')
}
