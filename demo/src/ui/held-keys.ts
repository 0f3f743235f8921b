interface HeldKeys {
  readonly keys: KeyboardEvent[]
  /** Keeps no further key. */
  readonly end: () => void
}

declare global {
  /**
   * The keys that were pressed while nothing on the page could react to them; undefined while none are kept. A global, since
   * the first script and the console are bundled apart and share no module.
   */
  var heldKeys: HeldKeys | undefined
}

/** Keeps the keys that are pressed from now on, instead of losing them: the part of the console that reacts is still being loaded. */
export function holdKeys(): void {
  if (globalThis.heldKeys) return
  const keys: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent): void => {
    if (isTyped(event.target) || !isForConsole(event, keys.length > 0)) return
    event.preventDefault()
    event.stopPropagation()
    keys.push(event)
  }
  addEventListener('keydown', hold, { capture: true })
  const end = (): void => removeEventListener('keydown', hold, { capture: true })
  globalThis.heldKeys = { keys, end }
}

/** Ends `holdKeys`, and returns the keys that it kept. */
function takeHeldKeys(): readonly KeyboardEvent[] {
  const held = globalThis.heldKeys
  globalThis.heldKeys = undefined
  held?.end()
  return held?.keys ?? []
}

/** Ends `holdKeys`, and presses the kept keys again. */
export function replayHeldKeys(): void {
  for (const key of takeHeldKeys()) document.dispatchEvent(new KeyboardEvent(key.type, key))
}

/** Ends `holdKeys`, and returns the text that the kept keys typed. */
export function takeHeldText(): string {
  return takeHeldKeys().reduce((text, { key }) => (key === 'Backspace' ? text.slice(0, -1) : text + key), '')
}

/**
 * A letter or a sign, a correction of one, or the keys that open the palette. All others keep their meaning for the browser.
 *
 * @param isFurther whether other keys were kept before it
 */
function isForConsole({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, isFurther: boolean): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  if (altKey) return false
  return isFurther ? key.length === 1 || key === 'Backspace' : /^\S$/.test(key)
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
