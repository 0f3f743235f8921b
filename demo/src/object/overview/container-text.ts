import type { Container, ContainerStatus, Probe, Volume } from '@kube-informer/core/resources'
import type { Status } from '../../kinds/status.ts'

/** What a container does, in a word of kubectl. */
export function containerState(status: ContainerStatus | undefined): Status {
  const { waiting, running, terminated } = status?.state ?? {}
  if (running) return status?.ready ? { text: 'Running', tone: 'good' } : { text: 'Not ready', tone: 'wait' }
  if (terminated) {
    const text = terminated.reason ?? `Exit code ${terminated.exitCode}`
    return { text, tone: terminated.exitCode === 0 ? 'done' : 'bad' }
  }
  const reason = waiting?.reason ?? 'Waiting'
  const isUsual = reason === 'ContainerCreating' || reason === 'PodInitializing' || reason === 'Waiting'
  return { text: reason, tone: isUsual ? 'wait' : 'bad' }
}

/** How the last run of a container ended: `OOMKilled (exit code 137)`. */
export function lastEnd(status: ContainerStatus | undefined): string | undefined {
  const { terminated } = status?.lastState ?? {}
  if (terminated === undefined) return undefined
  return `${terminated.reason ?? 'Ended'} (exit code ${terminated.exitCode})`
}

/** `http GET :8080/healthz every 10 s`. */
export function probeText(probe: Probe | undefined): string | undefined {
  if (probe === undefined) return undefined
  const every = `every ${probe.periodSeconds ?? 10} s`
  const { httpGet, tcpSocket, grpc, exec } = probe
  if (httpGet)
    return `${(httpGet.scheme ?? 'HTTP').toLowerCase()} GET :${httpGet.port}${httpGet.path ?? '/'} ${every}`
  if (tcpSocket) return `tcp :${tcpSocket.port} ${every}`
  if (grpc) return `grpc :${grpc.port} ${every}`
  return exec ? `${exec.command?.join(' ') ?? ''} ${every}` : every
}

export const portsText = ({ ports = [] }: Container): string =>
  ports
    .map(
      ({ name, containerPort, protocol = 'TCP' }) => `${name ? `${name} ` : ''}${containerPort}/${protocol}`,
    )
    .join(', ')

/** `cpu 100m – 500m`, `memory 64Mi –`: what is requested, and the limit. */
export function resourcesText({ resources }: Container): string {
  const { requests = {}, limits = {} } = resources ?? {}
  const names = [...new Set([...Object.keys(requests), ...Object.keys(limits)])]
  return names.map(name => `${name} ${requests[name] ?? '0'} – ${limits[name] ?? 'no limit'}`).join(', ')
}

/** Where the variables of a container come from: `12 variables, ConfigMap settings, Secret password`. */
export function environmentText({ env = [], envFrom = [] }: Container): string {
  const sources = envFrom.flatMap(({ configMapRef, secretRef }) => [
    ...(configMapRef?.name ? [`ConfigMap ${configMapRef.name}`] : []),
    ...(secretRef?.name ? [`Secret ${secretRef.name}`] : []),
  ])
  const single = env.flatMap(({ valueFrom }) => [
    ...(valueFrom?.configMapKeyRef?.name ? [`ConfigMap ${valueFrom.configMapKeyRef.name}`] : []),
    ...(valueFrom?.secretKeyRef?.name ? [`Secret ${valueFrom.secretKeyRef.name}`] : []),
  ])
  const count = env.length === 0 ? [] : [`${env.length} variable${env.length === 1 ? '' : 's'}`]
  return [...count, ...new Set([...sources, ...single])].join(', ')
}

/** `configMap settings`, `emptyDir`. */
export function volumeText({ name: _, ...source }: Volume): string {
  const [type = 'unknown', given] = Object.entries(source)[0] ?? []
  const fields = (given ?? {}) as Readonly<Record<string, unknown>>
  const target = fields.name ?? fields.secretName ?? fields.claimName ?? fields.path ?? fields.driver
  return typeof target === 'string' ? `${type} ${target}` : type
}
