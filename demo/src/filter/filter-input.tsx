import { Autocomplete } from '@base-ui/react/autocomplete'
import { useHotkey } from '@tanstack/react-hotkeys'
import { Search, X } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react'
import type { Field } from '../kinds/columns/column.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { type Suggestion, suggest, typedAt } from './complete.ts'
import type { Mistake } from './expression.ts'
import { FilterMarks } from './filter-marks.tsx'
import { useFilterText } from './use-filter-text.ts'

interface FilterInputProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly fields: readonly Field[]
  readonly mistake: Mistake | undefined
  /** The values to suggest for the field that is typed. */
  readonly values: readonly string[]
  /** The name of the field whose values are needed; undefined while none is typed. */
  readonly onField: (name: string | undefined) => void
  /** Enter without a suggestion, and Escape. */
  readonly onLeave: () => void
}

/** A filter expression, with suggestions of fields, operators and values. `/` focuses it. */
export function FilterInput(props: FilterInputProps): ReactNode {
  const { fields, mistake, values, onField, onLeave } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { text, caret, setCaret, setFocused, change } = useFilterText(props.text, props.onText, input)
  const errorId = useId()

  useHotkey('/', () => input.current?.focus(), {
    ignoreInputs: true,
    meta: { group: 'Table', name: 'Focus the filter' },
  })
  const moveCaret = (event: SyntheticEvent<HTMLInputElement>): void => {
    const at = event.currentTarget.selectionStart ?? text.length
    setCaret(at)
    onField(typedAt(text, at).field)
  }
  const suggestions = isOpen ? suggest(text, caret, { fields, values }) : []
  return (
    <div className="filter" data-filter="">
      <Autocomplete.Root
        mode="none"
        items={suggestions}
        filter={null}
        open={isOpen && suggestions.length > 0}
        onOpenChange={setOpen}
        openOnInputClick
        value={text}
        onValueChange={(value, { reason }) => {
          // Escape closes the suggestions, and keeps the filter.
          if (reason === 'escape-key') return
          const chosen = reason === 'item-press' ? suggestions.find(each => each.text === value) : undefined
          const at = chosen?.caret ?? input.current?.selectionStart ?? value.length
          change(value, at, chosen !== undefined)
          onField(typedAt(value, at).field)
          // A field is followed by its values.
          if (chosen) queueMicrotask(() => setOpen(true))
        }}
        itemToStringValue={(suggestion: Suggestion) => suggestion.text}
      >
        <Search className="filter-icon" size={15} aria-hidden />
        <FilterMarks text={text} mistake={mistake} input={input} />
        <Autocomplete.Input
          ref={input}
          className="filter-text"
          aria-label="Filter"
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake && errorId}
          placeholder="Filter: web status:Running age<1h"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onSelect={moveCaret}
          onKeyDown={event => {
            if (event.key === 'Escape' && !isOpen) onLeave()
            if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant')) onLeave()
          }}
        />
        {text !== '' && (
          <IconButton
            className="filter-clear"
            label="Clear the filter"
            icon={<X size={14} aria-hidden />}
            onClick={() => change('', 0, true)}
          />
        )}
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="positioner" sideOffset={4} align="start">
            <Autocomplete.Popup className="menu filter-menu">
              <Autocomplete.List>
                {(suggestion: Suggestion) => (
                  <Autocomplete.Item key={suggestion.text} value={suggestion} className="menu-item">
                    <code className="menu-text">{suggestion.label}</code>
                    <span className="muted">{suggestion.detail}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <p id={errorId} className="filter-mistake" role="status">
        {mistake?.message}
      </p>
    </div>
  )
}
