import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { createInformerHooks } from '../create-informer-hooks.ts'
import { informers, podNamed } from '../test/pods.ts'
import { createTestInformers } from './create-test-informers.ts'

const { useLister } = createInformerHooks(informers)

function Items(): ReactNode {
  return useLister().data.map(pod => <li key={pod.metadata?.uid}>{pod.metadata?.name}</li>)
}

test('Testing Library renders below the wrapper, and its queries are waited for in virtual time', async () => {
  const objects = [podNamed('a')]
  const { wrapper, waitFor, server, close } = await createTestInformers({ informers, objects })
  onTestFinished(() => {
    cleanup()
    close()
  })
  render(<Items />, { wrapper })
  expect((await waitFor(() => screen.getByRole('listitem'))).textContent).toBe('a')
  server.create(podNamed('b'))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
})
