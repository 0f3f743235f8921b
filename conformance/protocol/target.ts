import type { Clock, KubeClient, KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { defineResource } from '@kube-informer/core'
import type { FakeApiserver } from '@kube-informer/testing'
import { type TestContext, test } from 'vitest'

/** What a row may need besides an apiserver that answers. */
type Need =
  /** Storage can forget its history on demand. */
  | 'compaction'
  /** What the server knows by heart can be made to be listed again. */
  | 'relists'
  /** Wrong answers can be asked for. */
  | 'faults'
  /** No other client has Pods, widgets or Events: a row may count those of all namespaces. */
  | 'the cluster to itself'
  /** Time passes on demand, so that minutes cost nothing. */
  | 'virtual time'
  /** Time passes at least by itself, and a test may take minutes of it. */
  | 'minutes'
  /** The bytes come over a socket, compressed where that was asked for. */
  | 'a wire'
  /** Every header can be set and read. */
  | 'headers'
  /** fetch decodes every gzip member of a streamed initial list. */
  | 'gzip members'
  /** Paths can be sent that `fetch` would straighten. */
  | 'raw paths'
  /** What it knows by heart can be held back, or called not ready. */
  | 'hooks'
  /** Chance can be rigged. */
  | 'rigged chance'
  /** A controller empties and finalizes deleted namespaces. */
  | 'controllers'

/** An apiserver that the suite runs on. */
export interface Target {
  readonly name: string
  /** What it cannot do, and why not. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>
  /** A cluster for one test, without other Pods and widgets. */
  open(defer: Cluster['defer']): Promise<Cluster>
}

/** What one test works with. */
export interface Cluster {
  readonly client: KubeClient
  /** Moves on by itself, or by {@link elapse} alone. */
  readonly clock: Clock
  /** A namespace of this test; names keep their order, and the same name is the same namespace. */
  namespace(name?: string): Promise<string>
  /** The name that a namespace was asked for by. */
  nameOf(namespace: string | undefined): string
  /** A request as it is, with the credentials and nothing else; credentials of its own stay. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Where it is and who may ask; only where there is a wire. */
  readonly wire?: { readonly url: string; readonly token: string }
  /** The status code for a path that is not normalized; over HTTP only. */
  raw?(method: string, path: string): Promise<number>
  /** The newest revision of everything. */
  rv(): Promise<string>
  /** Writes something that is neither Pod nor widget; resolves with the revision of that. */
  bump(): Promise<string>
  /** Lets time pass. */
  elapse(ms: number): Promise<void>
  /** Makes storage forget what was before a version: what is not served from memory notices it at once. */
  compact?(rv: string): Promise<void>
  /** Makes the server forget what it knows by heart; watches end, and those from before expire. */
  relist?(): Promise<void>
  /** From now on every chance comes out like this, between 0 and 1; only where it can be rigged. */
  rigChance?(outcome: number): void
  /** The fake apiserver itself; only for rows that need what it alone can do. */
  readonly fake: FakeApiserver | undefined
  /** Has something done when the test is over, the latest first. */
  defer(cleanup: () => unknown): void
}

/** A custom resource with a field that can be selected and changed, which a Pod's node name cannot. */
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

/** Events: what a real server does not know by heart, but asks its storage for. */
export const events: ResourceDefinition = defineResource({
  group: '',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
})

/** The body of a row. */
type Row = (cluster: Cluster) => Promise<void>

/** Declares one row, or says why this target cannot show it. */
export type DeclareRow = (title: string, row: Row, options?: RowOptions) => void

/** Options of a row. */
export interface RowOptions {
  readonly needs?: readonly Need[]
  /** Looks at its own namespaces alone, and waits: it may run beside others. @default false */
  readonly concurrent?: boolean
  /** @default 20000 */
  readonly timeoutMs?: number
}

/** How rows are declared for a target: each gets a cluster of its own. */
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
