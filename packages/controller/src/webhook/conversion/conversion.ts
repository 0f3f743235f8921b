import {
  apiVersionOf,
  type KubernetesObject,
  type ObjectMeta,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'
import type { Draft } from '../../api/draft.ts'
import type { Logger } from '../../api/logger.ts'

/** What a converter may use besides the object. */
export interface ConversionContext {
  /** The uid of the review. */
  readonly uid: string
  /** The version that the apiserver asks for, e.g. `example.com/v2`. */
  readonly desiredAPIVersion: string
  /** Aborts when the time for the answer is over. */
  readonly signal: AbortSignal
  readonly logger: Logger
  /** What the option `contextOf` of `webhookHandler` has made from the HTTP request. */
  readonly value: unknown
}

/**
 * What a converter returns. `apiVersion` and `kind` are set by the caller.
 *
 * The labels and annotations of `metadata` are those of the converted object. Without `metadata` they stay as they are. Its
 * other fields are ignored, like the apiserver does, except that another name, namespace or uid is an error.
 */
export type Converted<T extends KubernetesObject> = Omit<T, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly apiVersion?: unknown
  readonly kind?: unknown
  readonly metadata?: ObjectMeta | undefined
}

/** A value, or a promise of it. */
type Awaitable<T> = T | PromiseLike<T>

/**
 * Converts objects of a version to the hub's version, and back. An object that is converted to the other version and back must
 * be the same object: what a version cannot express has to be stored in an annotation.
 *
 * The argument is a copy that may be changed and returned. An error that is thrown fails the whole review: a ConversionError
 * or a StatusError with its message, any other one as "internal error occurred during conversion".
 */
export interface SpokeConverters<THub extends KubernetesObject, TSpoke extends KubernetesObject> {
  /** Upstream: `ConvertTo` of `conversion.Convertible`. */
  toHub(object: Draft<TSpoke>, context: ConversionContext): Awaitable<Converted<THub>>
  /** Upstream: `ConvertFrom` of `conversion.Convertible`. */
  fromHub(object: Draft<THub>, context: ConversionContext): Awaitable<Converted<TSpoke>>
}

/** A function of {@link SpokeConverters} for objects of any type. */
export type Convert = (object: never, context: ConversionContext) => unknown

/** A version that is converted through the hub. Made by {@link spoke}. */
export interface Spoke<THub extends KubernetesObject = KubernetesObject> {
  readonly resource: ResourceDefinition
  readonly toHub: Convert
  readonly fromHub: Convert
  /** Never set; carries the hub's type. */
  __hub?(hub: THub): THub
}

/** The versions of a kind, for `converting`. Made by {@link conversionOf}. */
export interface Conversion {
  readonly hub: ResourceDefinition
  /** By version, e.g. `v1`. */
  readonly spokes: ReadonlyMap<string, Spoke>
}

/**
 * Defines how a version is converted to the hub's version and back. See {@link conversionOf}.
 *
 * A spoke in a variable, or in a file of its own, does not know the type of the hub: name both types.
 *
 * @example
 * export const widgetV1Spoke = spoke<WidgetV2, WidgetV1>(widgetsV1, {
 *   toHub: ({ metadata, spec: { size } }) => ({ metadata, spec: { sizes: [size] } }),
 *   fromHub: ({ metadata, spec: { sizes } }) => ({ metadata, spec: { size: sizes[0] ?? 0 } }),
 * })
 */
export function spoke<THub extends KubernetesObject, TSpoke extends KubernetesObject>(
  resource: ResourceDefinition<TSpoke>,
  converters: SpokeConverters<THub, TSpoke>,
): Spoke<THub> {
  return {
    resource,
    toHub: (object: Draft<TSpoke>, context) => converters.toHub(object, context),
    fromHub: (object: Draft<THub>, context) => converters.fromHub(object, context),
  }
}

/**
 * Defines the conversions between the versions of a kind: each one, a spoke, is converted to one version, the hub, and back.
 * Two spokes are converted through the hub, so that n versions need 2(n − 1) functions.
 *
 * Throws a UsageError without spokes, for a version that occurs twice, and for a spoke of another group or kind.
 *
 * Upstream: `conversion.Hub` and `conversion.Convertible` of controller-runtime.
 *
 * @example
 * const widgetVersions = conversionOf(widgetsV2, [
 *   spoke(widgetsV1, {
 *     toHub: ({ metadata, spec: { size } }) => ({ metadata, spec: { sizes: [size] } }),
 *     fromHub: ({ metadata, spec: { sizes } }) => ({ metadata, spec: { size: sizes[0] ?? 0 } }),
 *   }),
 * ])
 */
export function conversionOf<THub extends KubernetesObject>(
  hub: ResourceDefinition<THub>,
  spokes: readonly Spoke<THub>[],
): Conversion {
  const byVersion = new Map<string, Spoke>()
  for (const each of spokes as readonly Spoke[]) {
    const { group, version, kind } = each.resource
    const name = `${apiVersionOf(each.resource)} ${kind}`
    if (group !== hub.group || kind !== hub.kind)
      throw new UsageError(
        `the spoke ${name} has another group or kind than its hub, ${apiVersionOf(hub)} ${hub.kind}`,
      )
    if (version === hub.version || byVersion.has(version))
      throw new UsageError(`the version ${name} occurs twice`)
    byVersion.set(version, each)
  }
  if (byVersion.size === 0) throw new UsageError(`${apiVersionOf(hub)} ${hub.kind} has no spokes`)
  return { hub, spokes: byVersion }
}
