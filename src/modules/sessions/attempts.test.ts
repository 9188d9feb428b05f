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
