import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { Slider } from '../ui/slider.tsx'
import type { Field } from './action.ts'

type Value = string | number | boolean

interface ActionFieldProps<TField extends Field = Field> {
  readonly field: TField
  readonly value: Value
  readonly onValue: (value: Value) => void
}

type OfType<TType extends Field['type']> = ActionFieldProps<Extract<Field, { readonly type: TType }>>

/** One control of the dialog of an action. */
export function ActionField({ field, value, onValue }: ActionFieldProps): ReactNode {
  switch (field.type) {
    case 'number':
      return <NumberControl field={field} value={value} onValue={onValue} />
    case 'text':
      return <TextControl field={field} value={value} onValue={onValue} />
    case 'choice':
      return <ChoiceControl field={field} value={value} onValue={onValue} />
    case 'check':
      return <Checkbox label={field.label} checked={value === true} onChange={onValue} />
  }
}

/** A number with steps, and a slider for a rough choice. */
function NumberControl({ field, value, onValue }: OfType<'number'>): ReactNode {
  const id = useId()
  const number = Number(value)
  return (
    <div className="action-number">
      <label htmlFor={id}>{field.label}</label>
      <NumberField.Root id={id} value={number} min={0} onValueChange={next => onValue(next ?? 0)}>
        <NumberField.Group className="number-group">
          <NumberField.Decrement className="icon-button" aria-label="One less">
            <Minus size={14} aria-hidden />
          </NumberField.Decrement>
          <NumberField.Input className="input" />
          <NumberField.Increment className="icon-button" aria-label="One more">
            <Plus size={14} aria-hidden />
          </NumberField.Increment>
        </NumberField.Group>
      </NumberField.Root>
      {field.max !== undefined && (
        <Slider
          label="Rough choice"
          value={Math.min(number, field.max)}
          min={0}
          max={field.max}
          onValue={onValue}
        />
      )}
    </div>
  )
}

const TextControl = ({ field, value, onValue }: OfType<'text'>): ReactNode => (
  <label className="action-field">
    <span>{field.label}</span>
    <input
      className="input"
      value={String(value)}
      placeholder={field.hint}
      required={field.required ?? false}
      spellCheck={false}
      onChange={event => onValue(event.target.value)}
    />
  </label>
)

const ChoiceControl = ({ field, value, onValue }: OfType<'choice'>): ReactNode => (
  <fieldset className="action-choices">
    <legend>{field.label}</legend>
    {field.choices.map(choice => (
      <label key={choice.value} className="field-row">
        <input
          type="radio"
          name={field.name}
          checked={choice.value === value}
          onChange={() => onValue(choice.value)}
        />
        {choice.label}
      </label>
    ))}
  </fieldset>
)
