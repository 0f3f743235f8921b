import { isForbidden } from '@kube-informer/core'
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createInformerHooks } from '../create-informer-hooks.ts'
import { informers, podNamed } from '../test/pods.ts'
import { type WithInformersOptions, withInformers } from './with-informers.tsx'

const { useConnection, useLister } = createInformerHooks(informers)
let connections: ReturnType<typeof useConnection>[] = []

function Names(): ReactNode {
  connections.push(useConnection())
  const { data, error } = useLister()
  return isForbidden(error) ? 'forbidden' : data.map(({ metadata }) => metadata?.name).join(' ')
}

/** Renders a story as Storybook does: the decorator receives a function that returns the story's element. */
async function renderStory(options: Partial<WithInformersOptions<typeof informers>>) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  connections = []
  const decorator = withInformers({ informers, ...options })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const render = () =>
    act(async () =>
      root.render(
        <StrictMode>
          {decorator(() => (
            <Names />
          ))}
        </StrictMode>,
      ),
    )
  const unmount = () => act(async () => root.unmount())
  onTestFinished(async () => {
    await unmount()
    element.remove()
  })
  await render()
  const shows = (text: string) =>
    vi.waitFor(
      async () => {
        await act(async () => void (await new Promise(resolve => requestAnimationFrame(resolve))))
        expect(element.textContent).toBe(text)
      },
      { timeout: 20_000, interval: 1 },
    )
  return { render, unmount, shows }
}

test('a story shows its objects', async () => {
  const { shows } = await renderStory({ objects: [podNamed('a'), podNamed('b')] })
  await shows('a b')
})

test('a story shows its faults', async () => {
  const { shows } = await renderStory({ faults: [{ action: { type: 'status', code: 403 } }] })
  await shows('forbidden')
})

test('a story that renders again keeps its connection, and its end closes it', async () => {
  const objects = (function* () {
    yield podNamed('a')
  })()
  const { render, unmount, shows } = await renderStory({ objects })
  await shows('a')
  const [last] = connections.slice(-1)
  await render()
  expect(connections.at(-1)).toBe(last)
  expect(last?.status.state).toBe('ready')
  await unmount()
  expect(last?.status.state).toBe('closed')
})
