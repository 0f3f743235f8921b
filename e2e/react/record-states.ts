/** Records each text of the page's rows and messages, as a user could have seen it. Runs in the page before its scripts. */
export function recordStates(): void {
  globalThis.shownStates = []
  let last = ''
  const record = () => {
    const parts = [...document.querySelectorAll('main li, main p')]
    // A row has a text and its buttons.
    const text = parts.map(part => part.firstChild?.textContent ?? '').join(', ')
    if (text !== last) globalThis.shownStates.push(text)
    last = text
  }
  new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true })
}

declare global {
  /** Oldest first, without repetitions; see {@link recordStates}. */
  var shownStates: string[]
}
