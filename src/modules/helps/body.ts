import * as v from 'valibot'
import { Address, LongText, Required } from '#kernel/fields'

const ID = /^[\w-]{5,20}$/
const ADDRESS =
  /^(?:https?:\/\/)?(?:(?:www|m|music)\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:(?:embed|shorts|live|v)\/|watch\?(?:\S*&)?v=))([\w-]{5,20})(?:[?&#/]\S*)?$/i

/** The id of a video of YouTube, of whatever names it: the id itself, or an address of its page. Nothing when it is neither. */
export const videoIdOf = (text: string) => (ID.test(text) ? text : ADDRESS.exec(text)?.[1])

export const HelpBody = v.object({
  title: Required(120),
  description: v.optional(LongText(2000, 'Too Long!')),
  video: v.pipe(
    Required(300),
    v.check(text => !text || videoIdOf(text) !== undefined, 'Este não é um vídeo do YouTube'),
    v.transform(text => videoIdOf(text) ?? text),
    v.metadata({ examples: ['dQw4w9WgXcQ'] }),
  ),
  link: Address(),
})
