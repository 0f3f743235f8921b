import type { IndexFunction, KubernetesObject, ResourceDefinition } from '@kube-informer/core'

/**
 * One resource of the shared definition. Functions get the decoded object: each call costs a decode of the
 * row (about 15 us for a 5 KB Pod), so prefer `byPath` for an index and a path for a sort, which read the text.
 */
export interface InformerDefinition<T extends KubernetesObject = KubernetesObject> {
  /** What the server calls it: one of `@kube-informer/core/resources`, or your own. */
  readonly resource: ResourceDefinition<T>
  /** Indexes besides `namespace`, by name. */
  readonly indexers?: Readonly<Record<string, IndexFunction<T>>>
  /** Orders that a slice may ask for by name. */
  readonly comparators?: Readonly<Record<string, (a: T, b: T) => number>>
  /** Filters that a slice may ask for by name. */
  readonly predicates?: Readonly<Record<string, (object: T) => boolean>>
  /** Paths cut out of the text before anything is parsed. @default ['metadata.managedFields'] */
  readonly trim?: readonly string[]
  /** The reverse: only these paths are kept, with what tells who an object is. @default everything is kept */
  readonly pick?: readonly string[]
  /**
   * Changes each object before it is kept, in the worker: return it changed or another one; `metadata` has to stay what
   * tells who it is. Costs a decode and an encode of each object that arrives; `trim` and `pick` do without.
   */
  readonly transform?: (object: T) => KubernetesObject
  /**
   * Whether the worker keeps it on disk, so that a reload resumes without a list. Nothing is kept of a connection without
   * an `identity`. `version` is to be changed when `transform` does.
   * @default true; false for Secrets
   */
  readonly persist?: boolean | { readonly version?: string | number }
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
 * A short text that differs where the definitions of a page and of its worker differ in what either can ask of the other:
 * names, resources, indexes, what is kept of an object. Functions are told by their names only, since two bundles hold them
 * in two texts.
 */
export function definitionsFingerprint(definitions: InformerDefinitions): string {
  const shapes = Object.entries(definitions).map(([name, definition]) => {
    const { resource, trim, pick, persist, transform } = definition
    const { group, version, plural, kind, namespaced } = resource
    const named = [definition.indexers, definition.comparators, definition.predicates].map(functions =>
      Object.keys(functions ?? {}).sort(),
    )
    const shape = [group, version, plural, kind, namespaced, trim, pick, persist, transform !== undefined]
    return JSON.stringify([name, ...shape.map(member => member ?? null), ...named])
  })
  return hashOf(shapes.sort().join('\n'))
}

/** FNV-1a over code units, in two halves of 32 bits: to tell versions apart, not to keep anybody out. */
function hashOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(i), 0x5bd1e995)
  }
  return [high, low].map(half => (half >>> 0).toString(36)).join('')
}

/** The names of a definition's resources. */
export type ResourceName<TDefinitions> = Extract<keyof TDefinitions, string>
