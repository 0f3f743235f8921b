import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeApiserver, type FakeApiserverOptions } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { openCluster } from '../../../tools/kubernetes/cluster.ts'
import { Kubectl } from './kubectl.ts'

/** A server for kubectl. */
export interface Target {
  readonly kubectl: Kubectl
  close(): Promise<void>
}

/** The fake apiserver on a local port. */
export async function openFake(options: FakeApiserverOptions = {}): Promise<Target> {
  const server = createFakeApiserver({
    controllers: { namespaces: true, garbageCollector: true },
    ...options,
  })
  const serving = await serve(server)
  const kubectl = new Kubectl(['--server', serving.url])
  return {
    kubectl,
    close: async () => {
      await kubectl.close()
      await serving.close()
    },
  }
}

/** A real kube-apiserver: the one at `KUBE_APISERVER_URL`, or a new one. */
export async function openReal(): Promise<Target> {
  const cluster = await openCluster(() => {})
  if ('skip' in cluster) throw new Error(cluster.skip)
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-ca-'))
  const caFile = join(folder, 'ca.pem')
  if (cluster.ca) writeFileSync(caFile, cluster.ca)
  const authority = cluster.ca ? ['--certificate-authority', caFile] : []
  const kubectl = new Kubectl(['--server', cluster.url, '--token', cluster.token, ...authority])
  return {
    kubectl,
    close: async () => {
      await kubectl.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
