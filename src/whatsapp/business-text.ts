import type { proto } from '@whiskeysockets/baileys'

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join('\n')

/** The text of business messages, answers to them, polls and invitations; '' when there is none. */
export function readableBody(message: proto.IMessage): string {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage, interactiveResponseMessage, productMessage, eventMessage } =
    message
  if (buttonsMessage) return lines(buttonsMessage.text, buttonsMessage.contentText, buttonsMessage.footerText)
  if (listMessage) return lines(listMessage.title, listMessage.description, listMessage.footerText)
  const template = templateMessage?.hydratedTemplate ?? templateMessage?.hydratedFourRowTemplate
  if (template) return lines(template.hydratedTitleText, template.hydratedContentText, template.hydratedFooterText)
  const interactive = interactiveMessage ?? templateMessage?.interactiveMessageTemplate
  if (interactive) return lines(interactive.header?.title, interactive.body?.text, interactive.footer?.text)
  if (message.buttonsResponseMessage) return message.buttonsResponseMessage.selectedDisplayText ?? ''
  if (message.listResponseMessage) return lines(message.listResponseMessage.title, message.listResponseMessage.description)
  if (message.templateButtonReplyMessage) return message.templateButtonReplyMessage.selectedDisplayText ?? ''
  if (interactiveResponseMessage) return interactiveResponseMessage.body?.text ?? ''
  const poll =
    message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3 ?? message.pollCreationMessageV5
  if (poll) return lines(poll.name, ...(poll.options ?? []).map(option => option.optionName && `• ${option.optionName}`))
  if (message.groupInviteMessage) return lines(message.groupInviteMessage.groupName, message.groupInviteMessage.caption)
  if (productMessage) return lines(productMessage.product?.title, productMessage.product?.description, productMessage.body)
  if (message.orderMessage) return lines(message.orderMessage.orderTitle, message.orderMessage.message)
  if (eventMessage) return lines(eventMessage.name, eventMessage.description)
  return message.highlyStructuredMessage?.hydratedHsm?.hydratedTemplate?.hydratedContentText ?? ''
}
