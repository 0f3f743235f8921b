import { createServer, type Server as HttpsServer } from 'node:https'
import { createCertificates } from '../../test/certificates.ts'
import type { Server } from './server.ts'

/** The label of probe objects; the webhook receives only objects with it. */
const LABEL = 'kube-informer-probe'
const NAME = 'kube-informer-probes'
const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations'

interface Review {
  readonly request: { readonly uid: string; readonly object: Record<string, unknown> }
}

/**
 * Shows an object after kube-apiserver has decoded and defaulted it, before validation: a mutating webhook is called
 * at this point. The webhook records the object and rejects it, so that nothing is stored and no probe must be valid.
 */
export class Echo {
  readonly #server: Server
  readonly #seen = new Map<string, Record<string, unknown>>()
  #webhook: HttpsServer | undefined
  #count = 0

  constructor(server: Server) {
    this.#server = server
  }

  async open(): Promise<void> {
    const { authority, server } = await createCertificates()
    const webhook = createServer(server, (request, response) => {
      const parts: Buffer[] = []
      request.on('data', part => parts.push(part))
      request.on('end', () => response.end(this.#refuse(Buffer.concat(parts).toString())))
    })
    this.#webhook = webhook
    const port = await new Promise<number>(resolve => {
      webhook.listen(0, '127.0.0.1', () => {
        const address = webhook.address()
        resolve(address !== null && typeof address === 'object' ? address.port : 0)
      })
    })
    await this.#server.send('DELETE', `${CONFIGURATIONS}/${NAME}`)
    const created = await this.#server.send('POST', CONFIGURATIONS, configuration(port, authority))
    if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  }

  /** The object that reached the webhook; undefined if the server rejected it before. */
  async of(path: string, object: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    this.#count += 1
    const id = `p${this.#count}`
    const metadata = { name: id, labels: { [LABEL]: id } }
    // Webhook configurations bypass webhooks; the dry run prevents their storage.
    await this.#server.send('POST', `${path}?dryRun=All`, { ...object, metadata })
    return this.#seen.get(id)
  }

  async close(): Promise<void> {
    await this.#server.send('DELETE', `${CONFIGURATIONS}/${NAME}`)
    this.#webhook?.closeAllConnections()
    this.#webhook?.close()
  }

  #refuse(body: string): string {
    const { request } = JSON.parse(body) as Review
    const { labels } = request.object.metadata as { readonly labels: Record<string, string> }
    this.#seen.set(labels[LABEL] ?? '', request.object)
    const response = { uid: request.uid, allowed: false }
    return JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response })
  }
}

const configuration = (port: number, authority: string): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: NAME },
  webhooks: [
    {
      name: 'probes.kube-informer.dev',
      clientConfig: {
        url: `https://127.0.0.1:${port}/`,
        caBundle: Buffer.from(authority).toString('base64'),
      },
      rules: [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['CREATE'], scope: '*' }],
      objectSelector: { matchExpressions: [{ key: LABEL, operator: 'Exists' }] },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      failurePolicy: 'Ignore',
      matchPolicy: 'Exact',
    },
  ],
})
