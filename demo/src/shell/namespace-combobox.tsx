import { Combobox } from '@base-ui/react/combobox'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { Button } from '../ui/button.tsx'
import { NamespaceButton } from './namespace-button.tsx'
import { NamespaceList } from './namespace-list.tsx'
import { useNamespaces } from './use-namespaces.ts'

export interface NamespacePickerProps {
  readonly kind: Kind
  /** The chosen ones; empty for all. */
  readonly namespaces: readonly string[]
}

const NO_FILTER = (): boolean => true

/** The button with all namespaces, and the number of objects of the kind in each. */
export function NamespaceCombobox({ kind, namespaces }: NamespacePickerProps): ReactNode {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { groups, total } = useNamespaces(kind, isOpen)
  const choose = (chosen: readonly string[]): void =>
    void navigate({
      to: '.',
      search: previous => ({ ...previous, namespace: chosen.length > 0 ? chosen.join(',') : undefined }),
    })
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
      <Combobox.Trigger render={<NamespaceButton namespaces={namespaces} />} />
      <Combobox.Portal>
        <Combobox.Positioner className="positioner" align="start" sideOffset={4} collisionPadding={8}>
          <Combobox.Popup className="menu namespaces" aria-label="Namespaces">
            <Combobox.Input className="input" placeholder="Find a namespace" aria-label="Find a namespace" />
            <NamespaceList groups={groups} text={text} />
            <div className="all-namespaces">
              <Button variant="quiet" disabled={namespaces.length === 0} onClick={() => choose([])}>
                All namespaces{total > 0 && ` (${total.toLocaleString('en')})`}
              </Button>
            </div>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
