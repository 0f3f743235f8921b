import type { CacheFromOptions } from '@kube-informer/cacher'
import type {
  Clock,
  Fetch,
  InformerClient,
  KubernetesObject,
  Random,
  ResourceDefinition,
} from '@kube-informer/core'
import type { PrinterColumn } from '@kube-informer/core/columns'
import type { MetricRegistry } from '@kube-informer/core/metrics'
import type { Authorize } from './access-attributes.ts'
import type { OnRelayError } from './error-reports.ts'
import type { Authenticate } from './identity.ts'

/** A resource that a relay caches. */
export interface RelayResource {
  readonly resource: ResourceDefinition
  /** Caches one namespace only; other reads of the resource are {@link RelayOptions.others}. @default all namespaces */
  readonly namespace?: string | undefined
  /**
   * Resources whose objects hold credentials, such as Secrets, are cached only if this says so, and stored only if it says
   * `stored`.
   */
  readonly credentials?: 'cached' | 'stored' | undefined
  /** Fields that field selectors support besides name and namespace. @default those of a Kubernetes server */
  readonly fields?: readonly string[] | undefined
  /** The columns of tables (`additionalPrinterColumns` of a CustomResourceDefinition). @default those of a Kubernetes server */
  readonly printerColumns?: readonly PrinterColumn[] | undefined
  /** @default the kind followed by `List` */
  readonly listKind?: string | undefined
  /** Where the cache is stored, so that it starts without a list. @default nowhere */
  readonly storage?: RelayStorage | undefined
}

/** The storage of one cache: a state to start from, the log of later events, and the texts of objects. */
export type RelayStorage = Pick<CacheFromOptions<KubernetesObject>, 'stored' | 'log' | 'bodyStore'>

/** Where requests that the relay does not serve itself go, with the credentials of their reader. */
export interface AsReader {
  /** The root of the apiserver. */
  readonly baseUrl: string
  /** Must add no credentials, also no client certificate. @default the host's `fetch` */
  readonly fetch?: Fetch | undefined
}

/**
 * Limits of a relay. A request over a limit is a 429. Of events that are queued, a character (UTF-16 code unit) counts one byte,
 * so that text that is not Latin-1 takes two bytes in memory, and up to three as UTF-8.
 */
export interface RelayBudgets {
  /** Open watches. @default 100_000 */
  readonly watches?: number | undefined
  /** Open watches of one user. @default 1000 */
  readonly watchesPerUser?: number | undefined
  /**
   * Watches that readers open in a second. Readers whose watches ended together, for example because a relay was replaced,
   * return over this many seconds: a refused reader receives a time to return. `Infinity` for no limit. @default 500
   */
  readonly watchesPerSecond?: number | undefined
  /** Watches that may be opened at the same moment. At least one second's worth. @default two seconds' worth */
  readonly watchBurst?: number | undefined
  /** Lists whose bodies are being sent. @default 256 */
  readonly lists?: number | undefined
  /** Bytes that are queued for one watch. A reader over the limit is cut off and resumes. @default 4 MiB */
  readonly watchBytes?: number | undefined
  /** Bytes that are queued for all watches together. @default 64 MiB */
  readonly allWatchBytes?: number | undefined
  /** Bytes of list bodies that are kept for `listMaxAgeMs`. @default 16 MiB */
  readonly listBytes?: number | undefined
  /** Requests that are being authenticated, authorized or read at the same time. @default 1000 */
  readonly requests?: number | undefined
  /** Requests that are passed on and whose responses have not ended, such as logs that are followed. @default 1000 */
  readonly forwards?: number | undefined
  /**
   * Bytes of requests and responses that are passed on, between their arrival and the time at which the other side takes them. A
   * body over the limit breaks off. @default 64 MiB
   */
  readonly forwardBytes?: number | undefined
  /** The part of `requests`, `lists`, `forwards`, `forwardBytes`, `watchesPerSecond` and `watchBurst` that one user may take. @default 0.25 */
  readonly userShare?: number | undefined
  /** Consistent reads of one collection that wait for the upstream. One user may have 64 different lists among them. @default 1000 */
  readonly waitingReads?: number | undefined
}

/** Options of `createRelay`. */
export interface RelayOptions {
  /** A client of the apiserver with the relay's credentials, from `createKubeClient`. */
  readonly upstream: InformerClient
  /**
   * What is cached: definitions, or definitions with a namespace. Secrets need `credentials: 'cached'`.
   */
  readonly resources: readonly (ResourceDefinition | RelayResource)[]
  /** `tokenReview()`, or a function. */
  readonly authenticate: Authenticate
  /** `accessReview()`, or a function. */
  readonly authorize: Authorize
  /**
   * What happens to all other requests (writes, logs, discovery, other resources): a 404 or a 405, or they are passed on with
   * the token of the reader.
   *
   * @default 'refuse'
   */
  readonly others?: 'refuse' | AsReader | undefined
  /** The origins of pages that may use the relay, e.g. `https://app.example`. @default none */
  readonly origins?: readonly string[] | undefined
  /** Whether `authenticate` receives cookies, if a page of a listed origin sends them. @default false */
  readonly cookies?: boolean | undefined
  readonly budgets?: RelayBudgets | undefined
  /** How long events are collected before they are sent, in milliseconds. @default 50 */
  readonly flushMs?: number | undefined
  /** When running watches are checked again, for answers without a time of their own, in milliseconds. @default 60_000 */
  readonly recheckMs?: number | undefined
  /**
   * How old a list at `resourceVersion=0` without selectors may be, in milliseconds: such lists share one body, after each
   * reader was authorized. 0 turns that off. @default 5000
   */
  readonly listMaxAgeMs?: number | undefined
  /** The time between comparisons of the caches with the apiserver, each of which costs a list. @default 3_600_000 */
  readonly checkMs?: number | undefined
  /** Where the metrics are, for example together with those of the relay's client. @default one of its own */
  readonly registry?: MetricRegistry | undefined
  /**
   * Whether the upstream is another relay. The first list then comes from its cache, and not from the apiserver.
   *
   * @default false
   */
  readonly isUpstreamCache?: boolean | undefined
  /** Receives errors of reviews and of the apiserver, for logs. They contain no credentials. */
  readonly onError?: OnRelayError | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}
