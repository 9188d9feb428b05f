import type { RegisteredNoun } from '#kernel/noun/noun'
import { queues } from '#modules/queues'
import { quickMessages } from '#modules/quick-messages'
import { tags } from '#modules/tags'

/** Every noun that is told by its facts. The doctor, and the tests of rights, references, bodies and texts, read them here. */
export const nouns: RegisteredNoun[] = [queues, quickMessages, tags]
