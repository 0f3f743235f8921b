import type { InformerHost } from './informer-host.ts'

/** Of all copies of this module: an engine may evaluate the file of a worker twice, each time with another copy. */
const HOST: unique symbol = Symbol.for('@kube-informer/worker/host')

type Hosting = { [HOST]?: InformerHost }

/** The host that serves a scope already. A second one would take over its port, and the page would wait for ever. */
export function runningHost(scope: object): InformerHost | undefined {
  const host = (scope as Hosting)[HOST]
  return host?.isClosed ? undefined : host
}

export function setRunningHost(scope: object, host: InformerHost): void {
  Object.defineProperty(scope, HOST, { value: host, configurable: true })
}
