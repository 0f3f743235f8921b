import type { InformerDefinitions } from '@kube-informer/worker'
import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { actOn } from './act-on.ts'
import {
  createTestInformers,
  type TestInformers,
  type TestInformersOptions,
} from './create-test-informers.ts'

/** Where the elements are rendered. */
export interface RenderOptions<TDefinitions extends InformerDefinitions>
  extends TestInformersOptions<TDefinitions> {
  /** Where the component is rendered. @default a new element at the end of the body, removed by `unmount` */
  readonly container?: HTMLElement | undefined
}

/** A rendered component and its informers. */
export interface InformerView<TDefinitions extends InformerDefinitions = InformerDefinitions>
  extends TestInformers<TDefinitions> {
  readonly container: HTMLElement
  /** Renders something else in its place, with the same informers. */
  rerender(ui: ReactNode): Promise<void>
  /** Unmounts the component; the informers continue. */
  unmount(): Promise<void>
  /** Unmounts the component, and closes the connection. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Renders a component whose hooks read a fake apiserver, in virtual time. Rows appear when the test lets time pass.
 *
 * @example
 * const view = await renderWithInformers(<Pods />, { informers, objects: [pod] })
 * await view.waitFor(() => expect(view.container.textContent).toBe('web-0'))
 * view.server.delete(pod)
 * await view.waitFor(() => expect(view.container.textContent).toBe(''))
 */
export async function renderWithInformers<TDefinitions extends InformerDefinitions>(
  ui: ReactNode,
  { container: given, ...options }: RenderOptions<TDefinitions>,
): Promise<InformerView<TDefinitions>> {
  const informers = await createTestInformers(options)
  const container = given ?? document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const rerender = (next: ReactNode): Promise<void> =>
    actOn(() => root.render(createElement(informers.wrapper, null, next)))
  const unmount = async (): Promise<void> => {
    await actOn(() => root.unmount())
    if (!given) container.remove()
  }
  await rerender(ui)
  return {
    ...informers,
    container,
    rerender,
    unmount,
    async [Symbol.asyncDispose]() {
      await unmount()
      informers.close()
    },
  }
}
