import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { EditedBrand } from '../../../../src/modules/brand'
import { BrandBody } from '../../../../src/modules/brand/body'
import { get, put } from '../../../kit/api'
import { FormFoot } from '../../../kit/dialog'
import { AreaField, TextField } from '../../../kit/field'
import { form } from '../../../kit/form'
import { LoadFailed, Skeleton } from '../../../kit/placeholder'
import type { Json } from '../../../kit/rows'
import { toast } from '../../../kit/toast'
import { ColorInput, useColors } from './colors'
import { Logos } from './logos'
import { Preview } from './preview'
import { words } from './texts'
import { brandAt, chosenReseller, Whose } from './whose'
import { Whole } from './whole'

export type Edited = Json<EditedBrand>

/** What the installation is called and looks like, with what becomes of it beside the form. */
export default function BrandSettings() {
  useSignals()
  const [kept, keep] = useState<Edited>()
  const [hasFailed, fail] = useState(false)
  const of = chosenReseller()
  const read = () => {
    fail(false)
    keep(undefined)
    get<Edited>(brandAt()).then(
      found => chosenReseller() === of && keep(found),
      () => fail(true),
    )
  }
  useEffect(read, [of])
  if (hasFailed) return <LoadFailed what={words('what')} retry={read} />
  return kept ? <BrandForm key={of} kept={kept} keep={keep} /> : <Skeleton rows={7} avatar={false} />
}

const valuesOf = ({ name, color, colorDark, loginText, helpText, helpLink, mailFooter }: Edited) => ({
  ...{ name, color, colorDark, loginText, helpText, mailFooter },
  helpLink: helpLink ?? '',
})

function BrandForm({ kept, keep }: { kept: Edited; keep: (saved: Edited) => void }) {
  useSignals()
  const [chosen] = useState(() =>
    form(BrandBody, valuesOf(kept), async body => {
      const saved = await put<Edited>(brandAt(), body)
      keep(saved)
      toast.ok(words('saved'), 3_000)
    }),
  )
  /** Another brand in the place of all that stands in the form. */
  const replace = (saved: Edited) => {
    keep(saved)
    chosen.reset(valuesOf(saved))
  }
  const values = chosen.values.value as ReturnType<typeof valuesOf>
  const errors = chosen.errors.value
  const colors = useColors(values)
  const made = values.color || values.colorDark ? colors : null
  const field = (name: keyof typeof values) => ({ label: words(name), error: errors[name], ...chosen.field(name) })
  return (
    <form
      className="brand-form"
      noValidate
      onSubmit={event => void chosen.submit(event)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <div className="brand-body">
        <div className="min-w-0">
          <section className="fsec" aria-labelledby="b-brand">
            <h2 id="b-brand">{words('brand')}</h2>
            <p className="sub">{words('brandText')}</p>
            <Whose />
            <TextField {...field('name')} maxLength={60} placeholder={kept.shown.name} />
            <ColorInput {...field('color')} value={values.color} set={color => chosen.set('color', color)} made={made?.light} />
            <ColorInput
              {...field('colorDark')}
              value={values.colorDark}
              help={words('colorDarkHelp')}
              set={color => chosen.set('colorDark', color)}
              made={made?.dark}
            />
          </section>
          <Logos kept={kept} keep={keep} />
          <section className="fsec" aria-labelledby="b-entry">
            <h2 id="b-entry">{words('entry')}</h2>
            <TextField {...field('loginText')} help={words('loginTextHelp')} maxLength={120} placeholder={words('subtitle')} />
            <AreaField {...field('helpText')} help={words('helpTextHelp')} rows={2} maxLength={500} />
            <TextField {...field('helpLink')} help={words('helpLinkHelp')} type="url" maxLength={500} placeholder="https://" />
            <AreaField {...field('mailFooter')} help={words('mailFooterHelp')} rows={2} maxLength={500} />
          </section>
          <Whole replace={replace} />
        </div>
        <Preview name={values.name || kept.shown.name} loginText={values.loginText} colors={colors} shown={kept.shown} />
      </div>
      {chosen.dirty.value && (
        <footer>
          <FormFoot close={() => chosen.reset(valuesOf(kept))} action={words('save')} busy={chosen.busy.value} dirty />
        </footer>
      )}
    </form>
  )
}
