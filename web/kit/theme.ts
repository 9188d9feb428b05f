import { effect, signal } from '@preact/signals-react'

type Theme = 'light' | 'dark' | 'system'
const system = matchMedia('(prefers-color-scheme: dark)')
const systemDark = signal(system.matches)
system.addEventListener('change', event => (systemDark.value = event.matches))

export const theme = signal<Theme>((localStorage.getItem('preferredTheme') as Theme | null) ?? 'system')
export const setTheme = (value: Theme) => {
  localStorage.setItem('preferredTheme', value)
  theme.value = value
}
effect(() => {
  const dark = theme.value === 'dark' || (theme.value === 'system' && systemDark.value)
  document.documentElement.dataset.theme = dark ? 'own-dark' : 'own-light'
})
