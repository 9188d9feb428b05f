import { changeMembers, createGroup, describeGroup, groupNode, participantNode, rename, restrict } from './group-changes'
import { type BinaryNode, bytes, child, children, failure, node, result } from './node'
import { type Device, type Group, parseJid, type World } from './world'

const phonesIn = (world: World, parent: BinaryNode) =>
  children(parent, 'participant').flatMap(participant => parseJid(world, participant.attrs.jid)?.phone ?? [])

/** `xmlns=w:g2`: queries and changes of groups. */
export function answerGroups(world: World, device: Device, request: BinaryNode): BinaryNode {
  const { phone } = device
  const asked = child(request)
  const group = world.groups.get(request.attrs.to ?? '')
  if (!asked) return failure(request, 400, 'bad-request')
  if (asked.tag === 'participating') {
    const mine = [...world.groups.values()].filter(each => each.members.has(phone.number))
    return result(request, [
      node(
        'groups',
        {},
        mine.map(each => groupNode(world, each)),
      ),
    ])
  }
  if (asked.tag === 'create')
    return result(request, [groupNode(world, createGroup(world, phone, asked.attrs.subject ?? '', phonesIn(world, asked), device))])
  if (asked.tag === 'leave') {
    for (const { attrs } of children(asked, 'group')) {
      const left = world.groups.get(attrs.id ?? '')
      if (left) changeMembers(world, left, phone, 'remove', [phone], device)
    }
    return result(request)
  }
  if (!group) return failure(request, 404, 'item-not-found')
  return answerGroup(world, device, group, asked, request)
}

function answerGroup(world: World, device: Device, group: Group, asked: BinaryNode, request: BinaryNode): BinaryNode {
  const { phone } = device
  if (!group.members.has(phone.number)) return failure(request, 403, 'forbidden')
  switch (asked.tag) {
    case 'query':
      return result(request, [groupNode(world, group)])
    case 'invite':
      return result(request, [node('invite', { code: group.inviteCode })])
    case 'subject':
      rename(world, group, phone, bytes(asked).toString(), device)
      return result(request)
    case 'description':
      describeGroup(world, group, phone, bytes(child(asked, 'body')).toString(), device)
      return result(request)
    case 'announcement':
    case 'not_announcement':
    case 'locked':
    case 'unlocked':
      restrict(world, group, phone, asked.tag, device)
      return result(request)
    case 'add':
    case 'remove':
    case 'promote':
    case 'demote': {
      const phones = phonesIn(world, asked)
      changeMembers(world, group, phone, asked.tag, phones, device)
      return result(request, [
        node(
          asked.tag,
          {},
          phones.map(each => participantNode(each, group)),
        ),
      ])
    }
    default:
      return result(request)
  }
}
