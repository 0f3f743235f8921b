/** The keys that were pressed while nothing on the page could react to them. */
let held: KeyboardEvent[] = []

/** Keeps the keys that are pressed from now on, instead of losing them: the part of the console that reacts is still being loaded. */
export function holdKeys(): void {
  addEventListener('keydown', hold, { capture: true })
}

/** Ends `holdKeys`, and returns the keys that it kept. */
function takeHeldKeys(): readonly KeyboardEvent[] {
  removeEventListener('keydown', hold, { capture: true })
  const taken = held
  held = []
  return taken
}

/** Ends `holdKeys`, and presses the kept keys again. */
export function replayHeldKeys(): void {
  for (const key of takeHeldKeys()) document.dispatchEvent(new KeyboardEvent(key.type, key))
}

/** Ends `holdKeys`, and returns the text that the kept keys typed. */
export function takeHeldText(): string {
  return takeHeldKeys().reduce((text, { key }) => (key === 'Backspace' ? text.slice(0, -1) : text + key), '')
}

function hold(event: KeyboardEvent): void {
  if (isTyped(event.target) || !isForConsole(event)) return
  event.preventDefault()
  event.stopPropagation()
  held.push(event)
}

/** A letter or a sign, a correction of one, or the keys that open the palette. All others keep their meaning for the browser. */
function isForConsole({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  if (altKey) return false
  return held.length > 0 ? key.length === 1 || key === 'Backspace' : /^\S$/.test(key)
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
