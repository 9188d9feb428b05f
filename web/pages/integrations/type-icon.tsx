import { Bot, Link, type LucideIcon, MessageCircleMore, Plug, Receipt, Sparkles } from 'lucide-react'
import { createElement } from 'react'

const icons: Record<string, LucideIcon> = {
  typebot: MessageCircleMore,
  webhook: Link,
  dialogflow: Bot,
  openai: Sparkles,
  ixc: Receipt,
  mkauth: Receipt,
  asaas: Receipt,
}

export const TypeIcon = ({ type, large }: { type: string; large?: boolean }) =>
  createElement(icons[type] ?? Plug, { className: large ? 'icon icon-lg' : 'icon', 'aria-hidden': true })
