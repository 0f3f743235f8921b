import type { MatchCondition, MutatingWebhook, RuleWithOperations } from '@kube-informer/core/resources'

/** Whether objects are matched by their labels (meta/v1 LabelSelector). */
type Selector = NonNullable<MutatingWebhook['objectSelector']>

/** Settings of a webhook. Those of `overrides` apply to one path. */
export interface WebhookSettings {
  /** What happens to a write if the webhook does not answer, or answers nonsense. @default 'Fail' */
  readonly failurePolicy?: 'Fail' | 'Ignore' | undefined
  /** How long the apiserver waits, in seconds: 1 to 30. @default 10 */
  readonly timeoutSeconds?: number | undefined
  /** Whether the webhook changes anything besides its answer. The apiserver sends dry runs only if it does not. @default 'None' */
  readonly sideEffects?: 'None' | 'NoneOnDryRun' | undefined
  /**
   * Whether a rule for one version also matches writes to the other versions of the resource, which the apiserver converts.
   *
   * @default 'Equivalent'
   */
  readonly matchPolicy?: 'Equivalent' | 'Exact' | undefined
  /** Whether a mutating webhook is called again after others have changed the object. @default 'Never' */
  readonly reinvocationPolicy?: 'IfNeeded' | 'Never' | undefined
  /**
   * By the labels of the namespace. Exclude the namespace of the webhook's own Pods if it handles Pods: with `Fail`, none could
   * start while none runs.
   *
   * @default all namespaces
   */
  readonly namespaceSelector?: Selector | undefined
  /** By the labels of the object. @default all objects */
  readonly objectSelector?: Selector | undefined
  /** Further conditions in CEL. @default none */
  readonly matchConditions?: readonly MatchCondition[] | undefined
  /**
   * Subresources to match besides the resource, e.g. `status`. It is a UsageError to name one whose objects are of another kind,
   * such as `scale`: a handler of `admission`, with `rules`, receives these. @default none
   */
  readonly subresources?: readonly string[] | undefined
}

/** Settings of the webhook of one path. */
export interface WebhookOverrides extends WebhookSettings {
  /**
   * The name of the webhook, of at least three parts. It is part of denials, and prefix of the keys of audit annotations.
   *
   * @default `mutate.v1.widgets.example.com`, or derived from the path if that was chosen
   */
  readonly name?: string | undefined
  /** What it is called for. Required for `admission` handlers, which have no resource. @default the resource of the handler */
  readonly rules?: readonly RuleWithOperations[] | undefined
}

/** A Service that sends requests to the webhook server. */
export interface WebhookService {
  readonly namespace: string
  readonly name: string
  /** @default 443 */
  readonly port?: number | undefined
  /**
   * Precedes the paths of the webhooks, e.g. `/webhooks`. Only for a proxy that removes it: `webhookHandler` knows the paths
   * without it.
   *
   * @default ''
   */
  readonly pathPrefix?: string | undefined
}

/** Where the apiserver finds the webhooks. */
export interface WebhookTarget {
  /** A Service of the cluster. Its certificate needs the name `NAME.NAMESPACE.svc`. */
  readonly service?: WebhookService | undefined
  /**
   * Instead of a Service: a URL with `https:` that precedes the paths of the webhooks. With a path of its own only for a proxy
   * that removes it.
   */
  readonly url?: string | undefined
  /**
   * The authorities that signed the server's certificate, in PEM.
   *
   * @default none: the apiserver trusts those of its host, or another program adds them, such as cert-manager
   */
  readonly caBundle?: string | undefined
}

/** Options of `webhookConfigurations`. */
export interface WebhookConfigurationOptions extends WebhookTarget, WebhookSettings {
  /** The name of both configurations. */
  readonly name: string
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Of the configurations and of the CRDs with a conversion, e.g. `cert-manager.io/inject-ca-from`. */
  readonly annotations?: Readonly<Record<string, string>> | undefined
  /**
   * Settings by path, which precede those for all webhooks: `{ [defaults.path]: { failurePolicy: 'Ignore' } }`. Those that are
   * undefined do not.
   */
  readonly overrides?: Readonly<Record<string, WebhookOverrides>> | undefined
}
