import { promises as fs } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A kubeconfig file. */
export interface Kubeconfig {
  readonly path: string
  remove(): Promise<void>
}

/** Writes a kubeconfig without credentials into a new temporary folder. */
export async function writeKubeconfig(server: string): Promise<Kubeconfig> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'kube-apiserver-fake-'))
  const path = join(folder, 'kubeconfig')
  const name = 'fake'
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user: {} }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'default' } }],
    'current-context': name,
  }
  // JSON is YAML.
  await fs.writeFile(path, `${JSON.stringify(config, null, 2)}\n`)
  return { path, remove: () => fs.rm(folder, { recursive: true, force: true }) }
}
