export { type ServerWebSocket, type Upgrade, webSocketWatches } from '@kube-informer/cacher/sockets'
export type { AccessAttributes } from './access/access-attributes.ts'
export type { TokenUser } from './access/auth.ts'
export type {
  AccessDecision,
  AccessRules,
  Authorize,
  Authorizer,
  PathAccessRule,
  ResourceAccessRule,
  StoredObjects,
} from './access/authorizer.ts'
export { rbacAuthorizer } from './access/rbac-authorizer.ts'
export { rbacDefaults } from './access/rbac-defaults.ts'
export type { SelectorTerm } from './access/selector-terms.ts'
export { type Churn, type ChurnMix, type ChurnOptions, createChurn } from './churn/churn.ts'
export { nextPodStatus } from './churn/next-pod-status.ts'
export { type CompressingOptions, type Compression, compressing } from './compress/compressing.ts'
export { type ControlHandler, type ControlHandlerOptions, controlHandler } from './control/control-handler.ts'
export { type FaultPlay, type FaultStep, playFaults } from './control/fault-script.ts'
export { type RandomFaultScriptOptions, randomFaultScript } from './control/random-fault-script.ts'
export type { ServerFault } from './control/server-fault.ts'
export type { ServerStatus } from './control/server-status.ts'
export type { BodyFault, FaultAction, ShapeAction } from './faults/fault-action.ts'
export type { FaultMatch, FaultRule } from './faults/fault-rules.ts'
export { type GuardingOptions, guarding } from './guard/guarding.ts'
export type { AllowedHosts } from './guard/host-names.ts'
export { seededRandom } from './object/random.ts'
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
} from './object/resources.ts'
export {
  type GenerateNamespacesOptions,
  generateNamespaces,
  generatePods,
  iteratePods,
  lazyPods,
} from './pods/generate.ts'
export { type GenerateNodesOptions, generateNodes } from './pods/generate-nodes.ts'
export type { GenerateOptions } from './pods/pod-generator.ts'
export type { LoggedRequest, RequestKind } from './rest/request-log.ts'
export {
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
  type Faults,
  type ServerFeatures,
} from './server/fake-apiserver.ts'
export { type BunServeOptions, bunWebSocketWatches } from './web-socket/bun-web-sockets.ts'
export { denoUpgrade, workerdUpgrade } from './web-socket/upgrades.ts'
export { generateCluster } from './workloads/generate-cluster.ts'
export { createPodResizer, type PodResizer } from './workloads/pod-resizer.ts'
