import { randomBytes, randomInt } from 'node:crypto'
import { membersOf } from './groups'
import { type BinaryNode, node, seconds } from './node'
import { push } from './queue'
import type { Control } from './verbs'
import { viewGroup } from './views'
import { type Device, type Group, jid, needPhone, type Phone, type World } from './world'

export const participantNode = (phone: Phone, group?: Group, error?: string) => {
  const role = group?.members.get(phone.number)
  return node('participant', { jid: jid(phone, 'lid'), phone_number: jid(phone, 'pn'), type: role === 'member' ? undefined : role, error })
}

export function groupNode(world: World, group: Group) {
  const { description } = group
  return node(
    'group',
    {
      id: group.id.split('@')[0],
      subject: group.subject,
      s_o: jid(group.creator, 'lid'),
      s_o_pn: jid(group.creator, 'pn'),
      s_t: String(group.created),
      creation: String(group.created),
      creator: jid(group.creator, 'lid'),
      creator_pn: jid(group.creator, 'pn'),
      addressing_mode: 'lid',
      size: String(group.members.size),
    },
    [
      ...membersOf(world, group).map(member => participantNode(member, group)),
      ...(group.announce ? [node('announcement')] : []),
      ...(group.locked ? [node('locked')] : []),
      ...(description
        ? [
            node('description', { id: description.id, participant: jid(description.by, 'lid'), t: String(group.created) }, [
              node('body', {}, Buffer.from(description.text)),
            ]),
          ]
        : []),
    ],
  )
}

function announce(world: World, group: Group, by: Phone, change: BinaryNode, except?: Device, also: Phone[] = []) {
  for (const member of new Set([...membersOf(world, group), ...also])) {
    for (const device of member.devices.values()) {
      if (device === except) continue
      push(
        device,
        node(
          'notification',
          {
            from: group.id,
            type: 'w:gp2',
            id: randomInt(1e9).toString(),
            t: seconds(),
            participant: jid(by, 'lid'),
            participant_pn: jid(by, 'pn'),
            addressing_mode: 'lid',
            notify: by.name,
          },
          [change],
        ),
      )
    }
  }
  world.changed({ at: Date.now(), kind: 'group', group: group.id })
}

export function createGroup(world: World, creator: Phone, subject: string, participants: Phone[], except?: Device): Group {
  const group: Group = {
    id: `1203630${randomInt(1e11, 9e11)}@g.us`,
    subject,
    created: Math.floor(Date.now() / 1000),
    creator,
    members: new Map(),
    announce: false,
    locked: false,
    keyed: new Set(),
    inviteCode: randomBytes(16).toString('base64url'),
  }
  for (const phone of participants) group.members.set(phone.number, 'member')
  group.members.set(creator.number, 'superadmin')
  world.groups.set(group.id, group)
  announce(world, group, creator, node('create', { type: 'new', key: randomBytes(8).toString('hex') }, [groupNode(world, group)]), except)
  return group
}

type Membership = 'add' | 'remove' | 'promote' | 'demote'

/** Changes membership and rotates every sender key of the group, so that who left can't decrypt later messages. */
export function changeMembers(world: World, group: Group, by: Phone, change: Membership, phones: Phone[], except?: Device) {
  for (const { number } of phones) {
    if (change === 'remove') group.members.delete(number)
    else group.members.set(number, change === 'promote' ? 'admin' : 'member')
  }
  group.keyed.clear()
  if (phones.length)
    announce(
      world,
      group,
      by,
      node(
        change,
        {},
        phones.map(phone => participantNode(phone, group)),
      ),
      except,
      phones,
    )
}

export function describeGroup(world: World, group: Group, by: Phone, text: string, except?: Device) {
  group.description = text ? { id: randomBytes(8).toString('hex').toUpperCase(), text, by } : undefined
  announce(
    world,
    group,
    by,
    node(
      'description',
      { id: group.description?.id, delete: text ? undefined : 'true' },
      text ? [node('body', {}, Buffer.from(text))] : undefined,
    ),
    except,
  )
}

export function rename(world: World, group: Group, by: Phone, subject: string, except?: Device) {
  group.subject = subject
  announce(world, group, by, node('subject', { subject, s_o: jid(by, 'lid'), s_t: seconds() }), except)
}

export function restrict(world: World, group: Group, by: Phone, setting: string, except?: Device) {
  if (setting.endsWith('announcement')) group.announce = setting === 'announcement'
  else group.locked = setting === 'locked'
  announce(world, group, by, node(setting), except)
}

export const groupVerbs = (world: World): Pick<Control, 'createGroup' | 'changeGroup'> => ({
  createGroup({ subject, creator, participants, description }) {
    const group = createGroup(
      world,
      needPhone(world, creator),
      subject,
      participants.map(number => needPhone(world, number)),
    )
    if (description) describeGroup(world, group, group.creator, description)
    return viewGroup(group)
  },
  changeGroup({ group: id, by: number, subject, description, announce: announced, ...members }) {
    const group = world.groups.get(id)
    if (!group) throw new Error(`no group ${id}`)
    const by = needPhone(world, number)
    if (subject !== undefined) rename(world, group, by, subject)
    if (description !== undefined) describeGroup(world, group, by, description)
    if (announced !== undefined) restrict(world, group, by, announced ? 'announcement' : 'not_announcement')
    for (const change of ['add', 'remove', 'promote', 'demote'] as const) {
      changeMembers(
        world,
        group,
        by,
        change,
        (members[change] ?? []).map(each => needPhone(world, each)),
      )
    }
    return viewGroup(group)
  },
})
