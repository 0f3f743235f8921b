import { createServer, type Server as HttpsServer } from 'node:https'
import { createCertificates } from '../../tools/certificates.ts'
import type { Server } from './server.ts'

/** The label of probes. Objects without it do not reach the webhook. */
const LABEL = 'kube-informer-probe'
const NAME = 'kube-informer-probes'
const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations'

interface Review {
  readonly request: { readonly uid: string; readonly object: Record<string, unknown> }
}

/**
 * Shows what a kube-apiserver makes of an object between decoding it and validating it: a mutating webhook is called
 * just there. It takes the object down and refuses it, so that nothing is ever stored and no probe has to be valid.
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

  /** What becomes of an object; undefined where it was refused before it came as far as the webhook. */
  async of(path: string, object: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    this.#count += 1
    const id = `p${this.#count}`
    const metadata = { name: id, labels: { [LABEL]: id } }
    // The kinds that configure webhooks go to none, and must not be stored either.
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
