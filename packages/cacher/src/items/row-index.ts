import type { KubernetesObject, Row } from '@kube-informer/core'
import { findPath, parseJson, skipSpace, skipValue } from '@kube-informer/core/json'
import { parsePath, type ValuePath } from '@kube-informer/core/paths'
import { type PathValue, ValueReader } from '@kube-informer/core/rows'
import type { FieldReader, Fields } from './cached-object.ts'
import { copied } from './row-text.ts'

/** The labels of an object. */
type Labels = Readonly<Record<string, string>>

const LABELS = ['metadata', 'labels']
const NO_LABELS: Labels = Object.freeze({})
const NO_FIELDS: Fields = Object.freeze({})
/** Sets of labels and values of fields that are shared. Few of them are unique to an object. */
const KEPT = 10_000

export interface RowIndexOptions {
  /** The selectable fields of an object. */
  readonly fieldsOf?: FieldReader<KubernetesObject>['read'] | undefined
  /** The paths that `fieldsOf` reads. @default the complete object is parsed */
  readonly fieldPaths?: readonly string[] | undefined
}

/** Reads the values for selectors from the texts of rows. Equal values of several rows share memory. */
export class RowIndex {
  readonly #fieldsOf: FieldReader<KubernetesObject>['read'] | undefined
  readonly #paths: readonly (readonly string[])[] | undefined
  readonly #reader: ValueReader | undefined
  readonly #labels = new Map<string, Labels>()
  readonly #values = new Map<string, string>()

  constructor({ fieldsOf, fieldPaths }: RowIndexOptions) {
    this.#fieldsOf = fieldsOf
    this.#paths = fieldPaths?.map(parsePath)
    this.#reader = this.#paths && new ValueReader(this.#paths.map(path => path.map(memberStep)))
  }

  labels(text: string): Labels {
    const at = findPath(text, skipSpace(text, 0), LABELS)
    if (at === -1) return NO_LABELS
    const json = text.slice(at, skipValue(text, at))
    const known = this.#labels.get(json)
    if (known) return known
    const labels = (parseJson(json, 'the labels of a row are not JSON') ?? NO_LABELS) as Labels
    if (this.#labels.size >= KEPT) this.#labels.clear()
    this.#labels.set(copied(json), labels)
    return labels
  }

  fields(text: string): Fields {
    if (!this.#fieldsOf) return NO_FIELDS
    const fields: Record<string, string> = {}
    for (const [path, value] of Object.entries(this.#fieldsOf(this.#readObject(text))))
      fields[path] = this.shared(value)
    return fields
  }

  /** An equal text that other rows may refer to. It does not retain a longer text that it was cut from. */
  shared(value: string): string {
    const known = this.#values.get(value)
    if (known !== undefined) return known
    const copy = copied(value)
    if (this.#values.size >= KEPT) this.#values.clear()
    this.#values.set(copy, copy)
    return copy
  }

  /** The object, reduced to the paths that the fields are read from. */
  #readObject(text: string): KubernetesObject {
    const paths = this.#paths
    if (!paths || !this.#reader) return parseJson(text, 'the text of a row is not JSON') as KubernetesObject
    const object = createMembers()
    this.#reader.read({ body: text } as unknown as Row, {
      isDone: false,
      value: (number, value) => setPath(object, paths[number] ?? [], value),
      end: () => {},
    })
    return object as KubernetesObject
  }
}

const memberStep = (name: string): ValuePath[number] => ({ type: 'member', name })

/** Without a prototype, so that a path cannot lead to that of all objects. */
const createMembers = (): Record<string, unknown> => Object.create(null)

function setPath(object: Record<string, unknown>, path: readonly string[], value: PathValue): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    object[name] = value
    return
  }
  const next = (object[name] as Record<string, unknown> | undefined) ?? createMembers()
  object[name] = next
  setPath(next, rest, value)
}
