import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { cpSync, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BINARY, buildKubernetes } from './build.ts'
import {
  CONTROLLER_MANAGER_CERTIFICATE,
  type ControllerManager,
  controllerManagerFlags,
} from './controller-manager.ts'
import { isHealthy } from './probe.ts'

/** A running control plane, or another cluster that accepts a token. */
export interface Cluster {
  readonly url: string
  readonly token: string
  /** PEM of the authority that signed the server's certificate; absent if the system already trusts it. */
  readonly ca?: string
  /** The path of a file with {@link ca}; absent for a cluster that was not started here. */
  readonly caFile?: string
  /** The path of a kubeconfig file. */
  readonly kubeconfig?: string
  /** The URL of etcd's JSON gateway; absent for a cluster that was not started here. */
  readonly etcdUrl?: string
  /** The path of the audit log, whose lines are events; present if an audit policy was given. */
  readonly auditLog?: string
  /** Restarts the apiserver on the same port; it refills its watch cache from etcd. */
  restartApiserver?(signal?: AbortSignal): Promise<void>
  /**
   * Copies what etcd has stored, and returns a function that restores it: resourceVersions then go back. etcd and the apiserver
   * restart both times. Absent for a cluster that was not started here.
   */
  backUpEtcd?(): Promise<() => Promise<void>>
  /**
   * Starts a kube-controller-manager that runs the named controllers only, such as `replicaset-controller`. Absent for a
   * cluster that was not started here.
   */
  startControllers?(names: readonly string[], signal?: AbortSignal): Promise<ControllerManager>
  /** Stops all processes that were started; idempotent. */
  stop(): Promise<void>
}

/** A user whom the apiserver accepts by a token. */
interface TokenUser {
  readonly token: string
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
}

/** Options of `startKubernetes`. */
export interface StartOptions {
  readonly log?: ((line: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** The time limit until it is ready. @default 120000 */
  readonly timeoutMs?: number | undefined
  /** PEM of an authority whose client certificates the apiserver accepts: CN is the user, O its groups. */
  readonly clientAuthority?: string | undefined
  /** Users besides the administrator. */
  readonly users?: readonly TokenUser[] | undefined
  /** The controllers of kube-controller-manager to run from the start, by its names. @default none */
  readonly controllers?: readonly string[] | undefined
  /** The rules of an audit policy. @default nothing is logged */
  readonly auditRules?: readonly object[] | undefined
}

/** A component of the control plane. */
type Component = 'etcd' | 'kube-apiserver' | 'kube-controller-manager'

/** The self-signed certificate of the apiserver, in its folder. */
const CA_FILE = 'certs/apiserver.crt'

const AUDIT_LOG = 'audit.log'
const AUDIT_POLICY = 'audit-policy.json'

/** How long a component may take that is started later. */
const PATIENCE_MS = 60_000

/**
 * Builds (if needed) and starts etcd and kube-apiserver on loopback, with all data in one temporary
 * folder; with `controllers`, also kube-controller-manager. There is no scheduler, and there are no nodes.
 */
export async function startKubernetes(options: StartOptions = {}): Promise<Cluster> {
  const { log = () => {}, signal, timeoutMs = 120_000 } = options
  await buildKubernetes(log)
  const plane = new ControlPlane(mkdtempSync(join(tmpdir(), 'kube-apiserver-')), options)
  try {
    return await plane.start(AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]))
  } catch (error) {
    await plane.stop()
    throw error
  }
}

class ControlPlane {
  readonly #folder: string
  readonly #clientAuthority: string | undefined
  readonly #users: readonly TokenUser[]
  readonly #controllers: readonly string[]
  readonly #auditRules: readonly object[] | undefined
  readonly #children: ChildProcess[] = []

  constructor(folder: string, { clientAuthority, users = [], controllers = [], auditRules }: StartOptions) {
    this.#folder = folder
    this.#clientAuthority = clientAuthority
    this.#users = users
    this.#controllers = controllers
    this.#auditRules = auditRules
  }

