import type { IndexFunction, KubernetesObject, MemberPath, ResourceDefinition } from '@kube-informer/core'
import { hashOf } from './hash-of.ts'

/**
 * What the slices of a definition request from the server, where the subscription's scope names no namespace. A slice of
 * one namespace (`useByIndex('namespace', …)`) or of one object (`useObject`) shows only a part of the resource, any other
 * slice all of it.
 *
 * - `auto`: a part is served from a wider informer that runs, else that namespace or object is listed and watched. All of
 *   it is listed and watched cluster-wide, or, where that is forbidden (403), in each namespace that the user may read:
 *   those of the connection's option `namespaces`, else those that access reviews allow.
 * - `cluster`: every slice is served from one cluster-wide list and watch.
 * - `namespace`: as `auto`, without a cluster-wide request.
 * - `{ namespaces }`: as `namespace`, and all of it is these namespaces.
 */
export type WatchScope = 'auto' | 'cluster' | 'namespace' | { readonly namespaces: readonly string[] }

/**
 * One resource of the shared definition. Functions receive the decoded object, and each call decodes the row (about 15
 * us for a 5 KB Pod). Prefer `byPath` for an index and a path for a sort: both read the text without decoding it.
 */
export interface InformerDefinition<T extends KubernetesObject = KubernetesObject> {
  /** One of `@kube-informer/core/resources`, or a definition of your own. */
  readonly resource: ResourceDefinition<T>
  /** Indexes besides `namespace`, by name. */
  readonly indexers?: Readonly<Record<string, IndexFunction<T>>>
  /** Comparators that a slice may name in `sort`. */
  readonly comparators?: Readonly<Record<string, (a: T, b: T) => number>>
  /** Predicates that a slice may name in `filter`. The second parameter is what the slice gives as `args`, plain data. */
  readonly predicates?: Readonly<Record<string, (object: T, args: never) => boolean>>
  /** Paths that are removed from the text before anything is parsed. @default ['metadata.managedFields'] */
  readonly trim?: readonly MemberPath<T>[]
  /**
   * The opposite of `trim`: only these paths are cached, and the fields that identify an object. @default everything
   */
  readonly pick?: readonly MemberPath<T>[]
  /**
   * Transforms each object in the worker before it is cached. Return the object, changed or new; its name, namespace,
   * uid and resourceVersion must stay the same. Costs a decode and an encode of each object that arrives; `trim` and
   * `pick` do not.
   */
  readonly transform?: (object: T) => KubernetesObject
  /**
   * Whether the cache is persisted, so that a reload resumes without a list. A connection without an `identity`
   * persists nothing. Change `version` when `transform` changes. What an earlier version of the application has
   * persisted is deleted if it may no longer be.
   * @default true; false if another definition of the resource, of any version, has false, and if the name of the
   * resource contains `secret`, `token`, `credential`, `password` or `apikey`, `accesskey`, `privatekey`, `signingkey`.
   * Resources without a definition are not persisted
   */
  readonly persist?: boolean | { readonly version?: string | number }
  /**
   * Whether a slice shows the first page of the initial list while the rest is in flight, with `status.data` `cached`. It
   * costs one request for each slice, and applies to slices without cached rows whose window starts at offset 0, with
   * neither filter, sort nor groups. The page has the server's first keys; the complete list may replace some of them.
   * @default false: the first rows appear when the list is complete
   */
  readonly firstPage?: boolean
  /** What is requested from the server. Without effect for cluster-scoped resources but for `cluster`. @default 'auto' */
  readonly watchScope?: WatchScope
}

/** The shared definition of a page and its worker: a module that both import. */
export type InformerDefinitions = Readonly<Record<string, InformerDefinition<never>>>

/**
 * Declares the informers of an application once, for the page and for its worker.
 *
 * @example
 * // informers.ts, imported by both sides
 * export const informers = defineInformers({
 *   pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
 * })
 */
export function defineInformers<const TDefinitions extends InformerDefinitions>(
  definitions: TDefinitions,
): TDefinitions {
  return Object.freeze(definitions)
}

/**
 * A short text that differs where the definitions of a page and of its worker are not compatible: names, resources,
 * indexes, cached paths. Functions count by their names only, since two bundles contain them in two texts.
 */
export function definitionsFingerprint(definitions: InformerDefinitions): string {
  const shapes = Object.entries(definitions).map(([name, definition]) => {
    const { resource, trim, pick, persist, transform, watchScope } = definition
    const { group, version, plural, kind, namespaced } = resource
    const named = [definition.indexers, definition.comparators, definition.predicates].map(functions =>
      Object.keys(functions ?? {}).sort(),
    )
    const shape = [
      group,
      version,
      plural,
      kind,
      namespaced,
      trim,
      pick,
      persist,
      transform !== undefined,
      watchScope,
    ]
    return JSON.stringify([name, ...shape.map(member => member ?? null), ...named])
  })
  return hashOf(shapes.sort().join('\n'))
}

/** The names of a definition's resources. */
export type ResourceName<TDefinitions> = Extract<keyof TDefinitions, string>
