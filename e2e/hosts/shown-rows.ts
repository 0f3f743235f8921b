import type { KubernetesObject } from '@kube-informer/core'
import type { SliceState } from '@kube-informer/worker'
import { type Digest, digestOf } from './digest.ts'

/** The rows of one resource in a tab, and the faults so far. */
export interface Shown {
  readonly rows: number
  readonly data: SliceState<unknown>['status']['data']
  readonly link: SliceState<unknown>['status']['link']
  readonly resourceVersion: string
  readonly error?: string
  /** Each past state of data and connection with the number of rows: `cached connecting 500`. */
  readonly history: readonly string[]
  /** Keys of rows that disappeared and reappeared although the object was not recreated. */
  readonly blinked: readonly string[]
  /** Keys of rows that showed an older resourceVersion after a newer one. */
  readonly wentBack: readonly string[]
}

/** Checks every state of one subscription that a user could have seen. */
export class ShownRows {
  #state: SliceState<KubernetesObject> | undefined
  /** The uid and resourceVersion of each row on screen. */
  #rows: ReadonlyMap<string, Seen> = new Map()
  readonly #left = new Map<string, string>()
  readonly #blinked = new Set<string>()
  readonly #wentBack = new Set<string>()
  readonly #history: string[] = []

  show(state: SliceState<KubernetesObject>): void {
    const rows = new Map(state.data.map(object => [keyOf(object), seenOf(object)]))
    for (const [key, { uid }] of this.#rows) if (rows.get(key)?.uid !== uid) this.#left.set(key, uid)
    for (const [key, row] of rows) this.#judge(key, row)
    this.#rows = rows
    this.#state = state
    const entry = `${state.status.data} ${state.status.link} ${rows.size}`
    const last = this.#history.at(-1)
    // A changed number of rows is not a new state: a busy cluster would fill the history.
    if (last === undefined || withoutRows(last) !== withoutRows(entry)) this.#history.push(entry)
  }

  get shown(): Shown {
    const status = this.#state?.status
    return {
      rows: this.#rows.size,
      data: status?.data ?? 'none',
      link: status?.link ?? 'connecting',
      resourceVersion: status?.resourceVersion ?? '',
      ...(status?.error && { error: status.error.message }),
      history: [...this.#history],
      blinked: [...this.#blinked],
      wentBack: [...this.#wentBack],
    }
  }

  /** The digest of every row, for comparison with the server. */
  get digests(): readonly Digest[] {
    return (this.#state?.data ?? []).map(digestOf)
  }

  #judge(key: string, row: Seen): void {
    if (this.#left.get(key) === row.uid) this.#blinked.add(key)
    const before = this.#rows.get(key)
    if (before?.uid === row.uid && isOlder(row.version, before.version)) this.#wentBack.add(key)
  }
}

interface Seen {
  readonly uid: string
  readonly version: string
}

const keyOf = ({ metadata }: KubernetesObject): string => `${metadata?.namespace}/${metadata?.name}`

const seenOf = ({ metadata }: KubernetesObject): Seen => ({
  uid: metadata?.uid ?? '',
  version: metadata?.resourceVersion ?? '',
})

const withoutRows = (entry: string): string => entry.slice(0, entry.lastIndexOf(' '))

/** The resourceVersions of the fake apiserver are increasing numbers. */
const isOlder = (version: string, than: string): boolean =>
  version.length < than.length || (version.length === than.length && version < than)
