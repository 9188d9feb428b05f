import * as v from 'valibot'
import { Email, Password } from '../users/body'

const RULE = 'Use 8 caracteres ou mais, com maiúscula, minúscula e número'

/** Stricter than that of a form inside: whoever resets is in no hurry to forget again. */
const NewPassword = v.pipe(
  v.string('Obrigatório'),
  v.check(password => password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password), RULE),
  Password,
  v.metadata({ examples: ['Fita-amarela-7'] }),
)
const Token = v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(1, 'Obrigatório'), v.maxLength(100))

export const ForgotBody = v.object({ email: Email })
export const ResetBody = v.object({ email: Email, token: Token, password: NewPassword })
