import { createKubeClient } from '@kube-informer/core'
import { type ClusterConfig, loadKubeConfig } from '@kube-informer/core/config'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { Etcd } from '../../../tools/kubernetes/etcd.ts'
import { type Cluster as ControlPlane, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { rawRequest } from './raw-request.ts'
import { openReal, REAL_LACKS } from './real-cluster.ts'
import type { Target } from './target.ts'
import { defineWidgets } from './widgets-definition.ts'

/** A target that its caller must start and stop. */
export interface RealTarget extends Target {
  /** Call this before the first test. */
  start(): Promise<void>
  /** Call this after the last test. */
  stop(): Promise<void>
}

/**
 * One real kube-apiserver for all tests. They run one after the other and delete their objects. The client is created
 * from the server's kubeconfig: HTTPS with a private certificate authority, and HTTP/2.
 */
export function realTarget(): RealTarget {
  let plane: ControlPlane | undefined
  let config: ClusterConfig | undefined
  let tests = 0
  return {
    name: 'kube-apiserver',
    lacks: {
      ...REAL_LACKS,
      ...(process.env.LONG ? {} : { minutes: 'needs minutes of real time: set LONG=1' }),
    },
    start: async () => {
      plane = await startKubernetes()
      trust(plane)
      config = await loadKubeConfig({ path: plane.kubeconfig })
      await defineWidgets(createKubeClient(config))
    },
    stop: async () => {
      await config?.close()
      await plane?.stop()
    },
    open: async defer => {
      if (!plane || !config) throw new Error('call start() first')
      const { url, token } = plane
      const raw = rawRequest(url, { authorization: `Bearer ${token}` })
      const { etcdUrl, restartApiserver } = plane
      if (etcdUrl === undefined || !restartApiserver)
        throw new Error('the control plane has no etcd URL or cannot be restarted')
      const compact = (rv: string) => new Etcd(etcdUrl).compact(rv)
      const relist = () => restartApiserver()
      const cluster = openReal(plane, createKubeClient(config), `t${++tests}-`, defer)
      return { ...cluster, wire: { url, token }, raw, compact, relist }
    },
  }
}
