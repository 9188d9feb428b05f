/**
 * Takes from a compiled style what daisyUI says of boxes around a field, of toggles with icons, and of fields that choose a theme, which
 * are not used here: its `.input:has(> input[disabled]) ::placeholder` and the like style descendants without a name below `:has()`, for
 * which Chromium recalculates the style of the whole page whenever an element comes or goes that any `:has()` may be about, and
 * `:root:has(…)` has it look at each such change.
 */
export function withoutUnused(css: string) {
  const wrapped = String.raw`\.(?:input|select|textarea|toggle):has\([^)]*\)`
  return css
    .replaceAll(new RegExp(String.raw`${wrapped}\s*>[^{},]*\{[^{}]*\}`, 'g'), '')
    .replaceAll(new RegExp(String.raw`,\s*${wrapped}|${wrapped},\s*`, 'g'), '')
    .replaceAll(/:root:has\(input\.theme-controller[^)]*\),\s*/g, '')
}
