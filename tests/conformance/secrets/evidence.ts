import { inspect } from 'node:util'
import { leakFinder, type Secrets } from './secrets.ts'

/** Which secrets must not occur. */
type Forbidden = Partial<Secrets>

/**
 * Everything that an application could print, store or send of what one run produced. `expectNone` fails with the place of
 * a secret.
 */
export class Evidence {
  /** Where each text was seen first. */
  readonly #texts = new Map<string, string>()

  /** Adds a value: its properties, also hidden ones; of an error also its message, stack and causes; and its copy. */
  add(where: string, value: unknown): void {
    for (const text of textsOf(value)) if (!this.#texts.has(text)) this.#texts.set(text, where)
  }

  /** Adds the error of a promise that rejects. */
  async addRejection(where: string, promise: Promise<unknown>): Promise<void> {
    await promise.catch((error: unknown) => this.add(where, error))
  }

  expectNone(forbidden: Forbidden): void {
    for (const [name, secret] of Object.entries(forbidden)) {
      const find = leakFinder(secret)
      for (const [text, where] of this.#texts) {
        const leak = find(text)
        if (leak !== undefined) throw new Error(`${where} contains the ${name} ${secret}: …${leak}…`)
      }
    }
  }
}

const INSPECTION = {
  depth: 20,
  showHidden: true,
  maxStringLength: null,
  maxArrayLength: null,
  breakLength: Number.POSITIVE_INFINITY,
} as const

function* textsOf(value: unknown): Iterable<string> {
  if (typeof value === 'string') {
    yield value
    return
  }
  yield inspect(value, INSPECTION)
  yield* bytesIn(value)
  if (value instanceof Error) yield inspect(cloneOf(value), INSPECTION)
  for (let error = value; error instanceof Error; error = error.cause) {
    yield error.message
    yield error.stack ?? ''
    yield JSON.stringify(error)
  }
}

/** Errors are sent between threads as clones; functions prevent that. */
function cloneOf(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return undefined
  }
}

/** The text of byte arrays, which an inspection shows as numbers. */
function* bytesIn(value: unknown, seen = new Set<unknown>()): Iterable<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (value instanceof ArrayBuffer) yield Buffer.from(value).toString('utf8')
  else if (ArrayBuffer.isView(value))
    yield Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8')
  else {
    const below = value instanceof Map || value instanceof Set ? [...value].flat() : Object.values(value)
    for (const each of below) yield* bytesIn(each, seen)
  }
}
