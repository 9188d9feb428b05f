import { expect, test } from 'bun:test'
import { signInAttempts } from './attempts'

const shared = { address: '10.0.0.1', addressIsShared: true }
const refused = (work: () => void) => expect(work).toThrow('ERR_TOO_MANY_ATTEMPTS')

test('what is guessed behind a proxy that nobody trusts closes its address like any other, whatever succeeded meanwhile', () => {
  const attempts = signInAttempts()
  for (let i = 0; i < 500; i++) {
    attempts.take(shared, 'known@example.com')
    attempts.succeeded(shared, 'known@example.com')
  }
  for (let i = 0; i < 100; i++) attempts.take(shared, `guess-${i}@example.com`)
  refused(() => attempts.take(shared, 'known@example.com'))
})

test('attempts that run at once count before it is known how they end', () => {
  const attempts = signInAttempts()
  for (let i = 0; i < 100; i++) attempts.take(shared, `one-${i}@example.com`)
  attempts.succeeded(shared, 'one-1@example.com')
  attempts.take(shared, 'more@example.com')
  refused(() => attempts.take(shared, 'yet-more@example.com'))
})

const from = (address: string) => ({ address, addressIsShared: false })
const guess = (attempts: ReturnType<typeof signInAttempts>, address: string, times: number) => {
  for (let i = 0; i < times; i++) attempts.take(from(address), 'known@example.com')
}

test('what one network guesses at an account closes it for that network alone, however many addresses it has', () => {
  const attempts = signInAttempts()
  for (let i = 0; i < 10; i++) guess(attempts, `2001:db8::${i}`, 1)
  refused(() => guess(attempts, '2001:db8::ffff', 1))
  guess(attempts, '2001:db8:0:1::1', 10)
})

test('what many networks guess at an account closes it, but not to who signed in from there lately', () => {
  const attempts = signInAttempts()
  attempts.take(from('192.0.2.1'), 'known@example.com')
  attempts.succeeded(from('192.0.2.1'), 'known@example.com')
  for (let i = 0; i < 6; i++) guess(attempts, `198.51.100.${i}`, 10)
  refused(() => guess(attempts, '203.0.113.1', 1))
  guess(attempts, '192.0.2.1', 10)
  refused(() => guess(attempts, '192.0.2.1', 1))
})

test('what is refused to one network counts for nobody else', () => {
  const attempts = signInAttempts()
  guess(attempts, '192.0.2.1', 10)
  for (let i = 0; i < 80; i++) refused(() => guess(attempts, '192.0.2.1', 1))
  guess(attempts, '192.0.2.2', 1)
})
