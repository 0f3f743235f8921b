import type { KubernetesObject, Row, RowBody } from '@kube-informer/core'
import { parseJson } from '@kube-informer/core/json'
import { createRow } from '@kube-informer/core/rows'
import type { StoredRow, TextPage } from '@kube-informer/core/snapshot'
import { internalError } from '../api/status-errors.ts'
import { byteOrdered } from '../api/storage-key.ts'
import type { Fields } from './cached-object.ts'
import { type Fed, isRow } from './fed.ts'
import type { RowBodies } from './row-bodies.ts'
import type { RowIndex } from './row-index.ts'
import { copied, textAt, wireText } from './row-text.ts'
import type { UnreadTexts } from './unread-texts.ts'

/** What the rows of a cache share. */
export interface RowContext {
  readonly bodies: RowBodies
  readonly index: RowIndex
  readonly unread: UnreadTexts
}

/**
 * Where a text is: in memory at no cost of the budget, in memory and counted, in the store only, or discarded.
 *
 * A text is free while its row is in the history, is only in a response, or is no longer current.
 */
type Location = 'free' | 'counted' | 'stored'

/** One immutable version of an object as its JSON text. Nothing else of it is kept but the values for selectors. */
export class CachedRow<T extends KubernetesObject = KubernetesObject> {
  /** The sort key in lists. */
  readonly key: string
  readonly uid: string
  readonly namespace: string
  readonly resourceVersion: string
  /** The length of the text, in characters. */
  readonly size: number
  readonly #context: RowContext
  /** `namespace/name`; differs from the sort key by the order of some characters. */
  readonly #path: string
  #text: string | undefined
  #location: Location = 'free'
  /** Where the text is while it was not read. */
  #page: TextPage | undefined
  /** Whether the row was settled before its text was read. */
  #settlesLater = false
  #labels: Readonly<Record<string, string>> | undefined
  #fields: Fields | undefined

  constructor(row: Row<T> | StoredRow, context: RowContext) {
    this.#context = context
    this.namespace = context.index.shared(row.namespace)
    if (isRow(row)) {
      this.#text = wireText(row)
      this.size = this.#text.length
      this.#path = copied(row.key)
      this.uid = copied(row.uid)
      this.resourceVersion = copied(row.resourceVersion)
    } else {
      // An index has no text that its strings could be cut from.
      this.size = row.size
      this.#path = row.key
      this.uid = row.uid
      this.resourceVersion = row.resourceVersion
      this.#page = row.page
      context.unread.add(this, row)
    }
    this.key = byteOrdered(this.#path)
  }

  get name(): string {
    return this.namespace === '' ? this.#path : this.#path.slice(this.namespace.length + 1)
  }

  /** The complete JSON text. Throws a 500 if the state was replaced since, and the text was in the store. */
  get text(): string {
    const text = this.#findText()
    if (text !== undefined) return text
    throw internalError(`the state that contains ${this.#path} at ${this.resourceVersion} was replaced`)
  }

  /** The object. Parsed by each call. */
  get object(): T {
    return parseJson(this.text, 'the text of a row is not JSON') as T
  }

  get row(): Row<T> {
    return createRow<T>(this, this.text)
  }

  get labels(): Readonly<Record<string, string>> {
    this.#labels ??= this.#context.index.labels(this.text)
    return this.#labels
  }

  /** The value of a selectable field; "" if there is none. */
  field(path: string): string {
    if (path === 'metadata.name') return this.name
    if (path === 'metadata.namespace') return this.namespace
    this.#fields ??= this.#context.index.fields(this.text)
    return Object.hasOwn(this.#fields, path) ? (this.#fields[path] as string) : ''
  }

  /**
   * Whether this is the version that a feed delivers again. False if its text was not read, which is not worth it. The texts are compared, since a cluster that was restored from
   * a backup uses its resourceVersions a second time.
   */
  isOf(fed: Fed<T>): boolean {
    if (!isRow(fed) || this.#page) return false
    const isSameVersion = fed.uid === this.uid && fed.resourceVersion === this.resourceVersion
    return isSameVersion && this.#findText() === wireText(fed)
  }

  /** The same content at another resourceVersion. */
  at(resourceVersion: string): CachedRow<T> {
    const { uid, namespace, name } = this
    const identity = { uid, namespace, name, resourceVersion }
    return new CachedRow(createRow<T>(identity, textAt(this.text, resourceVersion)), this.#context)
  }

  /** The row is current and no longer in the history: its text counts towards the budget or moves to the store. */
  settle(): void {
    const { bodies, index } = this.#context
    this.#settlesLater = this.#page !== undefined
    if (this.#location !== 'free' || this.#text === undefined) return
    if (bodies.reserve(this.size)) {
      this.#location = 'counted'
      return
    }
    this.#labels ??= index.labels(this.#text)
    this.#fields ??= index.fields(this.#text)
    bodies.store?.put(this.#path, this.resourceVersion, this.#text)
    this.#text = undefined
    this.#location = 'stored'
  }

  /** A write replaces the row: its text is in memory as long as something refers to it. */
  recall(): void {
    this.#settlesLater = false
    if (this.#page) return
    const { text } = this
    this.discard()
    this.#text = text
  }

  /**
   * The row is not part of the state any more. A text in the store is lost.
   *
   * @param successor the row that replaces it; its text may be in the store at the same resourceVersion
   */
  discard(successor?: { readonly resourceVersion: string }): void {
    const { bodies } = this.#context
    this.#settlesLater = false
    if (this.#location === 'counted') bodies.free(this.size)
    if (this.#location === 'stored' && successor?.resourceVersion !== this.resourceVersion)
      bodies.store?.delete(this.#path, this.resourceVersion)
    this.#location = 'free'
  }

  /** The text of a row that was created without it. */
  receive(text: string): void {
    this.#page = undefined
    // The text is a part of a page, which it would retain.
    this.#text = copied(wireText({ body: text as unknown as RowBody<T> }))
    if (this.#settlesLater) this.settle()
  }

  #findText(): string | undefined {
    if (this.#page) this.#context.unread.read(this.#page)
    return this.#text ?? this.#context.bodies.store?.get(this.#path, this.resourceVersion)
  }
}
