import {
  type KubeClient,
  type ResourceDefinition,
  resourcePath,
  type Status,
  StatusError,
} from '@kube-informer/core'

/** The Status of the StatusError that a call rejects with; anything else fails the test. */
export async function rejectionOf(call: Promise<unknown>): Promise<Status> {
  const error = await call.then(
    () => new Error('the server did not reject the request'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof StatusError)) throw error
  return error.status
}

/** A query with raw parameters, including those that the client's types rule out. */
export type RawQuery = Readonly<Record<string, string | number | boolean>>

/** A GET of a collection through the client, with any query. */
export async function getCollection<T>(
  client: KubeClient,
  resource: ResourceDefinition,
  query: RawQuery,
  namespace?: string,
): Promise<T> {
  const response = await client.request(resourcePath(resource, { namespace }), { query })
  return (await response.json()) as T
}

/** A rule that the options violate: reason, field and message. */
export type Violation = readonly [reason: string, field: string, body: string]

/** A 422 for the options of a list or a watch, with these violations. */
export function invalidOptions(...violations: readonly Violation[]): object {
  const texts = violations.map(([, field, body]) => `${field}: ${body}`)
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `ListOptions.meta.k8s.io "" is invalid: ${text}`,
    reason: 'Invalid',
    details: {
      group: 'meta.k8s.io',
      kind: 'ListOptions',
      causes: violations.map(([reason, field, message]) => ({
        reason: `FieldValue${reason}`,
        message,
        field,
      })),
    },
    code: 422,
  }
}

/** A 400 with this message. */
export const badRequest = (message: unknown): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason: 'BadRequest',
  code: 400,
})
