import * as v from 'valibot'
import { Flag, Required } from '#kernel/fields'
import { Email, Password } from '../users/body'

const NO_DOMAIN = 'Informe um domínio por linha, como atendimento.exemplo.com.br'
const DOMAIN = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

/** One a line, as people write them: each once, without protocol, port and path. */
const Domains = v.pipe(
  v.union(
    [
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform(text => text.split(/[\s,;]+/)),
      ),
    ],
    'Obrigatório',
  ),
  v.transform(lines => [...new Set(lines.map(line => hostOf(line)).filter(Boolean))]),
  v.minLength(1, 'Obrigatório'),
  v.maxLength(20, 'Too Long!'),
  v.check(domains => domains.every(domain => DOMAIN.test(domain)), NO_DOMAIN),
  v.metadata({ input: 'longText', rows: 3, max: 2_000, examples: ['atendimento.exemplo.com.br'] }),
)
/** A name as people write it, in the form in which browsers ask for it. */
const hostOf = (line: string) => {
  const plain = line
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[:/].*$/, '')
  return plain && (URL.parse(`http://${plain}`)?.hostname ?? plain)
}

/** What is changed of one. */
export const ResellerPatch = v.object({
  name: v.optional(Required(50)),
  domains: v.optional(Domains),
  isActive: v.optional(Flag),
})
const operator = { email: Email, password: v.optional(v.nullable(v.union([v.literal(''), Password]))) }
/** With its first operator, who has its name. Without a password nobody knows theirs until one is set. */
export const ResellerBody = v.object({ name: Required(50), domains: Domains, isActive: v.optional(Flag, true), ...operator })
export const OperatorBody = v.object({ name: Required(50), ...operator })
