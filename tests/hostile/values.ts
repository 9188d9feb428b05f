import { randomFrom } from '../crash/random'

/** Texts that mean something to whoever is careless with them. */
export const TEXTS = [
  '', ' ', 'x', 'null', 'undefined', 'true', '0', '-1', '1e9', 'NaN', '99999999999999999999', '{}', '[]', '[1', '[1,"x"]', '[null]', '[-1]', '[1.5]', '[[1]]',
  "' or 1=1 --", '1) or 1=1', "'; drop table tickets; --", '"', "'", '""', '"*', '*', '^a', 'a:b', '{a b}', 'NEAR(a b)', 'a AND', 'a OR b', 'NOT', '-', '+', '(', ')', '%', '_', '\\', ';',
  '{{constructor}}', '{{name}}', '${7*7}', '%s%n%x', '$&', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'attending', 'group',
  '../../etc/passwd', '..%2f..%2f', '\\\\host\\share', 'file:///etc/passwd', 'javascript:alert(1)', '<script>alert(1)</script>', '=cmd|x', 'a\r\nx-injected: 1',
  '\u0000', 'a\u0000b', '\u0001\u0008\u001b[2J\u007f', '\ud800', 'a\udfff', '\u202eabc\u202c', '\u2066a\u2069', 'a\u200b\u200d\ufeffb', '\u2028', '😀😀😀', '👨‍👩‍👧‍👦', 'é'.repeat(150),
  'Z̷͚͠a̶l̴g̸o̶', 'ﷺ'.repeat(20), '１２３', '2026-99-99', '2026-02-30', '0000-00-00', '9999-12-31', '-271821-04-20', 'a@b.co', '#fff', 'x'.repeat(5_000),
] // prettier-ignore

const deep = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`

/** JSON of values that are no text, some of it nothing that JSON knows. */
export const VALUES = [
  'null', 'true', 'false', '0', '-0', '-1', '1', '1.5', '1e308', '1e309', '-1e309', '9007199254740993', '0.1e-400', 'NaN', 'Infinity', '01', '0x10', 'undefined',
  '[]', '[null]', '[[]]', '["x"]', '[-1]', '[1e309]', '[{}]', '[{"id":"x"}]', '[1,2,3]', '{}', '{"$gt":""}', '{"id":-1}', '{"id":{"id":1}}', '{"length":1e9}', '{"toString":1}', '{"toJSON":"x"}',
  '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"a":1,"a":2}', '{"":1}',
] // prettier-ignore

/** JSON that is large or deep: one field of a body takes all the room that a body may have. */
export const LARGE = [
  JSON.stringify('x'.repeat(1_000_000)),
  JSON.stringify('\u202e'.repeat(300_000)),
  JSON.stringify('a.'.repeat(250_000)),
  JSON.stringify('1'.repeat(500_000)),
  `[${'1,'.repeat(99_999)}1]`,
  `[${'{},'.repeat(9_999)}{}]`,
  `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":1`).join()}}`,
  deep(10_000, '[', ']'),
  deep(10_000, '{"a":', '}'),
]

const SIGNS = [...`"'\\%_*;:-+(){}[]<>&|$\`~^#@!?/=,. aZ09éçß😀\u0000\u001b\n\u200e\u202e\ud83d\udc00\u0301`]

/** So many more texts and values of chance, the same for the same seed. */
export function chance(seed: number, count: number) {
  const random = randomFrom(seed)
  const text = () => Array.from({ length: random.between(1, 40) }, () => random.of(SIGNS)).join('')
  const value = (depth = 0): unknown =>
    [
      text,
      () => random.between(-(2 ** 40), 2 ** 40) / random.of([1, 3, 1e6]),
      () => random.oneIn(2),
      () => null,
      () => Array.from({ length: random.between(0, 4) }, () => (depth < 3 ? value(depth + 1) : text())),
      () => Object.fromEntries(Array.from({ length: random.between(0, 4) }, () => [text(), depth < 3 ? value(depth + 1) : 1])),
    ][random.between(0, 5)]!()
  return { texts: Array.from({ length: count }, text), values: Array.from({ length: count }, () => JSON.stringify(value())) }
}
