/** Area code and the last eight digits: the ninth and the country are written or not. */
function lineOf(phone: string) {
  const digits = phone.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '')
  return /^\d{10,11}$/.test(digits) ? digits.slice(0, 2) + digits.slice(-8) : undefined
}

/** Whether two spellings are of one phone of Brazil. */
export const isSameLine = (a: string, b: string) => lineOf(a) !== undefined && lineOf(a) === lineOf(b)
