import { expect, test } from 'bun:test'
import { addressIsShared, clientAddress, networkOf } from './client-address'

const forwarded = new Headers({ 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })

test('nobody but a trusted proxy names another address', () => {
  expect(clientAddress('192.0.2.1', forwarded, new Set())).toBe('192.0.2.1')
  expect(clientAddress('192.0.2.1', forwarded, new Set(['127.0.0.1']))).toBe('192.0.2.1')
})

test('of what a trusted proxy passes on, the entry that it wrote itself counts', () => {
  expect(clientAddress('::ffff:127.0.0.1', forwarded, new Set(['127.0.0.1']))).toBe('198.51.100.7')
})

test('a trusted proxy that says nothing is the client', () => {
  expect(clientAddress('127.0.0.1', new Headers(), new Set(['127.0.0.1']))).toBe('127.0.0.1')
})

test('an address stands for many when it passes on for others and is not trusted', () => {
  const [proxy, none] = [new Set(['127.0.0.1']), new Set<string>()]
  expect(addressIsShared('::ffff:127.0.0.1', forwarded, none)).toBe(true)
  expect(addressIsShared('127.0.0.1', forwarded, proxy)).toBe(false)
  expect(addressIsShared('127.0.0.1', new Headers(), none)).toBe(false)
})

test('an IPv6 client is one, whichever of its addresses it takes; an IPv4 client is its address', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::', '2001:db8:1:2:3:4::']
  expect(new Set(same.map(networkOf))).toEqual(new Set(['2001:db8:1:2::/64']))
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect([networkOf('::1'), networkOf('192.0.2.1'), networkOf('unknown')]).toEqual(['0:0:0:0::/64', '192.0.2.1', 'unknown'])
})
