import { systemClock } from '@kube-informer/core'
import type { Connection, InformerDefinitions } from '@kube-informer/worker'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { UntypedProvider } from '../context/provider.tsx'
import { startInformers, type TestInformersOptions } from './create-test-informers.ts'

/** What the provider passes. */
export type WithInformersOptions<TDefinitions extends InformerDefinitions> = Omit<
  TestInformersOptions<TDefinitions>,
  'clock'
>

/**
 * A decorator of Storybook: the hooks of a story read a fake apiserver, which starts with the story and ends with it. It
 * runs in the page, in real time. A decorator of a story replaces that of its file.
 *
 * @example
 * export default { component: Pods, decorators: [withInformers({ informers, objects: [pod] })] }
 */
export function withInformers<TDefinitions extends InformerDefinitions>(
  options: WithInformersOptions<TDefinitions>,
): (story: () => ReactElement) => ReactElement {
  const repeatable = { ...options, objects: [...(options.objects ?? [])] }
  return story => <StoryInformers options={repeatable}>{story()}</StoryInformers>
}

interface StoryInformersProps {
  readonly options: WithInformersOptions<InformerDefinitions>
  readonly children: ReactNode
}

/** Renders nothing until the informers have started. */
function StoryInformers({ options, children }: StoryInformersProps): ReactNode {
  const [connection, setConnection] = useState<Connection>()
  useEffect(() => {
    const { connection } = startInformers({ ...options, clock: systemClock })
    setConnection(connection)
    return () => connection.close()
  }, [options])
  if (!connection) return null
  return (
    <UntypedProvider connection={connection} resource={options.resource}>
      {children}
    </UntypedProvider>
  )
}
