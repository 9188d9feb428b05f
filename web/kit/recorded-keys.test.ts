import { expect, test } from 'bun:test'
import { combinationOf } from './recorded-keys'

const press = (key: string, code: string, more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  combinationOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test('a press is told as the combination that a shortcut is written with', () => {
  expect(press('e', 'KeyE')).toBe('e')
  expect(press('€', 'KeyE', { altKey: true })).toBe('alt+e')
  expect(press('K', 'KeyK', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+k')
  expect(press('?', 'Slash', { shiftKey: true })).toBe('?')
  expect(press('F2', 'F2')).toBe('f2')
})

test('modifiers alone are waited with, and what the browser or every field needs is refused', () => {
  expect(press('Alt', 'AltLeft', { altKey: true })).toBeUndefined()
  for (const refused of [press('w', 'KeyW', { ctrlKey: true }), press('Enter', 'Enter'), press(' ', 'Space'), press('Tab', 'Tab')])
    expect(refused).toBeNull()
})
