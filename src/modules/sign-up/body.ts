import * as v from 'valibot'
import { RowId } from '#kernel/ids'
import { Email, Language, Password, PersonName } from '../users/body'

const NAME = 'ERR_COMPANY_INVALID_NAME'

/** As a Brazilian writes it, with or without the country: kept as digits with the country. */
const Phone = v.pipe(
  v.nullable(v.pipe(v.string(), v.maxLength(30), v.regex(/^[\d\s()+-]*$/, 'Informe o telefone com DDD'))),
  v.transform(text => (text ?? '').replace(/\D/g, '')),
  v.transform(digits => (/^\d{10,11}$/.test(digits) ? `55${digits}` : digits)),
  v.regex(/^$|^55\d{10,11}$/, 'Informe o telefone com DDD'),
  v.transform(digits => digits || null),
  v.metadata({ examples: ['(92) 99316-4002'] }),
)

/** What was left empty is said to be missing, and not to be too short. */
const Given = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.pipe(
    v.string('Obrigatório'),
    v.check(text => text.trim() !== '', 'Obrigatório'),
    schema,
  )

/** What a stranger says. When the trial ends, how it is paid and whether it is active, clients of the family send too: it is decided here. */
export const SignUpBody = v.object({
  /** The company's. */
  name: Given(v.pipe(v.string(), v.trim(), v.minLength(2, NAME), v.maxLength(50, NAME))),
  /** That of who signs up; clients of the family ask for none. */
  userName: v.optional(Given(PersonName)),
  email: Given(Email),
  phone: v.optional(Phone),
  password: Given(Password),
  planId: RowId,
  language: v.optional(Language, 'pt'),
})
export type SignUp = v.InferOutput<typeof SignUpBody>
