import { Bot, Link, type LucideIcon, MessageCircleMore, Plug, Receipt, Sparkles, Workflow } from 'lucide-react'
import { createElement } from 'react'

const icons: Record<string, LucideIcon> = {
  typebot: MessageCircleMore,
  webhook: Link,
  n8n: Workflow,
  dialogflow: Bot,
  openai: Sparkles,
  ixc: Receipt,
  mkauth: Receipt,
  asaas: Receipt,
}

export const TypeIcon = ({ type, large }: { type: string; large?: boolean }) =>
  createElement(icons[type] ?? Plug, { className: large ? 'icon icon-lg' : 'icon', 'aria-hidden': true })
