import type { Clock, InformerClient, KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { defineResource } from '@kube-informer/core'
import type { FakeApiserver } from '@kube-informer/testing'
import { type TestContext, test } from 'vitest'

/** A feature of the target that a row may need. */
type Need =
  /** A test can compact the history of storage. */
  | 'compaction'
  /** A test can make the watch cache relist. */
  | 'relists'
  /** A test can inject faults. */
  | 'faults'
  /** No other client has Pods, widgets or Events, so a row may count them in all namespaces. */
  | 'the cluster to itself'
  /** A test can advance time, so that minutes take no real time. */
  | 'virtual time'
  /** A test may take minutes, in real or virtual time. */
  | 'minutes'
  /** Responses arrive over a socket, compressed if requested. */
  | 'a wire'
  /** A test can set and read every header. */
  | 'headers'
  /** `fetch` decodes every gzip member of a streamed initial list. */
  | 'gzip members'
  /** A test can send paths that `fetch` would normalize. */
  | 'raw paths'
  /** A test can stall the watch cache, or mark it as not ready. */
  | 'hooks'
  /** A test can set the server's random numbers. */
  | 'rigged chance'
  /** A controller empties and finalizes deleted namespaces. */
  | 'controllers'

/** An apiserver that the suite runs on. */
export interface Target {
  readonly name: string
  /** The features that the target lacks, with the reason. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>
  /** A cluster for one test, without other Pods and widgets. */
  open(defer: Cluster['defer']): Promise<Cluster>
}

/** The environment of one test. */
export interface Cluster {
  readonly client: InformerClient
  /** In real time, or in virtual time that only {@link elapse} advances. */
  readonly clock: Clock
  /** Creates a namespace of this test, once per name. Real names sort like the given ones. */
  namespace(name?: string): Promise<string>
  /** The name that the test passed to {@link namespace} for a real namespace. */
  nameOf(namespace: string | undefined): string
  /** Sends a request unchanged, except that it adds credentials if there are none. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** URL and token of the server; present only if the target has a wire. */
  readonly wire?: { readonly url: string; readonly token: string }
  /** Returns the status code for a path that is not normalized; over HTTP only. */
  raw?(method: string, path: string): Promise<number>
  /** The latest resourceVersion of the server. */
  rv(): Promise<string>
  /** Writes an object that is neither Pod nor widget; resolves with its resourceVersion. */
  bump(): Promise<string>
  /** Advances virtual time, or waits in real time. */
  elapse(ms: number): Promise<void>
  /** Compacts storage up to a resourceVersion. Requests that bypass the watch cache are affected at once. */
  compact?(rv: string): Promise<void>
  /** Reinitializes the watch cache: watches end, and earlier resourceVersions expire. */
  relist?(): Promise<void>
  /** Makes the server's random function return this number, between 0 and 1; only on the fake. */
  rigChance?(outcome: number): void
  /** The fake apiserver, for rows that only it can run; undefined on other targets. */
  readonly fake: FakeApiserver | undefined
  /** Registers a cleanup for the end of the test; the last one registered runs first. */
  defer(cleanup: () => unknown): void
}

/** A custom resource with a selectable field that can change; the node name of a Pod cannot. */
export interface Widget extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string; readonly size?: number }
}

/** Widgets, a custom resource. */
export const widgets: ResourceDefinition<Widget> = defineResource<Widget>({
  group: 'protocol.example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

/** Events, which a real server reads from storage, without a watch cache. */
export const events: ResourceDefinition = defineResource({
  group: '',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
})

/** The body of a row. */
type Row = (cluster: Cluster) => Promise<void>

/** Declares one row; it is skipped with the reason if the target lacks a needed feature. */
export type DeclareRow = (title: string, row: Row, options?: RowOptions) => void

/** Options of a row. */
export interface RowOptions {
  readonly needs?: readonly Need[]
  /** Whether the row may run concurrently: it waits, and uses only its own namespaces. @default false */
  readonly concurrent?: boolean
  /** @default 20000 */
  readonly timeoutMs?: number
}

/** Returns the function that declares rows for a target. Each row gets a cluster of its own. */
export function rowsOf(target: Target): DeclareRow {
  return (title, row, { needs = [], concurrent = false, timeoutMs = 20_000 } = {}) => {
    const reason = needs.map(need => target.lacks[need]).find(lack => lack !== undefined)
    const run = async (context: TestContext) => {
      if (reason) context.skip(reason)
      await row(await target.open(cleanup => context.onTestFinished(async () => void (await cleanup()))))
    }
    test(title, { concurrent, timeout: timeoutMs }, run)
  }
}
