import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { isShared, type OwnedField, ownerName } from './managed-fields.ts'

interface FieldTreeProps {
  readonly fields: readonly OwnedField[]
}

/** Fields with their values and owners, as nested lists whose parts open and close. */
export const FieldTree = ({ fields }: FieldTreeProps): ReactNode => (
  <ul className="field-tree">
    {fields.map(field => (
      <FieldItem key={field.path} field={field} />
    ))}
  </ul>
)

function FieldItem({ field }: { readonly field: OwnedField }): ReactNode {
  const [isOpen, setOpen] = useState(true)
  const { step, path, children, owners, value } = field
  const hasChildren = children.length > 0
  return (
    <li>
      <div className="field" title={path}>
        {hasChildren && (
          <button
            type="button"
            className="icon-button quiet"
            aria-expanded={isOpen}
            aria-label={`Fields of ${path}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          </button>
        )}
        <code className="field-step">{step.replace(/^\./, '')}</code>
        {!hasChildren && <code className="field-value">{valueText(value)}</code>}
        <span className="field-owners">
          {isShared(field) && <Badge tone="wait">two owners</Badge>}
          {owners.map(owner => (
            <span key={`${ownerName(owner)}${owner.operation}`} className="muted">
              {ownerName(owner)}
            </span>
          ))}
        </span>
      </div>
      {hasChildren && isOpen && <FieldTree fields={children} />}
    </li>
  )
}

/** Longer values are cut. */
const LONG = 80

function valueText(value: unknown): string {
  if (value === undefined) return ''
  const text = JSON.stringify(value)
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text
}
