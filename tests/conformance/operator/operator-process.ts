import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificates } from '../../../tools/test/certificates.ts'

/** The folder of the example. */
export const OPERATOR = join(import.meta.dirname, '../../../examples/operator')

/** The operator of the examples, in a process of its own. */
export interface OperatorProcess {
  /** Where it serves its probes and metrics. */
  readonly health: string
  /** What it has written. */
  output(): string
  /** Ends it as Kubernetes does; resolves with its exit code. */
  stop(): Promise<number | null>
}

/** Starts the operator outside of the cluster, with the rights of a kubeconfig. */
export async function startOperator(kubeconfig: string): Promise<OperatorProcess> {
  const certDir = await mkdtemp(join(tmpdir(), 'operator-'))
  const { authority, server } = await createCertificates()
  await writeFile(join(certDir, 'tls.crt'), server.cert)
  await writeFile(join(certDir, 'tls.key'), server.key)
  await writeFile(join(certDir, 'ca.crt'), authority)
  const [port, healthPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, ['--conditions=@kube-informer/source', 'src/main.ts'], {
    cwd: OPERATOR,
    env: {
      PATH: process.env.PATH,
      KUBECONFIG: kubeconfig,
      CERT_DIR: certDir,
      WEBHOOK_PORT: String(port),
      WEBHOOK_URL: `https://127.0.0.1:${port}`,
      HEALTH_ADDRESS: `127.0.0.1:${healthPort}`,
    },
  })
  const output = collect(child)
  return {
    health: `http://127.0.0.1:${healthPort}`,
    output,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(certDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  return () => text
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
