import type { SliceGroup } from '@kube-informer/worker'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'

interface NamespacePickerProps {
  readonly namespaces: readonly SliceGroup[]
  readonly total: number
  readonly selected: string | undefined
  readonly onSelect: (namespace: string | undefined) => void
}

const numbers = new Intl.NumberFormat('en')

/** All namespaces with their Pod counts. A single tab stop; the arrow keys move and select. */
export const NamespacePicker = memo(function NamespacePicker(props: NamespacePickerProps): ReactNode {
  const { namespaces, total, selected, onSelect } = props
  const most = Math.max(1, ...namespaces.map(({ count }) => count))
  return (
    <nav className="namespaces" aria-label="Namespaces">
      <div
        role="listbox"
        aria-label="Namespace"
        data-testid="namespace-picker"
        onKeyDown={walk}
        tabIndex={-1}
      >
        <Option
          name="All namespaces"
          count={total}
          share={0}
          selected={selected === undefined}
          onSelect={() => onSelect(undefined)}
        />
        {namespaces.map(({ value, count }) => (
          <Option
            key={value}
            name={value}
            namespace={value}
            count={count}
            share={count / most}
            selected={value === selected}
            onSelect={() => onSelect(value)}
          />
        ))}
      </div>
    </nav>
  )
})

interface OptionProps {
  readonly name: string
  readonly namespace?: string
  readonly count: number
  readonly share: number
  readonly selected: boolean
  readonly onSelect: () => void
}

function Option({ name, namespace, count, share, selected, onSelect }: OptionProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (selected) button.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <button
      ref={button}
      type="button"
      role="option"
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      onClick={onSelect}
      data-namespace={namespace ?? ''}
      style={{ '--share': share }}
    >
      <span>{name}</span>
      <data value={count}>{numbers.format(count)}</data>
    </button>
  )
}

/** Moves the focus with the arrow keys, and selects at once: a query takes a few milliseconds. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
  const at = options.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key]
  const option = to === undefined ? undefined : options[to]
  if (option === undefined) return
  event.preventDefault()
  event.stopPropagation()
  option.focus()
  option.click()
}
