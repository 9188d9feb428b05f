import { type Signal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { FileSpreadsheet, ListFilter, Megaphone, Tag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { contactListApi } from '../../../src/modules/contact-lists/api'
import { ContactListBody, OUTCOMES } from '../../../src/modules/contact-lists/body'
import { choicesOf, type ContactList } from '../../catalog'
import type { SheetProps } from '../../crud/sheet'
import { sayer } from '../../crud/words'
import { get, post } from '../../kit/api'
import { Dialog, FormFoot } from '../../kit/dialog'
import { Field, SelectField, TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { Picker } from '../../kit/picker'
import { toast } from '../../kit/toast'
import { FilterFields, type Filter, TagsFilter } from '../contacts/filters'
import { words } from './texts'

const SOURCES = [
  ['hand', FileSpreadsheet],
  ['tag', Tag],
  ['filter', ListFilter],
  ['campaign', Megaphone],
] as const
type Source = (typeof SOURCES)[number][0]

/** To how many a filter comes by now, as the page of contacts counts them. */
function Found({ filter }: { filter: Signal<Filter> }) {
  useSignals()
  const [count, set] = useState<number>()
  const asked = JSON.stringify(filter.value)
  useEffect(() => {
    let isOver = false
    get<{ count: number }>('/contacts', { ...filter.peek(), isGroup: 'false' }).then(
      answer => !isOver && set(answer.count),
      () => {},
    )
    return () => void (isOver = true)
  }, [asked])
  return <b role="status">{count !== undefined && words('found', { n: count })}</b>
}

/** A new list: empty, or of people who are known already. */
export function NewList({ saved, close }: Pick<SheetProps<ContactList>, 'saved' | 'close'>) {
  useSignals()
  const say = sayer(words)
  const [{ from, tagId, filter, campaignId, outcome }] = useState(() => ({
    from: signal<Source>('hand'),
    tagId: signal<number>(),
    filter: signal<Filter>({}),
    campaignId: signal<number>(),
    outcome: signal<(typeof OUTCOMES)[number]>('delivered'),
  }))
  const [missing, miss] = useState(false)
  const [{ errors, busy, dirty, field, submit }] = useState(() =>
    form(ContactListBody, { name: '' }, async body => {
      const source = {
        hand: {},
        tag: { tagId: tagId.peek() },
        filter: { contacts: filter.peek() },
        campaign: { campaignId: campaignId.peek(), outcome: outcome.peek() },
      }[from.peek()]
      const path = from.peek() === 'hand' ? contactListApi.path : `${contactListApi.path}/from`
      const made = await post<ContactList>(path, { ...body, ...source })
      saved(made)
      toast.ok(words(made.isFilled ? 'made' : 'madeFilling'))
      close()
      navigate(`/contact-lists/${made.id}/contacts`)
    }),
  )
  const isTagMissing = from.value === 'tag' && !tagId.value
  const isCampaignMissing = from.value === 'campaign' && !campaignId.value
  return (
    <Dialog
      title={say('new')}
      width={540}
      close={close}
      dirty={dirty.value}
      onSubmit={event => {
        event.preventDefault()
        if (isTagMissing || isCampaignMissing) return miss(true)
        void submit()
      }}
      footer={<FormFoot close={close} action={say('create')} busy={busy.value} dirty={dirty.value} />}
    >
      <TextField label={words('name')} error={errors.value.name} {...field('name')} />
      <fieldset className="fld">
        <legend className="lbl">{words('from')}</legend>
        <div className="source-cards">
          {SOURCES.map(([name, Icon]) => (
            <label key={name}>
              <input type="radio" name="source" className="sr-only" checked={from.value === name} onChange={() => (from.value = name)} />
              <Icon className="icon icon-lg" aria-hidden />
              {words(`from.${name}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {from.value === 'hand' && <p className="help">{words('handHelp')}</p>}
      {from.value === 'tag' && (
        <Field id="list-tag" label={words('tag')} help={words('tagHelp')} error={missing && isTagMissing ? words('chooseTag') : undefined}>
          <Picker
            id="list-tag"
            label={words('tag')}
            choices={choicesOf('tags')}
            chosen={tagId.value ? [tagId.value] : []}
            change={([id]) => (tagId.value = id)}
            none={words('tagNone')}
            isInvalid={missing && isTagMissing}
          />
        </Field>
      )}
      {from.value === 'filter' && (
        <fieldset className="fld">
          <legend className="lbl">{words('filter')}</legend>
          <p className="help">
            {words('filterHelp')} <Found filter={filter} />
          </p>
          <Field id="contact-tags" label={words('tag')}>
            <TagsFilter filter={filter} />
          </Field>
          <FilterFields filter={filter} leave={['isGroup']} />
        </fieldset>
      )}
      {from.value === 'campaign' && (
        <div className="pair">
          <Field
            id="list-campaign"
            label={words('from.campaign')}
            error={missing && isCampaignMissing ? words('chooseCampaign') : undefined}
          >
            <Picker
              id="list-campaign"
              label={words('from.campaign')}
              choices={choicesOf('campaigns')}
              chosen={campaignId.value ? [campaignId.value] : []}
              change={([id]) => (campaignId.value = id)}
              none={words('campaignNone')}
              isInvalid={missing && isCampaignMissing}
            />
          </Field>
          <SelectField
            id="list-outcome"
            label={words('outcome')}
            value={outcome.value}
            onChange={event => (outcome.value = event.currentTarget.value as (typeof OUTCOMES)[number])}
          >
            {OUTCOMES.map(one => (
              <option key={one} value={one}>
                {words(`outcome.${one}`)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </Dialog>
  )
}
