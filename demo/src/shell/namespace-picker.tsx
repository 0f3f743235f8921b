import { Combobox } from '@base-ui/react/combobox'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { Button } from '../ui/button.tsx'
import { NamespaceList } from './namespace-list.tsx'
import { namespacesLabel } from './namespaces-label.ts'
import { useNamespaces } from './use-namespaces.ts'

interface NamespacePickerProps {
  readonly kind: Kind
  /** The chosen ones; empty for all. */
  readonly namespaces: readonly string[]
}

const NO_FILTER = (): boolean => true

/** The namespaces that the table shows, and the number of objects of the kind in each. */
export function NamespacePicker({ kind, namespaces }: NamespacePickerProps): ReactNode {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { groups, total } = useNamespaces(kind, isOpen)
  const choose = (chosen: readonly string[]): void =>
    void navigate({
      to: '.',
      search: previous => ({ ...previous, namespace: chosen.length > 0 ? chosen.join(',') : undefined }),
    })
  const label = namespacesLabel(namespaces)
  return (
    <Combobox.Root
      multiple
      items={groups.map(({ value }) => value)}
      filter={NO_FILTER}
      value={[...namespaces]}
      onValueChange={choose}
      open={isOpen}
      onOpenChange={setOpen}
      inputValue={text}
      onInputValueChange={setText}
      autoHighlight
    >
      <Combobox.Trigger
        className="button quiet picker"
        aria-label={`Namespaces: ${label}`}
        data-testid="namespace-picker"
      >
        <span className="picker-text">{label}</span>
        <ChevronsUpDown size={13} aria-hidden />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className="positioner" align="start" sideOffset={4} collisionPadding={8}>
          <Combobox.Popup className="menu namespaces" aria-label="Namespaces">
            <Combobox.Input className="input" placeholder="Find a namespace" aria-label="Find a namespace" />
            <NamespaceList groups={groups} text={text} />
            <footer>
              <Button variant="quiet" disabled={namespaces.length === 0} onClick={() => choose([])}>
                All namespaces{total > 0 && ` (${total.toLocaleString('en')})`}
              </Button>
            </footer>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
