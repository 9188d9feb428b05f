import { type RefObject, useLayoutEffect, useRef } from 'react'
import { RichText } from '../../../kit/rich-text'
import { unmarked } from '../../../kit/unmarked'

/** Whether a text has words that WhatsApp would show in another way. */
export const isMarked = (text: string) => /```[\s\S]+?```/.test(text) || unmarked(text) !== text

/**
 * The words of the field as WhatsApp will show them, letter over letter: the field keeps plain text, caret, selection and undo, and only its
 * letters are drawn here. No style may change the width of a letter.
 */
export function Mirror({ text, field }: { text: string; field: RefObject<HTMLTextAreaElement | null> }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const of = field.current
    if (!of) return
    const follow = () => {
      if (!box.current) return
      box.current.style.width = `${of.clientWidth}px`
      box.current.style.height = `${of.clientHeight}px`
      box.current.scrollTop = of.scrollTop
    }
    follow()
    of.addEventListener('scroll', follow)
    const watch = new ResizeObserver(follow)
    watch.observe(of)
    return () => {
      of.removeEventListener('scroll', follow)
      watch.disconnect()
    }
  }, [field, text])
  return (
    <div ref={box} className="field mirror" aria-hidden>
      <RichText text={text} marks />
      {/* A field shows the line that a last break begins. */}
      {'\u200b'}
    </div>
  )
}
