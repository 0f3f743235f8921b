import { type RefObject, useLayoutEffect, useState } from 'react'

export interface FilterText {
  readonly text: string
  readonly caret: number
  readonly setCaret: (caret: number) => void
  readonly setFocused: (isFocused: boolean) => void
  readonly change: (text: string, caret: number, movesCaret: boolean) => void
}

/** The typed text. The one of the URL follows it, and replaces it while the user does not type. */
export function useFilterText(
  given: string,
  onText: (text: string) => void,
  input: RefObject<HTMLInputElement | null>,
): FilterText {
  const [typed, setTyped] = useState({ text: given, given, caret: 0, isFocused: false })
  const [pending, setPending] = useState<number>()
  useLayoutEffect(() => {
    if (pending === undefined) return
    input.current?.setSelectionRange(pending, pending)
    setPending(undefined)
  }, [pending, input])
  if (typed.given !== given) {
    // What is typed arrives in the URL late. Another text is from a facet, a link or the history.
    setTyped(last => ({ ...last, given, text: last.isFocused ? last.text : given }))
  }
  const change = (text: string, caret: number, movesCaret: boolean): void => {
    setTyped(last => ({ ...last, text, caret }))
    onText(text.trim())
    if (movesCaret) setPending(caret)
  }
  const setCaret = (caret: number): void => setTyped(last => ({ ...last, caret }))
  const setFocused = (isFocused: boolean): void => setTyped(last => ({ ...last, isFocused }))
  return { text: typed.text, caret: typed.caret, setCaret, setFocused, change }
}
