import { CircleAlert } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { t } from './i18n'

type Frame = { label: ReactNode; help?: ReactNode; error?: string; optional?: boolean; after?: ReactNode }

/** What is wrong with a field, named so that its control can say it. */
export const FieldError = ({ id, error }: { id: string; error?: string }) =>
  error && (
    <p className="err" id={`${id}-error`}>
      <CircleAlert className="icon icon-sm" aria-hidden />
      {error}
    </p>
  )

/** Label, control, and help or error in the same place. `id` ties them together. */
export const Field = ({ id, label, help, error, optional, after, children }: Frame & { id: string; children: ReactNode }) => (
  <div className="fld">
    <label htmlFor={id}>
      {label}
      {after}
      {optional && <em>{t('common.optional')}</em>}
    </label>
    {children}
    <FieldError id={id} error={error} />
    {!error && help && <p className="help">{help}</p>}
  </div>
)

type Text = Frame & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { id: string }
/** <TextField label="Nome" {...form.field('name')} error={form.errors.value.name} /> */
export const TextField = ({ label, help, error, optional, after, className = '', ...input }: Text) => (
  <Field {...{ id: input.id, label, help, error, optional, after }}>
    <input className={`input ${error ? 'is-invalid' : ''} ${className}`} autoComplete="off" {...input} />
  </Field>
)

type Area = Frame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { id: string }
export const AreaField = ({ label, help, error, optional, after, className = '', ...input }: Area) => (
  <Field {...{ id: input.id, label, help, error, optional, after }}>
    <textarea className={`textarea ${error ? 'is-invalid' : ''} ${className}`} {...input} />
  </Field>
)

type Select = Frame & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { id: string }
export const SelectField = ({ label, help, error, optional, after, className = '', children, ...input }: Select) => (
  <Field {...{ id: input.id, label, help, error, optional, after }}>
    <select className={`select ${error ? 'is-invalid' : ''} ${className}`} {...input}>
      {children}
    </select>
  </Field>
)

type Box = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { id: string; label: ReactNode; help?: ReactNode }
/** <SwitchField label="Robô" {...form.box('bot')} /> */
export const SwitchField = ({ label, help, ...input }: Box) => (
  <div className="fld switch-row">
    <div>
      <label className="font-medium" htmlFor={input.id}>
        {label}
      </label>
      {help && <p>{help}</p>}
    </div>
    <input type="checkbox" role="switch" className="toggle" {...input} />
  </div>
)
