import type { Clock, KubernetesObject } from '@kube-informer/core'
import {
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
  FakeClock,
  type FaultRule,
  seededRandom,
} from '@kube-informer/testing'
import type { Connection, ConnectionOptions, InformerDefinitions } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { UntypedProvider } from '../context/provider.tsx'
import { actOn } from './act-on.ts'
import { warmUp } from './warm-up.ts'

/** The definition, and what the fake apiserver starts with. */
export interface TestInformersOptions<TDefinitions extends InformerDefinitions> {
  /** The application's definition. */
  readonly informers: TDefinitions
  /** The resource of hooks that pass no `resource`. @default the definition's resource, if it has exactly one */
  readonly resource?: (keyof TDefinitions & string) | undefined
  /** The objects of the server. @default none */
  readonly objects?: Iterable<KubernetesObject> | undefined
  /** Fault rules of the server: slow, rejected and lost responses, broken watches. @default none */
  readonly faults?: readonly FaultRule[] | undefined
  /**
   * Time of the server, the informers and the connection. With `systemClock`, `advance` waits in real time.
   * @default a new FakeClock
   */
  readonly clock?: Clock | undefined
  /** Further options of the fake apiserver: `auth`, `authorize`, `controllers`. */
  readonly server?: Omit<FakeApiserverOptions, 'objects' | 'clock'> | undefined
  /** Further options of the connection: `identity`, `getToken`, `fieldManager`. */
  readonly connection?: Omit<Partial<ConnectionOptions>, 'clock'> | undefined
}

/** Informers in the thread of a test, on a fake apiserver. */
export interface TestInformers<TDefinitions extends InformerDefinitions = InformerDefinitions> {
  readonly connection: Connection<TDefinitions>
  /** Its `create`, `update` and `delete` change the cluster; `requests` are what the informers have sent. */
  readonly server: FakeApiserver
  /** The provider, for `render(ui, { wrapper })` of Testing Library. */
  readonly wrapper: FunctionComponent<{ readonly children?: ReactNode }>
  /**
   * Lets time pass, and React render what has changed.
   *
   * @param ms in ms; 50 are enough for the server's answer and the page's frame. @default 50
   */
  advance(ms?: number): Promise<void>
  /**
   * Lets time pass until the function no longer throws; returns its result. Throws its last error after `timeoutMs`.
   *
   * @example await view.waitFor(() => expect(view.container.textContent).toBe('web-0'))
   */
  waitFor<T>(assertion: () => T, options?: WaitOptions): Promise<T>
  /** Closes the connection. Idempotent. */
  close(): void
}

/** What ends the wait. */
export interface WaitOptions {
  /** In ms of the clock. @default 60000 */
  readonly timeoutMs?: number | undefined
}

/** Enough for the answer of a request and for the frame that shows it. */
const STEP_MS = 50
const FRAME_MS = 16

/**
 * Creates informers on a fake apiserver, in virtual time: a test of an hour takes a moment, and the same steps always give
 * the same result.
 *
 * @example
 * const { wrapper, advance, server } = await createTestInformers({ informers, objects: [pod] })
 * render(<Pods />, { wrapper }) // of Testing Library
 * await advance()
 */
export async function createTestInformers<TDefinitions extends InformerDefinitions>(
  options: TestInformersOptions<TDefinitions>,
): Promise<TestInformers<TDefinitions>> {
  await warmUp()
  const { resource, clock = new FakeClock() } = options
  const { server, connection } = startInformers({ ...options, clock })
  const advance = (ms = STEP_MS): Promise<void> => actOn(() => pass(clock, ms))
  return {
    connection,
    server,
    wrapper: ({ children }) =>
      createElement(UntypedProvider, { connection: connection as unknown as Connection, resource, children }),
    advance,
    waitFor: (assertion, { timeoutMs = 60_000 } = {}) =>
      passing(assertion, advance, Math.ceil(timeoutMs / STEP_MS)),
    close: () => connection.close(),
  }
}

/** Starts a fake apiserver, and informers on it in the same thread. */
export function startInformers<TDefinitions extends InformerDefinitions>({
  informers,
  objects = [],
  faults = [],
  clock,
  ...options
}: TestInformersOptions<TDefinitions> & { readonly clock: Clock }): Pick<
  TestInformers<TDefinitions>,
  'connection' | 'server'
> {
  const server = createFakeApiserver({ random: seededRandom(1), ...options.server, objects, clock })
  for (const fault of faults) server.faults.add(fault)
  const connection = connectInline(informers, {
    baseUrl: 'http://fake',
    random: seededRandom(2),
    lifecycle: { visible: true, subscribe: () => () => {} },
    frames: framesOf(clock),
    ...options.connection,
    fetch: server.fetch,
    clock,
  })
  return { connection, server }
}

/** Frames of the clock: those of a page take real time. */
const framesOf = (clock: Clock): NonNullable<ConnectionOptions['frames']> => ({
  schedule(callback) {
    const timer = clock.setTimeout(callback, FRAME_MS)
    return () => clock.clearTimeout(timer)
  },
})

function pass(clock: Clock, ms: number): Promise<void> {
  if (clock instanceof FakeClock) return clock.advance(ms)
  return new Promise(resolve => {
    clock.setTimeout(resolve, ms)
  })
}

async function passing<T>(assertion: () => T, advance: () => Promise<void>, steps: number): Promise<T> {
  for (let step = 0; step < steps; step++) {
    try {
      return assertion()
    } catch {
      await advance()
    }
  }
  return assertion()
}
