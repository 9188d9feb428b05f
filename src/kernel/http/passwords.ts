import { randomToken } from './tokens'

export const hashPassword = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
let decoy: Promise<string> | undefined
/** Compares in constant time: an unknown account (`hash` null) takes as long as a known one, against enumeration. */
export async function checkPassword(password: string, hash: string | null) {
  const right = await Bun.password.verify(password, hash ?? (await (decoy ??= hashPassword(randomToken()))))
  return right && hash !== null
}
