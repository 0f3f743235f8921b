export { type Churn, type ChurnMix, type ChurnOptions, createChurn } from './churn/churn.ts'
export { nextPodStatus } from './churn/next-pod-status.ts'
export { FakeClock, type FakeClockOptions } from './clock/fake-clock.ts'
export { type ControlHandler, type ControlHandlerOptions, controlHandler } from './control/control-handler.ts'
export {
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
  type Faults,
} from './fake-apiserver.ts'
export type { FaultAction, FaultMatch, FaultRule } from './faults/fault-rules.ts'
export { type ForwardedServer, forwardToWorker } from './forward/forward-to-worker.ts'
export { type Answerer, serveFromWorker } from './forward/serve-from-worker.ts'
export type { Endpoint } from './forward/wire.ts'
export {
  type GenerateOptions,
  generateNamespaces,
  generateNodes,
  generatePods,
  iteratePods,
} from './pods/generate.ts'
export { seededRandom } from './random.ts'
export {
  type ConfigMap,
  type Container,
  type ContainerState,
  type ContainerStatus,
  configMaps,
  type Deployment,
  deployments,
  type Namespace,
  type Node,
  namespaces,
  nodes,
  type Pod,
  type PodCondition,
  type PodSpec,
  type PodStatus,
  pods,
} from './resources.ts'
export type { LoggedRequest, RequestKind } from './rest/request-log.ts'
