import { isObject, type Json, type JsonObject, parseJson, textAt } from './json.ts'
import type { Session } from './session.ts'
import type { Depth } from './step.ts'

/**
 * What is left of an answer's value when everything is taken out that two servers cannot agree upon: uids and
 * revisions become small numbers in the order in which the server gave them out, the time becomes a word, so do
 * addresses and ports that a server picks, and the descriptions of columns go.
 */
export function normalize(value: Json, session: Session, depth: Depth, now: number): Json {
  return new Normalizer(session, depth, now).value(value)
}

/** Times this near are the server's own; the manifests have older ones. */
const RECENT_MS = 3_600_000
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** As a name: one that the server made for what had none. */
const UUID = new RegExp(`^${UID.source}$`)
const AGE = /^(<invalid>|\d+[smhdy](\d+[smhdy])?)$/
/** A rejection may print the whole object, its members in the order of Go's types. */
const WHOLE_OBJECT = /Invalid value: "\{(?:[^"\\]|\\.)*\}"/g
/** What was sent, which is what each server had answered before. */
const WHOLE_BODY = /is missing in '\{.*'/s
/** Of the test server's range for services. */
const ADDRESS = /\b10\.0\.0\.\d{1,3}\b/g
const SHOWN_PORT = /:3\d{4}\//g
const PORTS = { least: 30_000, most: 32_800 }

class Normalizer {
  readonly #session: Session
  readonly #depth: Depth
  readonly #now: number

  constructor(session: Session, depth: Depth, now: number) {
    this.#session = session
    this.#depth = depth
    this.#now = now
  }

  value(value: Json): Json {
    if (typeof value === 'string') return this.#text(value)
    if (Array.isArray(value))
      return value.filter(item => !isTimedBookmark(item)).map(item => this.value(item))
    if (!isObject(value)) return value
    if (value.kind === 'Status') return this.#status(value)
    if (typeof value.type === 'string' && isObject(value.object)) return this.#event(value.type, value.object)
    if (isListLike(value)) return this.#list(value)
    return isObject(value.metadata) && this.#depth === 'metadata'
      ? this.#shallow(value)
      : this.#members(value)
  }

  #members(object: JsonObject): JsonObject {
    const entries = Object.entries(object).map(([name, value]) => [name, this.#member(name, value ?? null)])
    return Object.fromEntries(entries) as JsonObject
  }

  #member(name: string, value: Json): Json {
    if (name === 'resourceVersion' && typeof value === 'string') return this.#version(value)
    if (name === 'managedFields' && Array.isArray(value)) return this.#managers(value)
    if (name === 'finalizers' && Array.isArray(value)) return sortedFinalizers(value)
    if (name === 'name' && typeof value === 'string' && UUID.test(value)) return '<made>'
    if (/nodePort$/i.test(name) && isPicked(value)) return '<port>'
    if (name === 'cells' && Array.isArray(value)) return this.#cells(value)
    return this.value(value)
  }

