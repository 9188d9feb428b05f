import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { drawn } from '../../../kit/ahead'
import { get } from '../../../kit/api'
import { useDebounced } from '../../../kit/debounce'
import { toastError } from '../../../kit/errors'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { useOver } from '../../../kit/overlays'
import { focusComposerSoon } from '../composer/focus'
import { placesOf } from '../list/marked'
import type { Conversation } from './conversation'
import { words } from './texts'

type Found = { hits: { id: string }[]; hasMore: boolean }
type Results = Found & { of: string }
const NONE: Results = { hits: [], hasMore: false, of: '' }
/** What the server looks for. */
const MIN = 2

/** Marks words where they are drawn, without touching what draws them; a browser that has no highlights shows the message alone. */
function markIn(box: Element, search: string) {
  const ranges: Range[] = []
  for (const words of box.querySelectorAll('[data-message] .words')) {
    const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT)
    for (let node; (node = texts.nextNode());)
      for (const { word, at } of placesOf(node.nodeValue ?? '', search)) {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
  }
  CSS.highlights?.set('found-words', new Highlight(...ranges))
}

type Props = { conversation: Conversation; asked: number; initial?: { text: string }; close: () => void }

/** Looks for words in this conversation: the newest hit first, Enter and ArrowUp go on to older ones. `asked` rises with every Ctrl F. */
export default function FindBar({ conversation, asked, initial, close }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(initial?.text ?? '')
  const [{ hits, hasMore, of }, setResults] = useState(NONE)
  const [at, setAt] = useState(0)
  const wanted = useRef('')
  useEffect(() => {
    field.current?.select()
    drawn(() => true)
  }, [asked])

  function go(to: number, among = hits) {
    const hit = among[to]
    if (!hit) return
    setAt(to)
    void conversation.show(hit.id)
  }
  const look = useDebounced(async (searchParam: string) => {
    if (searchParam.length < MIN) return setResults(NONE)
    try {
      const found = await get<Found>(`/messages/${conversation.id}/search`, { searchParam })
      // What was typed meanwhile is looked for by its own request.
      if (wanted.current !== searchParam) return
      setResults({ ...found, of: searchParam })
      go(0, found.hits)
    } catch (error) {
      toastError(error)
    }
  })
  useEffect(() => initial && write(initial.text), [initial])
  function write(value: string) {
    setText(value)
    wanted.current = value.trim()
    look(wanted.current)
  }
  useEffect(() => {
    const box = bar.current?.parentElement?.querySelector('.thread')
    if (!box || !of) return
    const mark = () => markIn(box, of)
    mark()
    const watch = new MutationObserver(mark)
    watch.observe(box, { childList: true, subtree: true, characterData: true })
    return () => {
      watch.disconnect()
      CSS.highlights?.delete('found-words')
    }
  }, [of])
  const older = () => go((at + 1) % hits.length)
  const newer = () => go((at - 1 + hits.length) % hits.length)
  const end = () => {
    close()
    focusComposerSoon()
  }
  useOver(end)
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') end()
    else if (event.key === 'ArrowUp' || (event.key === 'Enter' && !event.shiftKey)) older()
    else if (event.key === 'ArrowDown' || event.key === 'Enter') newer()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isAnswered = of === text.trim() && of !== ''
  const count = !isAnswered ? '' : hits.length ? words('hitOf', { n: at + 1, all: `${hits.length}${hasMore ? '+' : ''}` }) : words('noHit')
  return (
    <div className="find-bar" role="search" ref={bar}>
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={words('find')}
        placeholder={words('find')}
        autoFocus
        maxLength={200}
        value={text}
        onChange={event => write(event.currentTarget.value)}
        onKeyDown={keys}
      />
      <span className="found-count" role="status">
        {count}
      </span>
      <IconButton icon={ChevronUp} label={words('olderHit')} className="btn-sm" disabled={!hits.length} onClick={older} />
      <IconButton icon={ChevronDown} label={words('newerHit')} className="btn-sm" disabled={!hits.length} onClick={newer} />
      <IconButton icon={X} label={t('common.close')} className="btn-sm" onClick={end} />
    </div>
  )
}
