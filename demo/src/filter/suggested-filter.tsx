import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { type Suggestion, suggest, typedAt } from './complete.ts'
import { type FilterFieldProps, FilterFrame, inputProps } from './filter-frame.tsx'

/** The input of a filter with suggestions of fields, operators and values. */
export function SuggestedFilter(props: FilterFieldProps): ReactNode {
  const { typed, input, fields, values, onField, onLeave } = props
  const { text, caret, setCaret, change } = typed
  const [isOpen, setOpen] = useState(false)
  const moveCaret = (event: SyntheticEvent<HTMLInputElement>): void => {
    const at = event.currentTarget.selectionStart ?? text.length
    setCaret(at)
    onField(typedAt(text, at).field)
  }
  const suggestions = isOpen ? suggest(text, caret, { fields, values }) : []
  return (
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
      <FilterFrame {...props}>
        <Autocomplete.Input
          render={<input {...inputProps(props)} />}
          ref={input}
          onSelect={moveCaret}
          onKeyDown={event => {
            if (event.key === 'Escape' && !isOpen) onLeave()
            if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant')) onLeave()
          }}
        />
      </FilterFrame>
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
  )
}
