import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { TagBody } from '../../../src/modules/tags/body'
import { post, put } from '../../kit/api'
import { Chip, Dot } from '../../kit/chips'
import { ColorField } from '../../kit/color-field'
import { FormFoot, Sheet } from '../../kit/dialog'
import { SwitchField, TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { freeColor } from '../../kit/palette'
import { toast } from '../../kit/toast'
import { isLeader } from '../../session'
import type { Tag } from './tags'

type Props = { tag?: Tag; taken: string[]; saved: (tag: Tag) => void; close: () => void }

/** Makes a tag, or changes one: name, colour, and for leaders whether it is a lane of the board. */
export function TagSheet({ tag, taken, saved, close }: Props) {
  useSignals()
  const [sheet] = useState(() =>
    form(TagBody, { name: tag?.name ?? '', color: tag?.color ?? freeColor(taken), kanban: Boolean(tag?.kanban) }, async body => {
      saved(await (tag ? put<Tag>(`/tags/${tag.id}`, body) : post<Tag>('/tags', body)))
      toast.ok(t(tag ? 'tags.saved' : 'tags.created'), 3_000)
      close()
    }),
  )
  const { name } = sheet.values.value
  const color = sheet.values.value.color ?? ''
  return (
    <Sheet
      title={tag ? t('tags.edit') : t('tags.new')}
      close={close}
      dirty={sheet.dirty.value}
      onSubmit={sheet.submit}
      footer={<FormFoot close={close} action={t(tag ? 'tags.save' : 'tags.create')} busy={sheet.busy.value} dirty={sheet.dirty.value} />}
    >
      <TextField label={t('common.name')} {...sheet.field('name')} error={sheet.errors.value['name']} maxLength={60} />
      <ColorField id="tag-color" label={t('tags.color')} value={color} change={value => sheet.set('color', value)} />
      <Preview name={name.trim() || t('tags.one')} color={color} />
      {isLeader.value && <SwitchField label={t('tags.useOnKanban')} help={t('tags.useOnKanbanHelp')} {...sheet.box('kanban')} />}
    </Sheet>
  )
}

const Preview = ({ name, color }: { name: string; color: string }) => (
  <div className="fld">
    <div className="lbl">{t('tags.preview')}</div>
    <div className="sample-box">
      <Chip color={color}>{name}</Chip>
      <Chip large color={color}>
        {name}
      </Chip>
      <span className="inline-flex items-center gap-1.5 muted min-w-0">
        <Dot color={color} />
        <span className="clip">{name}</span>
      </span>
    </div>
  </div>
)
