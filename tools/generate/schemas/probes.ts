import { type Discovery, resourcesOf } from '@kube-informer/core/discovery'
import { Echo } from './echo.ts'
import { type Filling, instanceOf } from './instances.ts'
import { Observations } from './observations.ts'
import type { OpenAPITypes } from './openapi.ts'
import { pathOf, typeOf } from './resource-paths.ts'
import type { Server } from './server.ts'

/** Members that admission plugins or the clock set. */
const FOREIGN = [
  'io.k8s.api.core.v1.PodSpec.priority',
  'io.k8s.api.core.v1.PodSpec.preemptionPolicy',
  'io.k8s.api.core.v1.PodSpec.tolerations',
  'io.k8s.api.core.v1.NodeSpec.taints',
  'io.k8s.api.resource.v1.DeviceTaint.timeAdded',
]
/** The maximum nesting of types. */
const DEPTHS = 12

/** Determines the server's defaults for each kind, and the zero values that it drops. */
export async function probe(
  server: Server,
  discovery: Discovery,
  types: OpenAPITypes,
  log: (line: string) => void,
): Promise<Observations> {
  const observations = new Observations(types, FOREIGN)
  const echo = new Echo(server)
  await echo.open()
  try {
    for (const resource of resourcesOf(discovery)) {
      const type = typeOf(types, resource)
      if (!type || !['create', 'list'].every(verb => resource.verbs.includes(verb))) continue
      const refused = await probeKind(echo, types, pathOf(resource), type, observations)
      if (refused > 0) log(`${resource.plural}: ${refused} probes did not come as far as the webhook`)
    }
  } finally {
    await echo.close()
  }
  return observations
}

/** Sends an object of each filling; resolves with the number that the server rejected before the webhook. */
async function probeKind(
  echo: Echo,
  types: OpenAPITypes,
  path: string,
  type: string,
  observations: Observations,
): Promise<number> {
  const depths = Array.from({ length: DEPTHS }, (_, depth): Filling => ({ kind: 'objects', depth }))
  const texts = new Set<string>()
  let refused = 0
  for (const filling of [{ kind: 'zeros' } as const, ...depths]) {
    const sent = instanceOf(types, type, filling)
    const text = JSON.stringify(sent)
    if (texts.has(text)) continue
    texts.add(text)
    const answer = await echo.of(path, sent)
    if (answer) observations.add(type, sent, answer)
    else refused += 1
  }
  return refused
}
