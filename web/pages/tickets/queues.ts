import { computed } from '@preact/signals-react'
import { catalog } from '../../catalog'
import { isLeader, type QueueRef, user } from '../../session'

/** The queues this user may choose from: who leads, from all. */
export const queues = computed<QueueRef[]>(() => (isLeader.value ? catalog('queues').items.value : (user.value?.queues ?? [])))
