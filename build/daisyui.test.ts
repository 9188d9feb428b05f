import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutUnused } from './daisyui'
import { buildStyle } from './style'

const components = ['input', 'select', 'textarea', 'toggle']
const ofLibrary = (name: string) => Bun.file(Bun.resolveSync(`daisyui/components/${name}.css`, import.meta.dir)).text()

test('daisyUI still styles what has no name below a :has() of a field', async () => {
  for (const name of components) expect([name, /:has\((>\w+\[disabled\]|:checked)\)/.test(await ofLibrary(name))]).toEqual([name, true])
})

test('what daisyUI says of boxes around a field is gone, and what it says of the field stays', () => {
  const css = `.input:has( > input[disabled]), .input:is(:disabled, [disabled]), fieldset:disabled .input { color: red; &::placeholder { opacity: 20%; } }
.input:has( > input[disabled]) > input[disabled] {
  cursor: not-allowed;
}
.toggle:has(:checked)  > :nth-child(2) { opacity: 0%; }
.toggle:checked, .toggle:has( > input:checked) { color: blue; }
.btn:focus-visible, .btn:has(:focus-visible) { outline: 0; }
:where(:root),:root:has(input.theme-controller[value="night"]:checked),[data-theme="night"] { color-scheme: dark; }`
  expect(withoutUnused(css).split('\n').filter(Boolean)).toEqual([
    '.input:is(:disabled, [disabled]), fieldset:disabled .input { color: red; &::placeholder { opacity: 20%; } }',
    '.toggle:checked { color: blue; }',
    '.btn:focus-visible, .btn:has(:focus-visible) { outline: 0; }',
    ':where(:root),[data-theme="night"] { color-scheme: dark; }',
  ])
})

test('the style as it is built asks no such thing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-style-'))
  const css = await Bun.file(join(folder, await buildStyle(folder))).text()
  await rm(folder, { recursive: true })
  expect(css.length).toBeGreaterThan(20_000)
  expect(css.match(/(:root|\.input|\.select|\.textarea|\.toggle):has\([^)]*\)/g)).toBeNull()
})
