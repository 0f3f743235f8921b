import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'

/** What was learned of a type's members. */
export interface MemberFacts {
  /** Members that are there even if they were not sent, and what they are then. */
  readonly added: ReadonlyMap<string, unknown>
  /** Members whose zero value stays: pointers in Go. */
  readonly pointers: readonly string[]
}

/** What became of one member of a type, in one location. */
interface Sightings {
  /** How often it was sent. */
  sent: number
  /** How often it was sent as its zero value, and stayed so. */
  kept: number
  /** What it was where it was not sent, as text, and how often. */
  readonly added: Map<string, number>
}

/** A member, by its path, in which a type was seen; its own members. */
interface Location {
  seen: number
  readonly members: Map<string, Sightings>
}

type Json = Readonly<Record<string, unknown>>

/** Gathers what a server made of probes, by type. */
export class Observations {
  readonly #types: OpenAPITypes
  readonly #ignored: ReadonlySet<string>
  /** By type, then by the `Type.member` that it was in; "" is a kind of its own. */
  readonly #locations = new Map<string, Map<string, Location>>()

  /** `ignored` are members, `Type.member`, that are not of their type's making. */
  constructor(types: OpenAPITypes, ignored: readonly string[]) {
    this.#types = types
    this.#ignored = new Set(ignored)
  }

  /** Takes in a probe of a kind. */
  add(type: string, sent: Json, answer: Json): void {
    const { apiVersion: _, kind: __, metadata: ___, ...own } = answer
    this.#object(type, '', sent, own)
  }

  /** Whether a type was seen at all. */
  has(type: string): boolean {
    return this.#locations.has(type)
  }

  /** What holds of a type wherever it was seen. */
  factsOf(type: string): MemberFacts {
    const locations = [...(this.#locations.get(type)?.values() ?? [])]
    const names = new Set(locations.flatMap(({ members }) => [...members.keys()]))
    const added = new Map<string, unknown>()
    const pointers: string[] = []
    for (const name of names) {
      const [first, ...others] = locations.map(location => addedIn(location, name))
      if (first !== undefined && others.every(each => each === first)) added.set(name, JSON.parse(first))
      const wasKept = locations.some(({ members }) => (members.get(name)?.kept ?? 0) > 0)
      if (wasKept && !isZero(added.get(name))) pointers.push(name)
    }
    return { added, pointers }
  }

  /** What is added to a type in this location, but not everywhere. */
  localFacts(type: string, where: string): ReadonlyMap<string, unknown> {
    const general = this.factsOf(type).added
    const location = this.#locations.get(type)?.get(where)
    const local = new Map<string, unknown>()
    for (const name of location?.members.keys() ?? []) {
      const value = location && addedIn(location, name)
      if (value !== undefined && !general.has(name)) local.set(name, JSON.parse(value))
    }
    return local
  }

  #object(type: string, where: string, sent: Json, answer: Json): void {
    const location = this.#location(type, where)
    location.seen += 1
    for (const [name, value] of Object.entries(answer)) {
      if (name in sent || this.#ignored.has(`${type}.${name}`)) continue
      const { added } = sightingsOf(location, name)
      const text = JSON.stringify(withoutMembers(value))
      added.set(text, (added.get(text) ?? 0) + 1)
    }
    for (const [name, value] of Object.entries(sent)) {
      const sightings = sightingsOf(location, name)
      sightings.sent += 1
      if (isZero(value) && answer[name] === value) sightings.kept += 1
      const node = this.#types.get(type)?.properties?.[name]
      if (node) this.#inner(node, `${type}.${name}`, value, answer[name])
    }
  }

  #inner(node: OpenAPISchema, where: string, sent: unknown, answer: unknown): void {
    const reference = referenceOf(node)
    if (reference) {
      if (isJson(sent) && isJson(answer)) this.#object(reference, where, sent, answer)
    } else if (node.items && Array.isArray(sent) && Array.isArray(answer)) {
      if (sent.length > 0) this.#inner(node.items, where, sent[0], answer[0])
    } else if (node.additionalProperties && isJson(sent) && isJson(answer)) {
      for (const [key, value] of Object.entries(sent))
        this.#inner(node.additionalProperties, where, value, answer[key])
    }
  }

  #location(type: string, where: string): Location {
    const locations = this.#locations.get(type) ?? new Map<string, Location>()
    this.#locations.set(type, locations)
    const location = locations.get(where) ?? { seen: 0, members: new Map<string, Sightings>() }
    locations.set(where, location)
    return location
  }
}

function sightingsOf(location: Location, name: string): Sightings {
  const sightings = location.members.get(name) ?? { sent: 0, kept: 0, added: new Map<string, number>() }
  location.members.set(name, sightings)
  return sightings
}

/** The text of the value that a member always had at a location when it was not sent; undefined if it varied. */
function addedIn(location: Location, name: string): string | undefined {
  const sightings = location.members.get(name)
  const [only, ...others] = sightings?.added ?? []
  if (!sightings || !only || others.length > 0) return undefined
  const [text, count] = only
  return count + sightings.sent === location.seen ? text : undefined
}

/** The members of an added object are reported by its own type. */
const withoutMembers = (value: unknown): unknown => (isJson(value) ? {} : value)

const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
