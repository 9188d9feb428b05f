import { type FocusEvent, type Ref, type TextareaHTMLAttributes, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { FIELD_ROWS } from '../constants'

/** Where the browser does not size a field by its content, the field measures itself. */
const sizes = CSS.supports('field-sizing', 'content')

/** A field that grows with its text up to `rows` lines. */
export function GrowingTextarea({
  rows = FIELD_ROWS,
  ref,
  value,
  className = '',
  onFocus,
  ...props
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { rows?: number; ref?: Ref<HTMLTextAreaElement> }) {
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => box.current!)
  useLayoutEffect(() => {
    if (sizes) return
    const element = box.current!
    // What lies above keeps its height meanwhile: a list that grew for an instant would lose its place.
    const around = element.parentElement!
    around.style.height = `${around.offsetHeight}px`
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
    around.style.height = ''
  }, [value])
  // A text that stood there before is gone on with: a browser puts the caret before it. A press puts it elsewhere afterwards.
  const begun = useRef(false)
  const begin = (event: FocusEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget
    if (!begun.current && !field.selectionEnd) field.setSelectionRange(field.value.length, field.value.length)
    begun.current = true
    onFocus?.(event)
  }
  return (
    <textarea ref={box} rows={1} value={value} className={`growing ${className}`} style={{ '--rows': rows }} onFocus={begin} {...props} />
  )
}
