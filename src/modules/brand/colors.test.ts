import { expect, test } from 'bun:test'
import { colorsOf, contrast, tokensOf } from './colors'

const PAGE = { light: '#f5f6f8', dark: '#1f2025' } as const
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const EVERY = steps.flatMap(r => steps.flatMap(g => steps.map(b => `#${r}${g}${b}`)))

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#0b7f70', '#0b7f70')).toBe(1)
})

test('whatever is chosen, text on it and in it can be read in both themes', () => {
  const bad = EVERY.flatMap(color =>
    (['light', 'dark'] as const)
      .filter(theme => {
        const { fill, ink, text } = tokensOf(color, theme)
        return contrast(ink, fill) < 4.5 || contrast(text, PAGE[theme]) < 4.5
      })
      .map(theme => `${color} ${theme}`),
  )
  expect(bad).toEqual([])
})

test('a colour that reads is kept, another one says what became of it', () => {
  expect(tokensOf('#0b7f70', 'light')).toMatchObject({ fill: '#0b7f70', ink: '#ffffff', ratio: 4.9, isCorrected: false })
  const orange = tokensOf('#ff6600', 'light')
  expect(orange).toMatchObject({ ink: '#ffffff', isCorrected: true, givenRatio: 2.9 })
  expect(orange.ratio).toBeGreaterThanOrEqual(4.5)
  expect(tokensOf('#ffd400', 'light')).toMatchObject({ fill: '#ffd400', ink: '#17181c', isCorrected: false, outChroma: 0 })
  expect(tokensOf('#000000', 'dark').isCorrected).toBe(true)
})

test('one colour serves both themes, two each their own', () => {
  expect(colorsOf({ color: '', colorDark: '' })).toBeNull()
  expect(colorsOf({ color: '#0b7f70', colorDark: '' })!.dark).toEqual(tokensOf('#0b7f70', 'dark'))
  expect(colorsOf({ color: '#0b7f70', colorDark: '#824eb4' })!.dark).toEqual(tokensOf('#824eb4', 'dark'))
})
