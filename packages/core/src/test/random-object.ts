import { seededRandom } from '@kube-informer/testing'
import type { Random } from '../api/clock.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { TypeMeta } from '../protobuf/envelope.ts'
import type { Member, MessageTable, ScalarType } from '../protobuf/message-table.ts'

const KEYS = ['app', 'example.com/role', 'x.y/z', '__proto__', 'größe', '']
const TEXTS = ['', 'a', 'te"x\\t', 'größe 🐳', 'Running', 'x'.repeat(70), 'é'.repeat(40)]
/** How deep messages are nested, and how many items a list has. */
const MAX_DEPTH = 7
const MAX_ITEMS = 3

/**
 * A random object of a built-in kind, whose members are those of the table: some absent, some zero. Its values are those
 * that protobuf can have.
 */
export function randomObject(table: MessageTable, type: TypeMeta, seed: number): KubernetesObject {
  const random = seededRandom(seed)
  const members = new RandomMessages(table, random).message(table.knownKind(type), 0)
  const metadata = { ...(members.metadata as object), name: 'object', namespace: 'größe', uid: 'u-1' }
  return { ...members, kind: type.kind, apiVersion: type.apiVersion, metadata }
}

class RandomMessages {
  readonly #table: MessageTable
  readonly #random: Random
  /** How often a member is there. */
  readonly #density: number

  constructor(table: MessageTable, random: Random) {
    this.#table = table
    this.#random = random
    this.#density = 0.2 + 0.7 * random()
  }

  message(index: number, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {}
    for (const member of this.#table.message(index).members) {
      if (!member || this.#random() > this.#density) continue
      if (member.rule === 'inline') Object.assign(members, this.#scalarOrMessage(member.type, depth))
      else if (depth < MAX_DEPTH || typeof member.type !== 'number')
        members[member.name] = this.#value(member, depth)
    }
    return members
  }

  #value({ container, type, hasType }: Member, depth: number): unknown {
    const one = () => this.#scalarOrMessage(type, depth)
    const several = () => Array.from({ length: this.#below(MAX_ITEMS) + 1 }, one)
    switch (container) {
      case 'one':
        return one()
      case 'list':
        return hasType ? several().map(item => ({ ...this.#typeOf(type), ...(item as object) })) : several()
      case 'wrapped list':
        return several()
      default:
        return Object.fromEntries(
          KEYS.filter(() => this.#random() < 0.4).map(key => [key, container === 'map' ? one() : several()]),
        )
    }
  }

  #typeOf(type: Member['type']): TypeMeta {
    const { name, apiVersion } = this.#table.message(Number(type))
    return { kind: name, apiVersion }
  }

  #scalarOrMessage(type: Member['type'], depth: number): unknown {
    return typeof type === 'number' ? this.message(type, depth + 1) : this.#scalar(type)
  }

  #scalar(type: ScalarType): unknown {
    switch (type) {
      case 'string':
        return this.#one(TEXTS)
      case 'int':
        return this.#one([0, 1, -1, 127, 128, 2 ** 31, 2 ** 53 - 1])
      case 'bool':
        return this.#one([true, false])
      case 'double':
        return this.#one([0, 1.5, -0.25])
      case 'bytes':
        return this.#one(['', 'YQ==', 'AAEC'])
      case 'time':
        return this.#one(['2026-01-02T03:04:05Z', '1999-12-31T23:59:59Z'])
      case 'microTime':
        return this.#one(['2026-01-02T03:04:05.000006Z', '1999-12-31T23:59:59.999999Z'])
      case 'quantity':
        return this.#one(['0', '100m', '64Mi'])
      case 'intOrString':
        return this.#one([0, 80, 'http'])
      case 'raw':
        return this.#one([{ a: [1, { b: null }] }, 'text', [1]])
      case 'schemaOrBool':
        return this.#one([true, false])
      case 'schemaOrList':
      case 'schemaOrStrings':
        return { type: 'string' }
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #one<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T
  }
}
