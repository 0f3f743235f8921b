import webhook from '../src/webhook.ts'

/** The response of an admission review. */
export interface AdmissionAnswer {
  readonly uid: string
  readonly allowed: boolean
  readonly status?: { readonly code: number; readonly message?: string }
  readonly warnings?: readonly string[]
  readonly patch?: string
}

/** What the apiserver asks the webhooks of v2 Widgets, and what they answer. */
export async function admit(
  verb: 'mutate' | 'validate',
  request: { readonly operation: string; readonly object?: object; readonly oldObject?: object },
): Promise<AdmissionAnswer> {
  const version = { group: 'example.com', version: 'v2' }
  const review = {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '1',
      kind: { ...version, kind: 'Widget' },
      resource: { ...version, resource: 'widgets' },
      namespace: 'default',
      userInfo: {},
      ...request,
    },
  }
  const { response } = await post(`/${verb}-example-com-v2-widget`, review)
  return response as AdmissionAnswer
}

/** Converts objects as the apiserver asks for it. */
export async function convert(
  desiredAPIVersion: string,
  objects: readonly object[],
): Promise<readonly object[]> {
  const review = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    request: { uid: '1', desiredAPIVersion, objects },
  }
  const { response } = await post('/convert', review)
  return (response as { readonly convertedObjects: readonly object[] }).convertedObjects
}

/** The operations of a JSON patch. */
export const patchOf = ({ patch }: AdmissionAnswer): unknown => patch && JSON.parse(atob(patch))

async function post(path: string, review: object): Promise<{ readonly response: unknown }> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(review)
  const response = await webhook.fetch(
    new Request(`https://webhooks${path}`, { method: 'POST', headers, body }),
  )
  return (await response.json()) as { readonly response: unknown }
}