  async start(signal: AbortSignal): Promise<Cluster> {
    const [etcdPort, peerPort, securePort] = await freePorts(3)
    const token = randomBytes(24).toString('base64url')
    this.#writeCredentials(token)
    const etcdUrl = `http://127.0.0.1:${etcdPort}`
    const data = this.#path('etcd')
    const startEtcd = () => this.#spawn('etcd', etcdFlags(data, etcdUrl, peerPort))
    let etcd = startEtcd()
    const startApiserver = () => this.#spawn('kube-apiserver', this.#apiserverFlags(etcdUrl, securePort))
    let apiserver = startApiserver()
    const url = `https://127.0.0.1:${securePort}`
    const ready = (patience: AbortSignal) =>
      this.#healthy('kube-apiserver', `${url}/readyz`, this.#path(CA_FILE), patience, token)
    const ca = await ready(signal)
    const kubeconfig = this.#path('kubeconfig')
    writeFileSync(kubeconfig, kubeconfigFor(url, token, ca), { mode: 0o600 })
    const restartApiserver = async (patience = AbortSignal.timeout(PATIENCE_MS)) => {
      await this.#end(apiserver)
      apiserver = startApiserver()
      await ready(patience)
    }
    const restartAll = async (meanwhile: () => void) => {
      await this.#end(apiserver)
      await this.#end(etcd)
      meanwhile()
      etcd = startEtcd()
      apiserver = startApiserver()
      await ready(AbortSignal.timeout(PATIENCE_MS))
    }
    const backUpEtcd = async () => {
      const backup = this.#path('etcd-backup')
      await restartAll(() => cpSync(data, backup, { recursive: true }))
      return () =>
        restartAll(() => {
          rmSync(data, { recursive: true })
          cpSync(backup, data, { recursive: true })
        })
    }
    const startControllers = (names: readonly string[], patience = AbortSignal.timeout(PATIENCE_MS)) =>
      this.#startControllers(names, kubeconfig, patience)
    if (this.#controllers.length > 0) await startControllers(this.#controllers, signal)
    const caFile = this.#path(CA_FILE)
    const stop = () => this.stop()
    const auditLog = this.#auditRules && { auditLog: this.#path(AUDIT_LOG) }
    return {
      url,
      token,
      ca,
      caFile,
      kubeconfig,
      etcdUrl,
      ...auditLog,
      restartApiserver,
      backUpEtcd,
      startControllers,
      stop,
    }
  }

  async #startControllers(
    names: readonly string[],
    kubeconfig: string,
    signal: AbortSignal,
  ): Promise<ControllerManager> {
    const [port] = await freePorts(1)
    const certDir = this.#path(`controllers-${port}`)
    const flags = controllerManagerFlags(names, { kubeconfig, certDir, port })
    const child = this.#spawn('kube-controller-manager', flags)
    const url = `https://127.0.0.1:${port}/healthz`
    const certificate = join(certDir, CONTROLLER_MANAGER_CERTIFICATE)
    await this.#healthy('kube-controller-manager', url, certificate, signal)
    return { stop: () => this.#end(child) }
  }

  async stop(): Promise<void> {
    // The apiserver first: without etcd it would retry instead of exiting.
    for (const child of this.#children.toReversed()) await terminate(child)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #end(child: ChildProcess): Promise<void> {
    const index = this.#children.indexOf(child)
    if (index >= 0) this.#children.splice(index, 1)
    await terminate(child)
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }

  #writeCredentials(token: string): void {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    writeFileSync(this.#path('sa.key'), privateKey, { mode: 0o600 })
    writeFileSync(this.#path('sa.pub'), publicKey)
    if (this.#clientAuthority) writeFileSync(this.#path('clients.crt'), this.#clientAuthority)
    if (this.#auditRules) writeFileSync(this.#path(AUDIT_POLICY), auditPolicy(this.#auditRules))
    const administrator = { token, username: 'admin', uid: 'admin', groups: ['system:masters'] }
    const lines = [administrator, ...this.#users].map(tokenLine)
    writeFileSync(this.#path('tokens.csv'), lines.join(''), { mode: 0o600 })
  }

  #apiserverFlags(etcd: string, port: number): string[] {
    return [
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${this.#path('certs')}`,
      `--token-auth-file=${this.#path('tokens.csv')}`,
      ...(this.#clientAuthority ? [`--client-ca-file=${this.#path('clients.crt')}`] : []),
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${this.#path('sa.pub')}`,
      `--service-account-signing-key-file=${this.#path('sa.key')}`,
      '--service-cluster-ip-range=10.0.0.0/24',
      // The plugin requires default service accounts, and no controller creates them.
      '--disable-admission-plugins=ServiceAccount',
      '--cors-allowed-origins=^https?://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?$',
      // A loopback address is not a valid endpoint of the service `kubernetes`.
      '--endpoint-reconciler-type=none',
      ...(this.#auditRules
        ? [`--audit-policy-file=${this.#path(AUDIT_POLICY)}`, `--audit-log-path=${this.#path(AUDIT_LOG)}`]
        : []),
    ]
  }

  #spawn(component: Component, flags: readonly string[]): ChildProcess {
    const log = createWriteStream(this.#path(`${component}.log`), { flags: 'a' })
    const child = spawn(BINARY, [component, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.on('close', () => log.end())
    this.#children.push(child)
    return child
  }

  /** Resolves with the certificate to trust when a component reports that it is ready. */
  async #healthy(
    component: Component,
    url: string,
    certificate: string,
    signal: AbortSignal,
    token?: string,
  ): Promise<string> {
    for (;;) {
      this.#failWhenDead()
      const ca = readIfThere(certificate)
      if (ca && (await isHealthy(url, ca, token))) return ca
      if (signal.aborted) throw new Error(`${component} was not ready in time.\n${this.#logTail()}`)
      await sleep(200)
    }
  }

  #failWhenDead(): void {
    if (this.#children.some(child => child.exitCode !== null || child.signalCode !== null)) {
      throw new Error(`the control plane ended while it started.\n${this.#logTail()}`)
    }
  }

  #logTail(): string {
    const components: readonly Component[] = ['etcd', 'kube-apiserver', 'kube-controller-manager']
    const tail = (name: Component) =>
      (readIfThere(this.#path(`${name}.log`)) ?? '').split('\n').slice(-15).join('\n')
    return components.map(name => `${name}:\n${tail(name)}`).join('\n')
  }
}

/** A line of `--token-auth-file`. */
const tokenLine = ({ token, username, uid, groups }: TokenUser): string =>
  `${token},${username},${uid},"${groups.join(',')}"\n`

const auditPolicy = (rules: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules })

function etcdFlags(dataDir: string, clientUrl: string, peerPort: number): string[] {
  const peerUrl = `http://127.0.0.1:${peerPort}`
  return [
    `--data-dir=${dataDir}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    // The data is temporary: writes need not wait for the disk.
    '--unsafe-no-fsync',
    '--log-level=warn',
  ]
}

function kubeconfigFor(url: string, token: string, ca: string): string {
  const name = 'kube-informer'
  // JSON is YAML.
  return JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        { name, cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
      ],
      users: [{ name, user: { token } }],
      contexts: [{ name, context: { cluster: name, user: name, namespace: 'default' } }],
      'current-context': name,
    },
    null,
    2,
  )
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise(resolve => child.once('close', resolve))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 5000)
  await closed
  clearTimeout(patience)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Finds free ports. All remain bound until the last one is found, so that they differ. */
async function freePorts(count: 1): Promise<[number]>
async function freePorts(count: 3): Promise<[number, number, number]>
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(
    servers.map(
      server =>
        new Promise<number>((resolve, reject) => {
          server.on('error', reject)
          server.listen(0, '127.0.0.1', () => {
            const address = server.address()
            resolve(typeof address === 'object' && address ? address.port : 0)
          })
        }),
    ),
  )
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}