  #version(version: string): string {
    const number = this.#session.numberOf(version)
    return number === undefined ? version.replace(/^\d+$/, '<revision>') : `<rv-${number}>`
  }

  /** The servers sort the managers by times, which have whole seconds and may differ by one. */
  #managers(managers: readonly Json[]): Json {
    const entries = managers.map(entry => {
      if (!isObject(entry)) return entry
      const { time: _time, fieldsV1, ...rest } = entry
      return this.#depth === 'full' ? { ...rest, ...(fieldsV1 === undefined ? {} : { fieldsV1 }) } : rest
    })
    const text = (entry: Json) =>
      ['operation', 'subresource', 'apiVersion', 'manager'].map(name => textAt(entry, name) ?? '').join('/')
    return entries.toSorted((one, other) => (text(one) < text(other) ? -1 : 1))
  }

  #cells(cells: readonly Json[]): Json {
    if (this.#depth === 'metadata') return '<cells>'
    return cells.map(cell => {
      if (typeof cell !== 'string') return this.value(cell)
      return AGE.test(cell) ? '<age>' : this.#text(cell.replaceAll(SHOWN_PORT, ':<port>/'))
    })
  }

  #shallow({ kind, apiVersion, metadata }: JsonObject): Json {
    return this.#members({ kind, apiVersion, metadata } as JsonObject)
  }

  #event(type: string, object: JsonObject): Json {
    if (type !== 'BOOKMARK') return { type, object: this.value(object) }
    // What else is in it is the zero value of the kind's type.
    const { kind, apiVersion, metadata } = object
    return { type, object: this.#list({ kind, apiVersion, metadata } as JsonObject) }
  }

  /** A list's revision is the whole server's: others write to it, too. */
  #list(list: JsonObject): Json {
    const { metadata, columnDefinitions, ...rest } = list
    const { resourceVersion, continue: token, ...others } = isObject(metadata) ? metadata : {}
    return {
      ...this.#members(rest),
      ...(columnDefinitions === undefined
        ? {}
        : { columnDefinitions: withoutDescriptions(columnDefinitions) }),
      metadata: {
        ...this.#members(others),
        ...(resourceVersion === undefined ? {} : { resourceVersion: '<revision>' }),
        ...(typeof token === 'string' ? { continue: this.#token(token) } : {}),
      },
    }
  }

  #token(token: string): Json {
    const read = parseJson(Buffer.from(token, 'base64url').toString('utf8'))
    if (!isObject(read)) return token
    return this.value({ ...read, rv: read.rv === -1 ? -1 : '<revision>' })
  }

  #status(status: JsonObject): Json {
    const members = this.#members(status)
    return {
      ...members,
      ...(typeof members.message === 'string' ? { message: this.#message(members.message) } : {}),
      ...(isObject(members.details) ? { details: sortedCauses(members.details) } : {}),
    }
  }

  #message(message: string): string {
    const text = sortedConflicts(message)
    return /resource ?version/i.test(text)
      ? text.replaceAll(/\b\d{2,}\b/g, version => this.#version(version))
      : text
  }

  #text(text: string): string {
    if (TIME.test(text) && Math.abs(Date.parse(text) - this.#now) < RECENT_MS)
      return text.includes('.') ? '<now, with microseconds>' : '<now>'
    const short = text
      .replaceAll(WHOLE_OBJECT, 'Invalid value: <the object>')
      .replace(WHOLE_BODY, "is missing in '<the body>'")
      .replace('Key: /registry/', 'Key: /')
    let result = short.replaceAll(UID, uid => this.#uid(uid)).replaceAll(ADDRESS, '<address>')
    for (const [made, shown] of this.#session.picked) result = result.replaceAll(made, shown)
    return result.replaceAll(this.#session.namespace, '{{ns}}')
  }

  #uid(uid: string): string {
    const number = this.#session.numberOf(uid)
    return number === undefined ? '<uid>' : `<uid-${number}>`
  }
}

/** A bookmark that comes when it is time for one. */
function isTimedBookmark(event: Json): boolean {
  if (!isObject(event) || event.type !== 'BOOKMARK') return false
  return !JSON.stringify(event.object).includes('"k8s.io/initial-events-end"')
}

function isListLike(value: JsonObject): boolean {
  return Array.isArray(value.items) || value.items === null || value.kind === 'Table'
}

function withoutDescriptions(columns: Json): Json {
  if (!Array.isArray(columns)) return columns
  return columns.map(column => (isObject(column) ? { ...column, description: '' } : column))
}

function isPicked(value: Json): boolean {
  return typeof value === 'number' && value >= PORTS.least && value <= PORTS.most
}

/** A deletion adds its own and puts all of them in the order of a map of Go's. */
function sortedFinalizers(finalizers: readonly Json[]): readonly Json[] {
  return finalizers.some(name => name === 'foregroundDeletion' || name === 'orphan')
    ? finalizers.toSorted()
    : finalizers
}

/** The managers that an apply conflicts with are in the order of a map of Go's: another one each time. */
function sortedConflicts(message: string): string {
  const [, start, conflicts] = /^(Apply failed with \d+ conflicts: )(.*)$/s.exec(message) ?? []
  if (start === undefined || conflicts === undefined) return message
  return (
    start +
    conflicts
      .split(/\n(?=conflict)/)
      .toSorted()
      .join('\n')
  )
}

function sortedCauses(details: JsonObject): JsonObject {
  const { causes } = details
  if (!Array.isArray(causes)) return details
  const isConflict = causes.every(cause => textAt(cause, 'reason') === 'FieldManagerConflict')
  return isConflict
    ? { ...details, causes: causes.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) }
    : details
}

const textOf = (cause: Json): string => `${textAt(cause, 'message')} ${textAt(cause, 'field')}`
