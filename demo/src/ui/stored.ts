/** A value in localStorage that components can read (`use-stored.ts`). All tabs of the origin have the same one. */
export interface Stored<TValue> {
  get(): TValue
  set(value: TValue): void
  subscribe(listener: () => void): () => void
}

/** Where values are stored: localStorage, or a fake of it. */
export interface StoredOptions {
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'>
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

const PREFIX = 'kube-informer.'

/**
 * Creates a store for one key. `parse` gets the stored JSON value, undefined if there is none, and returns a valid value: it may be
 * older than the code, or written by hand.
 */
export function createStored<TValue>(
  name: string,
  parse: (value: unknown) => TValue,
  { storage = globalThis.localStorage, events = globalThis.window }: StoredOptions = {},
): Stored<TValue> {
  const key = PREFIX + name
  const listeners = new Set<() => void>()
  let text: string | null | undefined
  let value: TValue

  const read = (): TValue => {
    const current = storage.getItem(key)
    // The same text keeps the reference of its value.
    if (current !== text) {
      text = current
      value = parse(parseJson(current))
    }
    return value
  }
  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  const onStorage = (event: Event): void => {
    const changed = (event as StorageEvent).key
    if (changed === key || changed === null) notify()
  }

  return {
    get: read,
    set(next) {
      storage.setItem(key, JSON.stringify(next))
      notify()
    },
    subscribe(listener) {
      if (listeners.size === 0) events.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) events.removeEventListener('storage', onStorage)
      }
    },
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
