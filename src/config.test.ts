import { expect, test } from 'bun:test'
import { readConfig } from './config'

const complaint = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
}

test('an empty environment is a whole configuration', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '0.0.0.0', origins: [], logLevel: 'info' })
})

test('an empty variable is the same as none', () => {
  expect(readConfig({ PUBLIC_URL: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })).toMatchObject({ publicUrl: undefined, admin: undefined })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'chat'],
  ['FRONTEND_URL', 'http://a.example, nonsense'],
  ['WHATSAPP_URL', 'http://example.com'],
  ['WHATSAPP_ROOT_KEY', 'xyz'],
  ['WHATSAPP_VERSION', 'new'],
  ['OUTBOUND_HOSTS', 'api.exemplo.com'],
  ['OUTBOUND_HOSTS', 'api.exemplo.com=127.0.0.1:99999'],
  ['OUTBOUND_HOSTS', 'api.exemplo.com=127.0.0.1:8443,API.exemplo.com=127.0.0.1:8444'],
  ['LOG_LEVEL', 'loud'],
  ['ADMIN_PASSWORD', '1234'],
  ['ADMIN_PASSWORD', 'Mudar123'],
])('a wrong %s is named in one line', (name, value) => {
  expect(complaint({ [name]: value })).toStartWith(`${name} `)
  expect(complaint({ [name]: value })).not.toContain('\n')
})

test('a frontend of another origin needs to know where this server is', () => {
  expect(complaint({ FRONTEND_URL: 'https://painel.example' })).toBe('PUBLIC_URL must be set when FRONTEND_URL is')
  const both = { FRONTEND_URL: 'https://painel.example', PUBLIC_URL: 'https://chat.example' }
  expect(readConfig(both)).toMatchObject({ origins: ['https://painel.example'], publicUrl: 'https://chat.example' })
})

test('an administrator needs both an address and a password', () => {
  expect(complaint({ ADMIN_EMAIL: 'a@example.com' })).toBe('ADMIN_EMAIL and ADMIN_PASSWORD go together')
})
