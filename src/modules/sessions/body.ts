import * as v from 'valibot'
import { Email, Language, Password, PersonName } from '../users/body'

export const LoginBody = v.object({
  email: v.pipe(v.string('Obrigatório'), v.trim(), v.toLowerCase(), v.minLength(1, 'Obrigatório'), v.maxLength(120)),
  password: v.pipe(v.string('Obrigatório'), v.minLength(1, 'Obrigatório'), v.maxLength(200)),
})

export const SetupBody = v.object({
  token: v.pipe(v.string(), v.maxLength(100)),
  company: PersonName,
  name: PersonName,
  email: Email,
  password: Password,
  language: v.optional(Language, 'pt'),
})
