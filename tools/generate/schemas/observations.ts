import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'

/** The observed facts of a type's members. */
export interface MemberFacts {
  /** The default values of members that the server adds. */
  readonly added: ReadonlyMap<string, unknown>
  /** Members whose zero value is retained: pointers in Go. */
  readonly pointers: readonly string[]
}

/** The observations of one member at one location. */
interface Sightings {
  /** How often the member was sent. */
  sent: number
  /** How often its zero value was sent and retained. */
  kept: number
  /** Counts of the values that the server added, by JSON text. */
  readonly added: Map<string, number>
}

/** The observations of a type's members at one location. */
interface Location {
  seen: number
  readonly members: Map<string, Sightings>
}

type Json = Readonly<Record<string, unknown>>

/** Collects the server's responses to probes, by type. */
export class Observations {
  readonly #types: OpenAPITypes
  readonly #ignored: ReadonlySet<string>
  /** By type, then by the `Type.member` that contains it; "" for a kind. */
  readonly #locations = new Map<string, Map<string, Location>>()

  /** @param ignored members, `Type.member`, whose values do not come from the type */
  constructor(types: OpenAPITypes, ignored: readonly string[]) {
    this.#types = types
    this.#ignored = new Set(ignored)
  }

  /** Records a probe of a kind. */
  add(type: string, sent: Json, answer: Json): void {
    const { apiVersion: _, kind: __, metadata: ___, ...own } = answer
    this.#object(type, '', sent, own)
  }

  /** Whether the type was observed. */
  has(type: string): boolean {
    return this.#locations.has(type)
  }

  /** The facts that hold for a type at every location. */
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

  /** Defaults of a type at this location only. */
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

/** The text of the value that was always added for a member at a location; undefined if it varied. */
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
