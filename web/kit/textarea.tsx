import { type Ref, type TextareaHTMLAttributes, useImperativeHandle, useLayoutEffect, useRef } from 'react'

/** A field that grows with its text up to `rows` lines. */
export function GrowingTextarea({
  rows = 5,
  ref,
  value,
  ...props
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { rows?: number; ref?: Ref<HTMLTextAreaElement> }) {
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => box.current!)
  useLayoutEffect(() => {
    const element = box.current!
    element.style.height = 'auto'
    const style = getComputedStyle(element)
    const most = rows * parseFloat(style.lineHeight) + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom)
    element.style.height = `${Math.min(element.scrollHeight, most)}px`
    element.style.overflowY = element.scrollHeight > most ? 'auto' : 'hidden'
  }, [value, rows])
  return <textarea ref={box} rows={1} value={value} {...props} />
}
