import type { KubernetesObject } from '@kube-informer/core'
import { escapedJson } from '../../api/escape.ts'
import type { CachedObject } from '../../items/cached-object.ts'

/** Text that needs no escaping in JSON. */
const PLAIN = /^[\w .:/-]*$/

/** Minimum length of a text that is cached. */
const WORTH_KEEPING = 256

/** Encodes the members of an object and reuses the texts of parts that it shares with the previous version. */
class MemberWriter {
  readonly #known: ReadonlyMap<object, string> | undefined
  /** The texts of the larger parts. */
  readonly parts = new Map<object, string>()

  constructor(known: ReadonlyMap<object, string> | undefined) {
    this.#known = known
  }

  /** @returns `"name":value` of each, with commas between them */
  members(object: object): string {
    let text = ''
    for (const name of Object.keys(object)) {
      const value: unknown = Reflect.get(object, name)
      if (value === undefined) continue
      text += (text === '' ? '' : ',') + nameText(name) + this.#value(value)
    }
    return text
  }

  #value(value: unknown): string {
    if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`
    if (typeof value !== 'object' || value === null) return escapedJson(value)
    const text = this.#known?.get(value) ?? escapedJson(value)
    if (text.length >= WORTH_KEEPING) this.parts.set(value, text)
    return text
  }
}

const names = new Map<string, string>()
const MAX_NAMES = 1000

/** The text `"name":`, cached because there are few distinct names. */
function nameText(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const text = `${escapedJson(name)}:`
  if (names.size < MAX_NAMES) names.set(name, text)
  return text
}

/** The members of an object's JSON except kind and apiVersion; never empty, since metadata is always present. */
export function membersJson(cached: CachedObject, { keepsParts }: { readonly keepsParts: boolean }): string {
  const { kind: _kind, apiVersion: _apiVersion, metadata = {}, ...rest }: KubernetesObject = cached.object
  const writer = new MemberWriter(cached.parts)
  const first = `"metadata":{${writer.members(metadata)}}`
  const others = writer.members(rest)
  if (keepsParts) cached.parts = writer.parts
  return others === '' ? first : `${first},${others}`
}
