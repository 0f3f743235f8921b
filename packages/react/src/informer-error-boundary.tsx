import type { Connection } from '@kube-informer/worker'
import { Component, type ContextType, type ErrorInfo, type ReactNode } from 'react'
import { InformerContext } from './context/provider.tsx'
import { retriedErrors } from './throw-on-error.ts'

/** What the fallback of an {@link InformerErrorBoundary} receives. */
export interface InformerErrorFallbackProps {
  /** What was thrown: for a rejected request a StatusError, which `isForbidden` and the other predicates accept. */
  readonly error: unknown
  /** Asks the server again at once (`connection.reconnect`), and renders the children. */
  readonly reset: () => void
}

/** Props of {@link InformerErrorBoundary}. */
export interface InformerErrorBoundaryProps {
  /** Rendered in place of the children after an error. */
  readonly fallback: (props: InformerErrorFallbackProps) => ReactNode
  /** The connection that `reset` uses. @default that of the nearest provider */
  readonly connection?: Connection | undefined
  /** Called for each error, e.g. to report it. */
  readonly onError?: ((error: unknown, info: ErrorInfo) => void) | undefined
  /** Called by `reset`. */
  readonly onReset?: (() => void) | undefined
  readonly children?: ReactNode
}

interface Caught {
  readonly caught?: { readonly error: unknown } | undefined
}

/**
 * Catches what the Suspense hooks and the option `throwOnError` throw. After a reset, Suspense hooks suspend while the
 * server is asked again, and throw again if that fails or if nothing has changed after five seconds.
 *
 * @example
 * <InformerErrorBoundary fallback={({ error, reset }) => <button onClick={reset}>{String(error)}: try again</button>}>
 *   <Suspense fallback={<Spinner />}>
 *     <Pods />
 *   </Suspense>
 * </InformerErrorBoundary>
 */
export class InformerErrorBoundary extends Component<InformerErrorBoundaryProps, Caught> {
  static override contextType: typeof InformerContext = InformerContext
  declare context: ContextType<typeof InformerContext>
  override state: Caught = {}

  static getDerivedStateFromError(error: unknown): Caught {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info)
  }

  readonly #reset = (): void => {
    const { caught } = this.state
    if (caught?.error instanceof Error) retriedErrors.add(caught.error)
    const connection = this.props.connection ?? this.context?.connection
    connection?.reconnect()
    this.props.onReset?.()
    this.setState({ caught: undefined })
  }

  override render(): ReactNode {
    const { caught } = this.state
    return caught ? this.props.fallback({ error: caught.error, reset: this.#reset }) : this.props.children
  }
}
