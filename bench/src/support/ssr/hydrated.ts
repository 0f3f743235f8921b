import { createInformerHooks } from '@kube-informer/react'
import { InformerHydrationBoundary } from '@kube-informer/react/hydration'
import { dehydrateInformers } from '@kube-informer/react/server'
import { createFakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { defineInformers } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { createElement, type ReactNode } from 'react'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { measure } from './measure.ts'
import { PodList } from './pod-list.ts'

const informers = defineInformers({ pods: { resource: pods } })
const { InformerProvider, useLister } = createInformerHooks(informers)

const Pods = (): ReactNode => createElement(PodList, { pods: useLister().data })

/** Renders the rows of a hook. The state is checked for each request, as a server does. */
export async function run(setup: Setup): Promise<Sample> {
  const server = createFakeApiserver({ objects: generatePods({ count: Number(setup.count), seed: 1 }) })
  const connection = connectInline(informers, { baseUrl: 'http://memory', fetch: server.fetch })
  const state = await dehydrateInformers(connection, [{ resource: 'pods' }], { limitMs: 60_000 })
  connection.close()
  return measure(setup, () =>
    createElement(
      InformerProvider,
      { connection },
      createElement(InformerHydrationBoundary, { state }, createElement(Pods)),
    ),
  )
}
