// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../api/resource.ts'
import type { Condition } from './meta-v1.ts'

/** v1 bindings. */
export const bindings: NamespacedResource<Binding, string, never> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'bindings',
  kind: 'Binding',
  namespaced: true,
})

/** v1 componentstatuses, cluster-scoped. */
export const componentStatuses: ClusterResource<ComponentStatus, string, never> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'componentstatuses',
    kind: 'ComponentStatus',
    namespaced: false,
  })

/** v1 configmaps. */
export const configMaps: NamespacedResource<ConfigMap, string, never> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
})

/** v1 endpoints. */
export const endpoints: NamespacedResource<Endpoints, string, never> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'endpoints',
  kind: 'Endpoints',
  namespaced: true,
})

/** v1 events. */
export const events: NamespacedResource<Event, string, never> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
})

/** v1 limitranges. */
export const limitRanges: NamespacedResource<LimitRange, string, never> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'limitranges',
  kind: 'LimitRange',
  namespaced: true,
})

/** v1 namespaces, cluster-scoped. */
export const namespaces: ClusterResource<Namespace, string, 'finalize' | 'status'> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'namespaces',
    kind: 'Namespace',
    namespaced: false,
  })

/** v1 nodes, cluster-scoped. */
export const nodes: ClusterResource<Node, string, 'proxy' | 'status'> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'nodes',
  kind: 'Node',
  namespaced: false,
})

/** v1 persistentvolumeclaims. */
export const persistentVolumeClaims: NamespacedResource<PersistentVolumeClaim, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'persistentvolumeclaims',
    kind: 'PersistentVolumeClaim',
    namespaced: true,
  })

/** v1 persistentvolumes, cluster-scoped. */
export const persistentVolumes: ClusterResource<PersistentVolume, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'persistentvolumes',
    kind: 'PersistentVolume',
    namespaced: false,
  })

/** v1 pods. */
export const pods: NamespacedResource<
  Pod,
  string,
  | 'attach'
  | 'binding'
  | 'ephemeralcontainers'
  | 'eviction'
  | 'exec'
  | 'log'
  | 'portforward'
  | 'proxy'
  | 'resize'
  | 'status'
> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})

/** v1 podtemplates. */
export const podTemplates: NamespacedResource<PodTemplate, string, never> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'podtemplates',
  kind: 'PodTemplate',
  namespaced: true,
})

/** v1 replicationcontrollers. */
export const replicationControllers: NamespacedResource<ReplicationController, string, 'scale' | 'status'> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'replicationcontrollers',
    kind: 'ReplicationController',
    namespaced: true,
  })

/** v1 resourcequotas. */
export const resourceQuotas: NamespacedResource<ResourceQuota, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'resourcequotas',
    kind: 'ResourceQuota',
    namespaced: true,
  })

/** v1 secrets. */
export const secrets: NamespacedResource<Secret, string, never> = /* @__PURE__ */ defineResource({
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
})

/** v1 serviceaccounts. */
export const serviceAccounts: NamespacedResource<ServiceAccount, string, 'token'> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'serviceaccounts',
    kind: 'ServiceAccount',
    namespaced: true,
  })

/** v1 services. */
export const services: NamespacedResource<Service, string, 'proxy' | 'status'> =
  /* @__PURE__ */ defineResource({
    group: '',
    version: 'v1',
    plural: 'services',
    kind: 'Service',
    namespaced: true,
  })

/** core/v1 AWSElasticBlockStoreVolumeSource. */
export interface AWSElasticBlockStoreVolumeSource {
  readonly fsType?: string
  readonly partition?: number
  readonly readOnly?: boolean
  readonly volumeID: string
}

/** core/v1 Affinity. */
export interface Affinity {
  readonly nodeAffinity?: NodeAffinity
  readonly podAffinity?: PodAffinity
  readonly podAntiAffinity?: PodAntiAffinity
}

/** core/v1 AppArmorProfile. */
export interface AppArmorProfile {
  readonly localhostProfile?: string
  readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
}

/** core/v1 AttachedVolume. */
export interface AttachedVolume {
  readonly devicePath: string
  readonly name: string
}

/** core/v1 AzureDiskVolumeSource. */
export interface AzureDiskVolumeSource {
  readonly cachingMode?: 'None' | 'ReadOnly' | 'ReadWrite'
  readonly diskName: string
  readonly diskURI: string
  readonly fsType?: string
  readonly kind?: 'Dedicated' | 'Managed' | 'Shared'
  readonly readOnly?: boolean
}

/** core/v1 AzureFilePersistentVolumeSource. */
export interface AzureFilePersistentVolumeSource {
  readonly readOnly?: boolean
  readonly secretName: string
  readonly secretNamespace?: string
  readonly shareName: string
}

/** core/v1 AzureFileVolumeSource. */
export interface AzureFileVolumeSource {
  readonly readOnly?: boolean
  readonly secretName: string
  readonly shareName: string
}

/** core/v1 Binding. */
export interface Binding extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Binding'
  readonly metadata?: ObjectMeta
  readonly target: ObjectReference
}

/** core/v1 CSIPersistentVolumeSource. */
export interface CSIPersistentVolumeSource {
  readonly controllerExpandSecretRef?: SecretReference
  readonly controllerPublishSecretRef?: SecretReference
  readonly driver: string
  readonly fsType?: string
  readonly nodeExpandSecretRef?: SecretReference
  readonly nodePublishSecretRef?: SecretReference
  readonly nodeStageSecretRef?: SecretReference
  readonly readOnly?: boolean
  readonly volumeAttributes?: { readonly [key: string]: string }
  readonly volumeHandle: string
}

/** core/v1 CSIVolumeSource. */
export interface CSIVolumeSource {
  readonly driver: string
  readonly fsType?: string
  readonly nodePublishSecretRef?: LocalObjectReference
  readonly readOnly?: boolean
  readonly volumeAttributes?: { readonly [key: string]: string }
}

/** core/v1 Capabilities. */
export interface Capabilities {
  readonly add?: readonly string[]
  readonly drop?: readonly string[]
}

/** core/v1 CephFSPersistentVolumeSource. */
export interface CephFSPersistentVolumeSource {
  readonly monitors: readonly string[]
  readonly path?: string
  readonly readOnly?: boolean
  readonly secretFile?: string
  readonly secretRef?: SecretReference
  readonly user?: string
}

/** core/v1 CephFSVolumeSource. */
export interface CephFSVolumeSource {
  readonly monitors: readonly string[]
  readonly path?: string
  readonly readOnly?: boolean
  readonly secretFile?: string
  readonly secretRef?: LocalObjectReference
  readonly user?: string
}

/** core/v1 CinderPersistentVolumeSource. */
export interface CinderPersistentVolumeSource {
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: SecretReference
  readonly volumeID: string
}

/** core/v1 CinderVolumeSource. */
export interface CinderVolumeSource {
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
  readonly volumeID: string
}

/** core/v1 ClientIPConfig. */
export interface ClientIPConfig {
  readonly timeoutSeconds?: number
}

/** core/v1 ClusterTrustBundleProjection. */
export interface ClusterTrustBundleProjection {
  readonly labelSelector?: LabelSelector
  readonly name?: string
  readonly optional?: boolean
  readonly path: string
  readonly signerName?: string
  readonly user?: number
}

/** core/v1 ComponentCondition. */
export interface ComponentCondition {
  readonly error?: string
  readonly message?: string
  readonly status: string
  readonly type: string
}

/** core/v1 ComponentStatus. */
export interface ComponentStatus extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly conditions?: readonly ComponentCondition[]
  readonly kind?: 'ComponentStatus'
  readonly metadata?: ObjectMeta
}

/** core/v1 ConfigMap. */
export interface ConfigMap extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly binaryData?: { readonly [key: string]: string }
  readonly data?: { readonly [key: string]: string }
  readonly immutable?: boolean
  readonly kind?: 'ConfigMap'
  readonly metadata?: ObjectMeta
}

/** core/v1 ConfigMapEnvSource. */
export interface ConfigMapEnvSource {
  readonly name?: string
  readonly optional?: boolean
}

/** core/v1 ConfigMapKeySelector. */
export interface ConfigMapKeySelector {
  readonly key: string
  readonly name?: string
  readonly optional?: boolean
}

/** core/v1 ConfigMapNodeConfigSource. */
export interface ConfigMapNodeConfigSource {
  readonly kubeletConfigKey: string
  readonly name: string
  readonly namespace: string
  readonly resourceVersion?: string
  readonly uid?: string
}

/** core/v1 ConfigMapProjection. */
export interface ConfigMapProjection {
  readonly items?: readonly KeyToPath[]
  readonly name?: string
  readonly optional?: boolean
}

/** core/v1 ConfigMapVolumeSource. */
export interface ConfigMapVolumeSource {
  readonly defaultMode?: number
  readonly defaultUser?: number
  readonly items?: readonly KeyToPath[]
  readonly name?: string
  readonly optional?: boolean
}

/** core/v1 Container. */
export interface Container {
  readonly args?: readonly string[]
  readonly command?: readonly string[]
  readonly env?: readonly EnvVar[]
  readonly envFrom?: readonly EnvFromSource[]
  readonly image?: string
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  readonly lifecycle?: Lifecycle
  readonly livenessProbe?: Probe
  readonly name: string
  readonly ports?: readonly ContainerPort[]
  readonly readinessProbe?: Probe
  readonly resizePolicy?: readonly ContainerResizePolicy[]
  readonly resources?: ResourceRequirements
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly ContainerRestartRule[]
  readonly securityContext?: SecurityContext
  readonly startupProbe?: Probe
  readonly stdin?: boolean
  readonly stdinOnce?: boolean
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File'
  readonly tty?: boolean
  readonly volumeDevices?: readonly VolumeDevice[]
  readonly volumeMounts?: readonly VolumeMount[]
  readonly workingDir?: string
}

/** core/v1 ContainerExtendedResourceRequest. */
export interface ContainerExtendedResourceRequest {
  readonly containerName: string
  readonly requestName: string
  readonly resourceName: string
}

/** core/v1 ContainerImage. */
export interface ContainerImage {
  readonly names?: readonly string[]
  readonly sizeBytes?: number
}

/** core/v1 ContainerPort. */
export interface ContainerPort {
  readonly containerPort: number
  readonly hostIP?: string
  readonly hostPort?: number
  readonly name?: string
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
}

/** core/v1 ContainerResizePolicy. */
export interface ContainerResizePolicy {
  readonly resourceName: string
  readonly restartPolicy: string
}

/** core/v1 ContainerRestartRule. */
export interface ContainerRestartRule {
  readonly action: string
  readonly exitCodes?: ContainerRestartRuleOnExitCodes
}

/** core/v1 ContainerRestartRuleOnExitCodes. */
export interface ContainerRestartRuleOnExitCodes {
  readonly operator: string
  readonly values?: readonly number[]
}

/** core/v1 ContainerState. */
export interface ContainerState {
  readonly running?: ContainerStateRunning
  readonly terminated?: ContainerStateTerminated
  readonly waiting?: ContainerStateWaiting
}

/** core/v1 ContainerStateRunning. */
export interface ContainerStateRunning {
  readonly startedAt?: string
}

/** core/v1 ContainerStateTerminated. */
export interface ContainerStateTerminated {
  readonly containerID?: string
  readonly exitCode: number
  readonly finishedAt?: string
  readonly message?: string
  readonly reason?: string
  readonly signal?: number
  readonly startedAt?: string
}

/** core/v1 ContainerStateWaiting. */
export interface ContainerStateWaiting {
  readonly message?: string
  readonly reason?: string
}

/** core/v1 ContainerStatus. */
export interface ContainerStatus {
  readonly allocatedResources?: { readonly [key: string]: string }
  readonly allocatedResourcesStatus?: readonly ResourceStatus[]
  readonly containerID?: string
  readonly image: string
  readonly imageID: string
  readonly lastState?: ContainerState
  readonly name: string
  readonly ready: boolean
  readonly resources?: ResourceRequirements
  readonly restartCount: number
  readonly started?: boolean
  readonly state?: ContainerState
  readonly stopSignal?:
    | 'SIGABRT'
    | 'SIGALRM'
    | 'SIGBUS'
    | 'SIGCHLD'
    | 'SIGCLD'
    | 'SIGCONT'
    | 'SIGFPE'
    | 'SIGHUP'
    | 'SIGILL'
    | 'SIGINT'
    | 'SIGIO'
    | 'SIGIOT'
    | 'SIGKILL'
    | 'SIGPIPE'
    | 'SIGPOLL'
    | 'SIGPROF'
    | 'SIGPWR'
    | 'SIGQUIT'
    | 'SIGRTMAX'
    | 'SIGRTMAX-1'
    | 'SIGRTMAX-10'
    | 'SIGRTMAX-11'
    | 'SIGRTMAX-12'
    | 'SIGRTMAX-13'
    | 'SIGRTMAX-14'
    | 'SIGRTMAX-2'
    | 'SIGRTMAX-3'
    | 'SIGRTMAX-4'
    | 'SIGRTMAX-5'
    | 'SIGRTMAX-6'
    | 'SIGRTMAX-7'
    | 'SIGRTMAX-8'
    | 'SIGRTMAX-9'
    | 'SIGRTMIN'
    | 'SIGRTMIN+1'
    | 'SIGRTMIN+10'
    | 'SIGRTMIN+11'
    | 'SIGRTMIN+12'
    | 'SIGRTMIN+13'
    | 'SIGRTMIN+14'
    | 'SIGRTMIN+15'
    | 'SIGRTMIN+2'
    | 'SIGRTMIN+3'
    | 'SIGRTMIN+4'
    | 'SIGRTMIN+5'
    | 'SIGRTMIN+6'
    | 'SIGRTMIN+7'
    | 'SIGRTMIN+8'
    | 'SIGRTMIN+9'
    | 'SIGSEGV'
    | 'SIGSTKFLT'
    | 'SIGSTOP'
    | 'SIGSYS'
    | 'SIGTERM'
    | 'SIGTRAP'
    | 'SIGTSTP'
    | 'SIGTTIN'
    | 'SIGTTOU'
    | 'SIGURG'
    | 'SIGUSR1'
    | 'SIGUSR2'
    | 'SIGVTALRM'
    | 'SIGWINCH'
    | 'SIGXCPU'
    | 'SIGXFSZ'
  readonly user?: ContainerUser
  readonly volumeMounts?: readonly VolumeMountStatus[]
}

/** core/v1 ContainerUser. */
export interface ContainerUser {
  readonly linux?: LinuxContainerUser
}

/** core/v1 DaemonEndpoint. */
export interface DaemonEndpoint {
  readonly Port: number
}

/** core/v1 DownwardAPIProjection. */
export interface DownwardAPIProjection {
  readonly items?: readonly DownwardAPIVolumeFile[]
}

/** core/v1 DownwardAPIVolumeFile. */
export interface DownwardAPIVolumeFile {
  readonly fieldRef?: ObjectFieldSelector
  readonly mode?: number
  readonly path: string
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly user?: number
}

/** core/v1 DownwardAPIVolumeSource. */
export interface DownwardAPIVolumeSource {
  readonly defaultMode?: number
  readonly defaultUser?: number
  readonly items?: readonly DownwardAPIVolumeFile[]
}

/** core/v1 EmptyDirVolumeSource. */
export interface EmptyDirVolumeSource {
  readonly medium?: string
  readonly mode?: number
  readonly sizeLimit?: string
}

/** core/v1 EndpointAddress. */
export interface EndpointAddress {
  readonly hostname?: string
  readonly ip: string
  readonly nodeName?: string
  readonly targetRef?: ObjectReference
}

/** core/v1 EndpointPort. */
export interface EndpointPort {
  readonly appProtocol?: string
  readonly name?: string
  readonly port: number
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
}

/** core/v1 EndpointSubset. */
export interface EndpointSubset {
  readonly addresses?: readonly EndpointAddress[]
  readonly notReadyAddresses?: readonly EndpointAddress[]
  readonly ports?: readonly EndpointPort[]
}

/** core/v1 Endpoints. */
export interface Endpoints extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Endpoints'
  readonly metadata?: ObjectMeta
  readonly subsets?: readonly EndpointSubset[]
}

/** core/v1 EnvFromSource. */
export interface EnvFromSource {
  readonly configMapRef?: ConfigMapEnvSource
  readonly prefix?: string
  readonly secretRef?: SecretEnvSource
}

/** core/v1 EnvVar. */
export interface EnvVar {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: EnvVarSource
}

/** core/v1 EnvVarSource. */
export interface EnvVarSource {
  readonly configMapKeyRef?: ConfigMapKeySelector
  readonly fieldRef?: ObjectFieldSelector
  readonly fileKeyRef?: FileKeySelector
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly secretKeyRef?: SecretKeySelector
}

/** core/v1 EphemeralContainer. */
export interface EphemeralContainer {
  readonly args?: readonly string[]
  readonly command?: readonly string[]
  readonly env?: readonly EnvVar[]
  readonly envFrom?: readonly EnvFromSource[]
  readonly image?: string
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  readonly lifecycle?: Lifecycle
  readonly livenessProbe?: Probe
  readonly name: string
  readonly ports?: readonly ContainerPort[]
  readonly readinessProbe?: Probe
  readonly resizePolicy?: readonly ContainerResizePolicy[]
  readonly resources?: ResourceRequirements
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly ContainerRestartRule[]
  readonly securityContext?: SecurityContext
  readonly startupProbe?: Probe
  readonly stdin?: boolean
  readonly stdinOnce?: boolean
  readonly targetContainerName?: string
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File'
  readonly tty?: boolean
  readonly volumeDevices?: readonly VolumeDevice[]
  readonly volumeMounts?: readonly VolumeMount[]
  readonly workingDir?: string
}

/** core/v1 EphemeralVolumeSource. */
export interface EphemeralVolumeSource {
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

/** core/v1 Event. */
export interface Event extends KubernetesObject {
  readonly action?: string
  readonly apiVersion?: 'v1'
  readonly count?: number
  readonly eventTime?: string
  readonly firstTimestamp?: string
  readonly involvedObject: ObjectReference
  readonly kind?: 'Event'
  readonly lastTimestamp?: string
  readonly message?: string
  readonly metadata: ObjectMeta
  readonly reason?: string
  readonly related?: ObjectReference
  readonly reportingComponent?: string
  readonly reportingInstance?: string
  readonly series?: EventSeries
  readonly source?: EventSource
  readonly type?: string
}

/** core/v1 EventSeries. */
export interface EventSeries {
  readonly count?: number
  readonly lastObservedTime?: string
}

/** core/v1 EventSource. */
export interface EventSource {
  readonly component?: string
  readonly host?: string
}

/** core/v1 EvictionResponder. */
export interface EvictionResponder {
  readonly name: string
  readonly priority: number
}

/** core/v1 ExecAction. */
export interface ExecAction {
  readonly command?: readonly string[]
}

/** core/v1 FCVolumeSource. */
export interface FCVolumeSource {
  readonly fsType?: string
  readonly lun?: number
  readonly readOnly?: boolean
  readonly targetWWNs?: readonly string[]
  readonly wwids?: readonly string[]
}

/** core/v1 FileKeySelector. */
export interface FileKeySelector {
  readonly key: string
  readonly optional?: boolean
  readonly path: string
  readonly volumeName: string
}

/** core/v1 FlexPersistentVolumeSource. */
export interface FlexPersistentVolumeSource {
  readonly driver: string
  readonly fsType?: string
  readonly options?: { readonly [key: string]: string }
  readonly readOnly?: boolean
  readonly secretRef?: SecretReference
}

/** core/v1 FlexVolumeSource. */
export interface FlexVolumeSource {
  readonly driver: string
  readonly fsType?: string
  readonly options?: { readonly [key: string]: string }
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
}

/** core/v1 FlockerVolumeSource. */
export interface FlockerVolumeSource {
  readonly datasetName?: string
  readonly datasetUUID?: string
}

/** core/v1 GCEPersistentDiskVolumeSource. */
export interface GCEPersistentDiskVolumeSource {
  readonly fsType?: string
  readonly partition?: number
  readonly pdName: string
  readonly readOnly?: boolean
}

/** core/v1 GRPCAction. */
export interface GRPCAction {
  readonly mode?: 'Plaintext' | 'TLS'
  readonly port: number
  readonly service?: string
}

/** core/v1 GitRepoVolumeSource. */
export interface GitRepoVolumeSource {
  readonly directory?: string
  readonly repository: string
  readonly revision?: string
}

/** core/v1 GlusterfsPersistentVolumeSource. */
export interface GlusterfsPersistentVolumeSource {
  readonly endpoints: string
  readonly endpointsNamespace?: string
  readonly path: string
  readonly readOnly?: boolean
}

/** core/v1 GlusterfsVolumeSource. */
export interface GlusterfsVolumeSource {
  readonly endpoints: string
  readonly path: string
  readonly readOnly?: boolean
}

/** core/v1 HTTPGetAction. */
export interface HTTPGetAction {
  readonly host?: string
  readonly httpHeaders?: readonly HTTPHeader[]
  readonly path?: string
  readonly port: number | string
  readonly protocol?: 'HTTP1' | 'HTTP2'
  readonly scheme?: 'HTTP' | 'HTTPS'
}

/** core/v1 HTTPHeader. */
export interface HTTPHeader {
  readonly name: string
  readonly value: string
}

/** core/v1 HostAlias. */
export interface HostAlias {
  readonly hostnames?: readonly string[]
  readonly ip: string
}

/** core/v1 HostIP. */
export interface HostIP {
  readonly ip: string
}

/** core/v1 HostPathVolumeSource. */
export interface HostPathVolumeSource {
  readonly path: string
  readonly type?:
    | ''
    | 'BlockDevice'
    | 'CharDevice'
    | 'Directory'
    | 'DirectoryOrCreate'
    | 'File'
    | 'FileOrCreate'
    | 'Socket'
}

/** core/v1 ISCSIPersistentVolumeSource. */
export interface ISCSIPersistentVolumeSource {
  readonly chapAuthDiscovery?: boolean
  readonly chapAuthSession?: boolean
  readonly fsType?: string
  readonly initiatorName?: string
  readonly iqn: string
  readonly iscsiInterface?: string
  readonly lun: number
  readonly portals?: readonly string[]
  readonly readOnly?: boolean
  readonly secretRef?: SecretReference
  readonly targetPortal: string
}

/** core/v1 ISCSIVolumeSource. */
export interface ISCSIVolumeSource {
  readonly chapAuthDiscovery?: boolean
  readonly chapAuthSession?: boolean
  readonly fsType?: string
  readonly initiatorName?: string
  readonly iqn: string
  readonly iscsiInterface?: string
  readonly lun: number
  readonly portals?: readonly string[]
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
  readonly targetPortal: string
}

/** core/v1 ImageVolumeSource. */
export interface ImageVolumeSource {
  readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  readonly reference?: string
}

/** core/v1 ImageVolumeStatus. */
export interface ImageVolumeStatus {
  readonly imageRef: string
}

/** core/v1 KeyToPath. */
export interface KeyToPath {
  readonly key: string
  readonly mode?: number
  readonly path: string
  readonly user?: number
}

/** core/v1 Lifecycle. */
export interface Lifecycle {
  readonly postStart?: LifecycleHandler
  readonly preStop?: LifecycleHandler
  readonly stopSignal?:
    | 'SIGABRT'
    | 'SIGALRM'
    | 'SIGBUS'
    | 'SIGCHLD'
    | 'SIGCLD'
    | 'SIGCONT'
    | 'SIGFPE'
    | 'SIGHUP'
    | 'SIGILL'
    | 'SIGINT'
    | 'SIGIO'
    | 'SIGIOT'
    | 'SIGKILL'
    | 'SIGPIPE'
    | 'SIGPOLL'
    | 'SIGPROF'
    | 'SIGPWR'
    | 'SIGQUIT'
    | 'SIGRTMAX'
    | 'SIGRTMAX-1'
    | 'SIGRTMAX-10'
    | 'SIGRTMAX-11'
    | 'SIGRTMAX-12'
    | 'SIGRTMAX-13'
    | 'SIGRTMAX-14'
    | 'SIGRTMAX-2'
    | 'SIGRTMAX-3'
    | 'SIGRTMAX-4'
    | 'SIGRTMAX-5'
    | 'SIGRTMAX-6'
    | 'SIGRTMAX-7'
    | 'SIGRTMAX-8'
    | 'SIGRTMAX-9'
    | 'SIGRTMIN'
    | 'SIGRTMIN+1'
    | 'SIGRTMIN+10'
    | 'SIGRTMIN+11'
    | 'SIGRTMIN+12'
    | 'SIGRTMIN+13'
    | 'SIGRTMIN+14'
    | 'SIGRTMIN+15'
    | 'SIGRTMIN+2'
    | 'SIGRTMIN+3'
    | 'SIGRTMIN+4'
    | 'SIGRTMIN+5'
    | 'SIGRTMIN+6'
    | 'SIGRTMIN+7'
    | 'SIGRTMIN+8'
    | 'SIGRTMIN+9'
    | 'SIGSEGV'
    | 'SIGSTKFLT'
    | 'SIGSTOP'
    | 'SIGSYS'
    | 'SIGTERM'
    | 'SIGTRAP'
    | 'SIGTSTP'
    | 'SIGTTIN'
    | 'SIGTTOU'
    | 'SIGURG'
    | 'SIGUSR1'
    | 'SIGUSR2'
    | 'SIGVTALRM'
    | 'SIGWINCH'
    | 'SIGXCPU'
    | 'SIGXFSZ'
}

/** core/v1 LifecycleHandler. */
export interface LifecycleHandler {
  readonly exec?: ExecAction
  readonly httpGet?: HTTPGetAction
  readonly sleep?: SleepAction
  readonly tcpSocket?: TCPSocketAction
}

/** core/v1 LimitRange. */
export interface LimitRange extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'LimitRange'
  readonly metadata?: ObjectMeta
  readonly spec?: LimitRangeSpec
}

/** core/v1 LimitRangeItem. */
export interface LimitRangeItem {
  readonly default?: { readonly [key: string]: string }
  readonly defaultRequest?: { readonly [key: string]: string }
  readonly max?: { readonly [key: string]: string }
  readonly maxLimitRequestRatio?: { readonly [key: string]: string }
  readonly min?: { readonly [key: string]: string }
  readonly type: string
}

/** core/v1 LimitRangeSpec. */
export interface LimitRangeSpec {
  readonly limits: readonly LimitRangeItem[]
}

/** core/v1 LinuxContainerUser. */
export interface LinuxContainerUser {
  readonly gid: number
  readonly supplementalGroups?: readonly number[]
  readonly uid: number
}

/** core/v1 LoadBalancerIngress. */
export interface LoadBalancerIngress {
  readonly hostname?: string
  readonly ip?: string
  readonly ipMode?: string
  readonly ports?: readonly PortStatus[]
}

/** core/v1 LoadBalancerStatus. */
export interface LoadBalancerStatus {
  readonly ingress?: readonly LoadBalancerIngress[]
}

/** core/v1 LocalObjectReference. */
export interface LocalObjectReference {
  readonly name?: string
}

/** core/v1 LocalVolumeSource. */
export interface LocalVolumeSource {
  readonly fsType?: string
  readonly path: string
}

/** core/v1 ModifyVolumeStatus. */
export interface ModifyVolumeStatus {
  readonly status: 'InProgress' | 'Infeasible' | 'Pending'
  readonly targetVolumeAttributesClassName?: string
}

/** core/v1 NFSVolumeSource. */
export interface NFSVolumeSource {
  readonly path: string
  readonly readOnly?: boolean
  readonly server: string
}

/** core/v1 Namespace. */
export interface Namespace extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Namespace'
  readonly metadata?: ObjectMeta
  readonly spec?: NamespaceSpec
  readonly status?: NamespaceStatus
}

/** core/v1 NamespaceCondition. */
export interface NamespaceCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** core/v1 NamespaceSpec. */
export interface NamespaceSpec {
  readonly finalizers?: readonly string[]
}

/** core/v1 NamespaceStatus. */
export interface NamespaceStatus {
  readonly conditions?: readonly NamespaceCondition[]
  readonly phase?: 'Active' | 'Terminating'
}

/** core/v1 Node. */
export interface Node extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Node'
  readonly metadata?: ObjectMeta
  readonly spec?: NodeSpec
  readonly status?: NodeStatus
}

/** core/v1 NodeAddress. */
export interface NodeAddress {
  readonly address: string
  readonly type: string
}

/** core/v1 NodeAffinity. */
export interface NodeAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[]
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
}

/** core/v1 NodeAllocatableMappedResources. */
export interface NodeAllocatableMappedResources {
  readonly name: string
  readonly quantity: string
}

/** core/v1 NodeAllocatableOverheadResources. */
export interface NodeAllocatableOverheadResources {
  readonly name: string
  readonly perContainer?: string
  readonly perPod?: string
}

/** core/v1 NodeAllocatableResourceClaimStatus. */
export interface NodeAllocatableResourceClaimStatus {
  readonly containers?: readonly string[]
  readonly mapping?: readonly NodeAllocatableMappedResources[]
  readonly overhead?: readonly NodeAllocatableOverheadResources[]
  readonly resourceClaimName: string
}

/** core/v1 NodeCondition. */
export interface NodeCondition {
  readonly lastHeartbeatTime?: string
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** core/v1 NodeConfigSource. */
export interface NodeConfigSource {
  readonly configMap?: ConfigMapNodeConfigSource
}

/** core/v1 NodeConfigStatus. */
export interface NodeConfigStatus {
  readonly active?: NodeConfigSource
  readonly assigned?: NodeConfigSource
  readonly error?: string
  readonly lastKnownGood?: NodeConfigSource
}

/** core/v1 NodeDaemonEndpoints. */
export interface NodeDaemonEndpoints {
  readonly kubeletEndpoint?: DaemonEndpoint
}

/** core/v1 NodeFeatures. */
export interface NodeFeatures {
  readonly supplementalGroupsPolicy?: boolean
}

/** core/v1 NodePodPreemptionPolicy. */
export interface NodePodPreemptionPolicy {
  readonly disableResizePreemption?: readonly string[]
}

/** core/v1 NodeRuntimeHandler. */
export interface NodeRuntimeHandler {
  readonly features?: NodeRuntimeHandlerFeatures
  readonly name?: string
}

/** core/v1 NodeRuntimeHandlerFeatures. */
export interface NodeRuntimeHandlerFeatures {
  readonly recursiveReadOnlyMounts?: boolean
  readonly userNamespaces?: boolean
}

/** core/v1 NodeSelector. */
export interface NodeSelector {
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[]
}

/** core/v1 NodeSelectorRequirement. */
export interface NodeSelectorRequirement {
  readonly key: string
  readonly operator: 'DoesNotExist' | 'Exists' | 'Gt' | 'In' | 'Lt' | 'NotIn'
  readonly values?: readonly string[]
}

/** core/v1 NodeSelectorTerm. */
export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[]
  readonly matchFields?: readonly NodeSelectorRequirement[]
}

/** core/v1 NodeSpec. */
export interface NodeSpec {
  readonly configSource?: NodeConfigSource
  readonly externalID?: string
  readonly podCIDR?: string
  readonly podCIDRs?: readonly string[]
  readonly podPreemptionPolicy?: NodePodPreemptionPolicy
  readonly providerID?: string
  readonly taints?: readonly Taint[]
  readonly unschedulable?: boolean
}

/** core/v1 NodeStatus. */
export interface NodeStatus {
  readonly addresses?: readonly NodeAddress[]
  readonly allocatable?: { readonly [key: string]: string }
  readonly capacity?: { readonly [key: string]: string }
  readonly conditions?: readonly NodeCondition[]
  readonly config?: NodeConfigStatus
  readonly daemonEndpoints?: NodeDaemonEndpoints
  readonly declaredFeatures?: readonly string[]
  readonly features?: NodeFeatures
  readonly images?: readonly ContainerImage[]
  readonly nodeInfo?: NodeSystemInfo
  readonly phase?: 'Pending' | 'Running' | 'Terminated'
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[]
  readonly volumesAttached?: readonly AttachedVolume[]
  readonly volumesInUse?: readonly string[]
}

/** core/v1 NodeSwapStatus. */
export interface NodeSwapStatus {
  readonly capacity?: number
}

/** core/v1 NodeSystemInfo. */
export interface NodeSystemInfo {
  readonly architecture: string
  readonly bootID: string
  readonly containerRuntimeVersion: string
  readonly kernelVersion: string
  readonly kubeProxyVersion: string
  readonly kubeletVersion: string
  readonly machineID: string
  readonly operatingSystem: string
  readonly osImage: string
  readonly runningInUserNamespace?: boolean
  readonly swap?: NodeSwapStatus
  readonly systemUUID: string
}

/** core/v1 ObjectFieldSelector. */
export interface ObjectFieldSelector {
  readonly apiVersion?: string
  readonly fieldPath: string
}

/** core/v1 ObjectReference. */
export interface ObjectReference {
  readonly apiVersion?: string
  readonly fieldPath?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
  readonly resourceVersion?: string
  readonly uid?: string
}

/** core/v1 PersistentVolume. */
export interface PersistentVolume extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'PersistentVolume'
  readonly metadata?: ObjectMeta
  readonly spec?: PersistentVolumeSpec
  readonly status?: PersistentVolumeStatus
}

/** core/v1 PersistentVolumeClaim. */
export interface PersistentVolumeClaim extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'PersistentVolumeClaim'
  readonly metadata?: ObjectMeta
  readonly spec?: PersistentVolumeClaimSpec
  readonly status?: PersistentVolumeClaimStatus
}

/** core/v1 PersistentVolumeClaimCondition. */
export interface PersistentVolumeClaimCondition {
  readonly lastProbeTime?: string
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** core/v1 PersistentVolumeClaimSpec. */
export interface PersistentVolumeClaimSpec {
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[]
  readonly dataSource?: TypedLocalObjectReference
  readonly dataSourceRef?: TypedObjectReference
  readonly resources?: VolumeResourceRequirements
  readonly selector?: LabelSelector
  readonly storageClassName?: string
  readonly volumeAttributesClassName?: string
  readonly volumeMode?: 'Block' | 'Filesystem'
  readonly volumeName?: string
}

/** core/v1 PersistentVolumeClaimStatus. */
export interface PersistentVolumeClaimStatus {
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[]
  readonly allocatedResourceStatuses?: {
    readonly [key: string]:
      | 'ControllerResizeInProgress'
      | 'ControllerResizeInfeasible'
      | 'NodeResizeInProgress'
      | 'NodeResizeInfeasible'
      | 'NodeResizePending'
  }
  readonly allocatedResources?: { readonly [key: string]: string }
  readonly capacity?: { readonly [key: string]: string }
  readonly conditions?: readonly PersistentVolumeClaimCondition[]
  readonly currentVolumeAttributesClassName?: string
  readonly healthStatus?: VolumeHealthStatus
  readonly modifyVolumeStatus?: ModifyVolumeStatus
  readonly phase?: 'Bound' | 'Lost' | 'Pending'
}

/** core/v1 PersistentVolumeClaimTemplate. */
export interface PersistentVolumeClaimTemplate {
  readonly metadata?: ObjectMeta
  readonly spec: PersistentVolumeClaimSpec
}

/** core/v1 PersistentVolumeClaimVolumeSource. */
export interface PersistentVolumeClaimVolumeSource {
  readonly claimName: string
  readonly readOnly?: boolean
}

/** core/v1 PersistentVolumeSpec. */
export interface PersistentVolumeSpec {
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[]
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly azureFile?: AzureFilePersistentVolumeSource
  readonly capacity?: { readonly [key: string]: string }
  readonly cephfs?: CephFSPersistentVolumeSource
  readonly cinder?: CinderPersistentVolumeSource
  readonly claimRef?: ObjectReference
  readonly csi?: CSIPersistentVolumeSource
  readonly fc?: FCVolumeSource
  readonly flexVolume?: FlexPersistentVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly glusterfs?: GlusterfsPersistentVolumeSource
  readonly hostPath?: HostPathVolumeSource
  readonly iscsi?: ISCSIPersistentVolumeSource
  readonly local?: LocalVolumeSource
  readonly mountOptions?: readonly string[]
  readonly nfs?: NFSVolumeSource
  readonly nodeAffinity?: VolumeNodeAffinity
  readonly persistentVolumeReclaimPolicy?: 'Delete' | 'Recycle' | 'Retain'
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly rbd?: RBDPersistentVolumeSource
  readonly scaleIO?: ScaleIOPersistentVolumeSource
  readonly storageClassName?: string
  readonly storageos?: StorageOSPersistentVolumeSource
  readonly volumeAttributesClassName?: string
  readonly volumeMode?: 'Block' | 'Filesystem'
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
}

/** core/v1 PersistentVolumeStatus. */
export interface PersistentVolumeStatus {
  readonly lastPhaseTransitionTime?: string
  readonly message?: string
  readonly phase?: 'Available' | 'Bound' | 'Failed' | 'Pending' | 'Released'
  readonly reason?: string
}

/** core/v1 PhotonPersistentDiskVolumeSource. */
export interface PhotonPersistentDiskVolumeSource {
  readonly fsType?: string
  readonly pdID: string
}

/** core/v1 Pod. */
export interface Pod extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Pod'
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
  readonly status?: PodStatus
}

/** core/v1 PodAffinity. */
export interface PodAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
}

/** core/v1 PodAffinityTerm. */
export interface PodAffinityTerm {
  readonly labelSelector?: LabelSelector
  readonly matchLabelKeys?: readonly string[]
  readonly mismatchLabelKeys?: readonly string[]
  readonly namespaceSelector?: LabelSelector
  readonly namespaces?: readonly string[]
  readonly topologyKey: string
}

/** core/v1 PodAntiAffinity. */
export interface PodAntiAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
}

/** core/v1 PodCertificateProjection. */
export interface PodCertificateProjection {
  readonly certificateChainPath?: string
  readonly credentialBundlePath?: string
  readonly keyPath?: string
  readonly keyType: string
  readonly maxExpirationSeconds?: number
  readonly signerName: string
  readonly user?: number
  readonly userAnnotations?: { readonly [key: string]: string }
}

/** core/v1 PodCondition. */
export interface PodCondition {
  readonly lastProbeTime?: string
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly observedGeneration?: number
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** core/v1 PodDNSConfig. */
export interface PodDNSConfig {
  readonly nameservers?: readonly string[]
  readonly options?: readonly PodDNSConfigOption[]
  readonly searches?: readonly string[]
}

/** core/v1 PodDNSConfigOption. */
export interface PodDNSConfigOption {
  readonly name?: string
  readonly value?: string
}

/** core/v1 PodExtendedResourceClaimStatus. */
export interface PodExtendedResourceClaimStatus {
  readonly requestMappings: readonly ContainerExtendedResourceRequest[]
  readonly resourceClaimName: string
}

/** core/v1 PodIP. */
export interface PodIP {
  readonly ip: string
}

/** core/v1 PodOS. */
export interface PodOS {
  readonly name: string
}

/** core/v1 PodReadinessGate. */
export interface PodReadinessGate {
  readonly conditionType: string
}

/** core/v1 PodResourceClaim. */
export interface PodResourceClaim {
  readonly name: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}

/** core/v1 PodResourceClaimStatus. */
export interface PodResourceClaimStatus {
  readonly name: string
  readonly resourceClaimName?: string
}

/** core/v1 PodSchedulingGate. */
export interface PodSchedulingGate {
  readonly name: string
}

/** core/v1 PodSchedulingGroup. */
export interface PodSchedulingGroup {
  readonly podGroupName?: string
}

/** core/v1 PodSecurityContext. */
export interface PodSecurityContext {
  readonly appArmorProfile?: AppArmorProfile
  readonly fsGroup?: number
  readonly fsGroupChangePolicy?: 'Always' | 'OnRootMismatch'
  readonly runAsGroup?: number
  readonly runAsNonRoot?: boolean
  readonly runAsUser?: number
  readonly seLinuxChangePolicy?: string
  readonly seLinuxOptions?: SELinuxOptions
  readonly seccompProfile?: SeccompProfile
  readonly supplementalGroups?: readonly number[]
  readonly supplementalGroupsPolicy?: 'Merge' | 'Strict'
  readonly sysctls?: readonly Sysctl[]
  readonly windowsOptions?: WindowsSecurityContextOptions
}

/** core/v1 PodSpec. */
export interface PodSpec {
  readonly activeDeadlineSeconds?: number
  readonly affinity?: Affinity
  readonly automountServiceAccountToken?: boolean
  readonly containers: readonly Container[]
  readonly dnsConfig?: PodDNSConfig
  readonly dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None'
  readonly enableServiceLinks?: boolean
  readonly ephemeralContainers?: readonly EphemeralContainer[]
  readonly evictionResponders?: readonly EvictionResponder[]
  readonly hostAliases?: readonly HostAlias[]
  readonly hostIPC?: boolean
  readonly hostNetwork?: boolean
  readonly hostPID?: boolean
  readonly hostUsers?: boolean
  readonly hostname?: string
  readonly hostnameOverride?: string
  readonly imagePullSecrets?: readonly LocalObjectReference[]
  readonly initContainers?: readonly Container[]
  readonly nodeName?: string
  readonly nodeSelector?: { readonly [key: string]: string }
  readonly os?: PodOS
  readonly overhead?: { readonly [key: string]: string }
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority'
  readonly priority?: number
  readonly priorityClassName?: string
  readonly readinessGates?: readonly PodReadinessGate[]
  readonly resourceClaims?: readonly PodResourceClaim[]
  readonly resources?: ResourceRequirements
  readonly restartPolicy?: 'Always' | 'Never' | 'OnFailure'
  readonly runtimeClassName?: string
  readonly schedulerName?: string
  readonly schedulingGates?: readonly PodSchedulingGate[]
  readonly schedulingGroup?: PodSchedulingGroup
  readonly securityContext?: PodSecurityContext
  readonly serviceAccount?: string
  readonly serviceAccountName?: string
  readonly setHostnameAsFQDN?: boolean
  readonly shareProcessNamespace?: boolean
  readonly subdomain?: string
  readonly terminationGracePeriodSeconds?: number
  readonly tolerations?: readonly Toleration[]
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[]
  readonly volumes?: readonly Volume[]
}

/** core/v1 PodStatus. */
export interface PodStatus {
  readonly allocatedResources?: { readonly [key: string]: string }
  readonly conditions?: readonly PodCondition[]
  readonly containerStatuses?: readonly ContainerStatus[]
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[]
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
  readonly hostIP?: string
  readonly hostIPs?: readonly HostIP[]
  readonly initContainerStatuses?: readonly ContainerStatus[]
  readonly message?: string
  readonly nodeAllocatableResourceClaimStatuses?: readonly NodeAllocatableResourceClaimStatus[]
  readonly nominatedNodeName?: string
  readonly observedGeneration?: number
  readonly phase?: 'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown'
  readonly podIP?: string
  readonly podIPs?: readonly PodIP[]
  readonly qosClass?: 'BestEffort' | 'Burstable' | 'Guaranteed'
  readonly reason?: string
  readonly resize?: string
  readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[]
  readonly resources?: ResourceRequirements
  readonly startTime?: string
  readonly volumeHealth?: readonly PodVolumeHealth[]
}

/** core/v1 PodTemplate. */
export interface PodTemplate extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'PodTemplate'
  readonly metadata?: ObjectMeta
  readonly template?: PodTemplateSpec
}

/** core/v1 PodTemplateSpec. */
export interface PodTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
}

/** core/v1 PodVolumeHealth. */
export interface PodVolumeHealth {
  readonly healthConditions?: readonly VolumeHealthCondition[]
  readonly lastTransitionTime?: string
  readonly name: string
}

/** core/v1 PortStatus. */
export interface PortStatus {
  readonly error?: string
  readonly port: number
  readonly protocol: 'SCTP' | 'TCP' | 'UDP'
}

/** core/v1 PortworxVolumeSource. */
export interface PortworxVolumeSource {
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly volumeID: string
}

/** core/v1 PreferredSchedulingTerm. */
export interface PreferredSchedulingTerm {
  readonly preference: NodeSelectorTerm
  readonly weight: number
}

/** core/v1 Probe. */
export interface Probe {
  readonly exec?: ExecAction
  readonly failureThreshold?: number
  readonly grpc?: GRPCAction
  readonly httpGet?: HTTPGetAction
  readonly initialDelaySeconds?: number
  readonly periodSeconds?: number
  readonly successThreshold?: number
  readonly tcpSocket?: TCPSocketAction
  readonly terminationGracePeriodSeconds?: number
  readonly timeoutSeconds?: number
}

/** core/v1 ProjectedVolumeSource. */
export interface ProjectedVolumeSource {
  readonly defaultMode?: number
  readonly defaultUser?: number
  readonly sources?: readonly VolumeProjection[]
}

/** core/v1 QuobyteVolumeSource. */
export interface QuobyteVolumeSource {
  readonly group?: string
  readonly readOnly?: boolean
  readonly registry: string
  readonly tenant?: string
  readonly user?: string
  readonly volume: string
}

/** core/v1 RBDPersistentVolumeSource. */
export interface RBDPersistentVolumeSource {
  readonly fsType?: string
  readonly image: string
  readonly keyring?: string
  readonly monitors: readonly string[]
  readonly pool?: string
  readonly readOnly?: boolean
  readonly secretRef?: SecretReference
  readonly user?: string
}

/** core/v1 RBDVolumeSource. */
export interface RBDVolumeSource {
  readonly fsType?: string
  readonly image: string
  readonly keyring?: string
  readonly monitors: readonly string[]
  readonly pool?: string
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
  readonly user?: string
}

/** core/v1 ReplicationController. */
export interface ReplicationController extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'ReplicationController'
  readonly metadata?: ObjectMeta
  readonly spec?: ReplicationControllerSpec
  readonly status?: ReplicationControllerStatus
}

/** core/v1 ReplicationControllerCondition. */
export interface ReplicationControllerCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** core/v1 ReplicationControllerSpec. */
export interface ReplicationControllerSpec {
  readonly minReadySeconds?: number
  readonly replicas?: number
  readonly selector?: { readonly [key: string]: string }
  readonly template?: PodTemplateSpec
}

/** core/v1 ReplicationControllerStatus. */
export interface ReplicationControllerStatus {
  readonly availableReplicas?: number
  readonly conditions?: readonly ReplicationControllerCondition[]
  readonly fullyLabeledReplicas?: number
  readonly observedGeneration?: number
  readonly readyReplicas?: number
  readonly replicas: number
}

/** core/v1 ResourceClaim. */
export interface ResourceClaim {
  readonly name: string
  readonly request?: string
}

/** core/v1 ResourceFieldSelector. */
export interface ResourceFieldSelector {
  readonly containerName?: string
  readonly divisor?: string
  readonly resource: string
}

/** core/v1 ResourceHealth. */
export interface ResourceHealth {
  readonly health?: string
  readonly message?: string
  readonly resourceID: string
}

/** core/v1 ResourceQuota. */
export interface ResourceQuota extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'ResourceQuota'
  readonly metadata?: ObjectMeta
  readonly spec?: ResourceQuotaSpec
  readonly status?: ResourceQuotaStatus
}

/** core/v1 ResourceQuotaSpec. */
export interface ResourceQuotaSpec {
  readonly hard?: { readonly [key: string]: string }
  readonly scopeSelector?: ScopeSelector
  readonly scopes?: readonly (
    | 'BestEffort'
    | 'CrossNamespacePodAffinity'
    | 'NotBestEffort'
    | 'NotTerminating'
    | 'PriorityClass'
    | 'Terminating'
    | 'VolumeAttributesClass'
  )[]
}

/** core/v1 ResourceQuotaStatus. */
export interface ResourceQuotaStatus {
  readonly hard?: { readonly [key: string]: string }
  readonly used?: { readonly [key: string]: string }
}

/** core/v1 ResourceRequirements. */
export interface ResourceRequirements {
  readonly claims?: readonly ResourceClaim[]
  readonly limits?: { readonly [key: string]: string }
  readonly requests?: { readonly [key: string]: string }
}

/** core/v1 ResourceStatus. */
export interface ResourceStatus {
  readonly name: string
  readonly resources?: readonly ResourceHealth[]
}

/** core/v1 SELinuxOptions. */
export interface SELinuxOptions {
  readonly level?: string
  readonly role?: string
  readonly type?: string
  readonly user?: string
}

/** core/v1 ScaleIOPersistentVolumeSource. */
export interface ScaleIOPersistentVolumeSource {
  readonly fsType?: string
  readonly gateway: string
  readonly protectionDomain?: string
  readonly readOnly?: boolean
  readonly secretRef: SecretReference
  readonly sslEnabled?: boolean
  readonly storageMode?: string
  readonly storagePool?: string
  readonly system: string
  readonly volumeName?: string
}

/** core/v1 ScaleIOVolumeSource. */
export interface ScaleIOVolumeSource {
  readonly fsType?: string
  readonly gateway: string
  readonly protectionDomain?: string
  readonly readOnly?: boolean
  readonly secretRef: LocalObjectReference
  readonly sslEnabled?: boolean
  readonly storageMode?: string
  readonly storagePool?: string
  readonly system: string
  readonly volumeName?: string
}

/** core/v1 ScopeSelector. */
export interface ScopeSelector {
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[]
}

/** core/v1 ScopedResourceSelectorRequirement. */
export interface ScopedResourceSelectorRequirement {
  readonly operator: 'DoesNotExist' | 'Exists' | 'In' | 'NotIn'
  readonly scopeName:
    | 'BestEffort'
    | 'CrossNamespacePodAffinity'
    | 'NotBestEffort'
    | 'NotTerminating'
    | 'PriorityClass'
    | 'Terminating'
    | 'VolumeAttributesClass'
  readonly values?: readonly string[]
}

/** core/v1 SeccompProfile. */
export interface SeccompProfile {
  readonly localhostProfile?: string
  readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
}

/** core/v1 Secret. */
export interface Secret extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly data?: { readonly [key: string]: string }
  readonly immutable?: boolean
  readonly kind?: 'Secret'
  readonly metadata?: ObjectMeta
  readonly stringData?: { readonly [key: string]: string }
  readonly type?: string
}

/** core/v1 SecretEnvSource. */
export interface SecretEnvSource {
  readonly name?: string
  readonly optional?: boolean
}

/** core/v1 SecretKeySelector. */
export interface SecretKeySelector {
  readonly key: string
  readonly name?: string
  readonly optional?: boolean
}

/** core/v1 SecretProjection. */
export interface SecretProjection {
  readonly items?: readonly KeyToPath[]
  readonly name?: string
  readonly optional?: boolean
}

/** core/v1 SecretReference. */
export interface SecretReference {
  readonly name?: string
  readonly namespace?: string
}

/** core/v1 SecretVolumeSource. */
export interface SecretVolumeSource {
  readonly defaultMode?: number
  readonly defaultUser?: number
  readonly items?: readonly KeyToPath[]
  readonly optional?: boolean
  readonly secretName?: string
}

/** core/v1 SecurityContext. */
export interface SecurityContext {
  readonly allowPrivilegeEscalation?: boolean
  readonly appArmorProfile?: AppArmorProfile
  readonly capabilities?: Capabilities
  readonly privileged?: boolean
  readonly procMount?: 'Default' | 'Unmasked'
  readonly readOnlyRootFilesystem?: boolean
  readonly runAsGroup?: number
  readonly runAsNonRoot?: boolean
  readonly runAsUser?: number
  readonly seLinuxOptions?: SELinuxOptions
  readonly seccompProfile?: SeccompProfile
  readonly windowsOptions?: WindowsSecurityContextOptions
}

/** core/v1 Service. */
export interface Service extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Service'
  readonly metadata?: ObjectMeta
  readonly spec?: ServiceSpec
  readonly status?: ServiceStatus
}

/** core/v1 ServiceAccount. */
export interface ServiceAccount extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly automountServiceAccountToken?: boolean
  readonly imagePullSecrets?: readonly LocalObjectReference[]
  readonly kind?: 'ServiceAccount'
  readonly metadata?: ObjectMeta
  readonly secrets?: readonly ObjectReference[]
}

/** core/v1 ServiceAccountTokenProjection. */
export interface ServiceAccountTokenProjection {
  readonly audience?: string
  readonly expirationSeconds?: number
  readonly path: string
  readonly user?: number
}

/** core/v1 ServicePort. */
export interface ServicePort {
  readonly appProtocol?: string
  readonly name?: string
  readonly nodePort?: number
  readonly port: number
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
  readonly targetPort?: number | string
}

/** core/v1 ServiceSpec. */
export interface ServiceSpec {
  readonly allocateLoadBalancerNodePorts?: boolean
  readonly clusterIP?: string
  readonly clusterIPs?: readonly string[]
  readonly externalIPs?: readonly string[]
  readonly externalName?: string
  readonly externalTrafficPolicy?: 'Cluster' | 'Local'
  readonly healthCheckNodePort?: number
  readonly internalTrafficPolicy?: 'Cluster' | 'Local'
  readonly ipFamilies?: readonly ('' | 'IPv4' | 'IPv6')[]
  readonly ipFamilyPolicy?: 'PreferDualStack' | 'RequireDualStack' | 'SingleStack'
  readonly loadBalancerClass?: string
  readonly loadBalancerIP?: string
  readonly loadBalancerSourceRanges?: readonly string[]
  readonly ports?: readonly ServicePort[]
  readonly publishNotReadyAddresses?: boolean
  readonly selector?: { readonly [key: string]: string }
  readonly sessionAffinity?: 'ClientIP' | 'None'
  readonly sessionAffinityConfig?: SessionAffinityConfig
  readonly trafficDistribution?: string
  readonly type?: 'ClusterIP' | 'ExternalName' | 'LoadBalancer' | 'NodePort'
}

/** core/v1 ServiceStatus. */
export interface ServiceStatus {
  readonly conditions?: readonly Condition[]
  readonly loadBalancer?: LoadBalancerStatus
}

/** core/v1 SessionAffinityConfig. */
export interface SessionAffinityConfig {
  readonly clientIP?: ClientIPConfig
}

/** core/v1 SleepAction. */
export interface SleepAction {
  readonly seconds: number
}

/** core/v1 StorageOSPersistentVolumeSource. */
export interface StorageOSPersistentVolumeSource {
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: ObjectReference
  readonly volumeName?: string
  readonly volumeNamespace?: string
}

/** core/v1 StorageOSVolumeSource. */
export interface StorageOSVolumeSource {
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
  readonly volumeName?: string
  readonly volumeNamespace?: string
}

/** core/v1 Sysctl. */
export interface Sysctl {
  readonly name: string
  readonly value: string
}

/** core/v1 TCPSocketAction. */
export interface TCPSocketAction {
  readonly host?: string
  readonly port: number | string
}

/** core/v1 Taint. */
export interface Taint {
  readonly effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
  readonly key: string
  readonly timeAdded?: string
  readonly value?: string
}

/** core/v1 Toleration. */
export interface Toleration {
  readonly effect?: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
  readonly key?: string
  readonly operator?: 'Equal' | 'Exists' | 'Gt' | 'Lt'
  readonly tolerationSeconds?: number
  readonly value?: string
}

/** core/v1 TopologySelectorLabelRequirement. */
export interface TopologySelectorLabelRequirement {
  readonly key: string
  readonly values: readonly string[]
}

/** core/v1 TopologySelectorTerm. */
export interface TopologySelectorTerm {
  readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[]
}

/** core/v1 TopologySpreadConstraint. */
export interface TopologySpreadConstraint {
  readonly labelSelector?: LabelSelector
  readonly matchLabelKeys?: readonly string[]
  readonly maxSkew: number
  readonly minDomains?: number
  readonly nodeAffinityPolicy?: 'Honor' | 'Ignore'
  readonly nodeTaintsPolicy?: 'Honor' | 'Ignore'
  readonly topologyKey: string
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway'
}

/** core/v1 TypedLocalObjectReference. */
export interface TypedLocalObjectReference {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
}

/** core/v1 TypedObjectReference. */
export interface TypedObjectReference {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

/** core/v1 Volume. */
export interface Volume {
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly azureFile?: AzureFileVolumeSource
  readonly cephfs?: CephFSVolumeSource
  readonly cinder?: CinderVolumeSource
  readonly configMap?: ConfigMapVolumeSource
  readonly csi?: CSIVolumeSource
  readonly downwardAPI?: DownwardAPIVolumeSource
  readonly emptyDir?: EmptyDirVolumeSource
  readonly ephemeral?: EphemeralVolumeSource
  readonly fc?: FCVolumeSource
  readonly flexVolume?: FlexVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly gitRepo?: GitRepoVolumeSource
  readonly glusterfs?: GlusterfsVolumeSource
  readonly hostPath?: HostPathVolumeSource
  readonly image?: ImageVolumeSource
  readonly iscsi?: ISCSIVolumeSource
  readonly name: string
  readonly nfs?: NFSVolumeSource
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly projected?: ProjectedVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly rbd?: RBDVolumeSource
  readonly scaleIO?: ScaleIOVolumeSource
  readonly secret?: SecretVolumeSource
  readonly storageos?: StorageOSVolumeSource
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
}

/** core/v1 VolumeDevice. */
export interface VolumeDevice {
  readonly devicePath: string
  readonly name: string
}

/** core/v1 VolumeHealthCondition. */
export interface VolumeHealthCondition {
  readonly message?: string
  readonly reason: string
  readonly status: 'DataLoss' | 'Degraded' | 'Inaccessible'
}

/** core/v1 VolumeHealthStatus. */
export interface VolumeHealthStatus {
  readonly healthConditions?: readonly VolumeHealthCondition[]
  readonly lastTransitionTime?: string
}

/** core/v1 VolumeMount. */
export interface VolumeMount {
  readonly bindMountOptions?: readonly string[]
  readonly mountPath: string
  readonly mountPropagation?: 'Bidirectional' | 'HostToContainer' | 'None'
  readonly name: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
  readonly subPath?: string
  readonly subPathExpr?: string
}

/** core/v1 VolumeMountStatus. */
export interface VolumeMountStatus {
  readonly mountPath: string
  readonly name: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
  readonly volumeStatus?: VolumeStatus
}

/** core/v1 VolumeNodeAffinity. */
export interface VolumeNodeAffinity {
  readonly required?: NodeSelector
}

/** core/v1 VolumeProjection. */
export interface VolumeProjection {
  readonly clusterTrustBundle?: ClusterTrustBundleProjection
  readonly configMap?: ConfigMapProjection
  readonly downwardAPI?: DownwardAPIProjection
  readonly podCertificate?: PodCertificateProjection
  readonly secret?: SecretProjection
  readonly serviceAccountToken?: ServiceAccountTokenProjection
}

/** core/v1 VolumeResourceRequirements. */
export interface VolumeResourceRequirements {
  readonly limits?: { readonly [key: string]: string }
  readonly requests?: { readonly [key: string]: string }
}

/** core/v1 VolumeStatus. */
export interface VolumeStatus {
  readonly image?: ImageVolumeStatus
}

/** core/v1 VsphereVirtualDiskVolumeSource. */
export interface VsphereVirtualDiskVolumeSource {
  readonly fsType?: string
  readonly storagePolicyID?: string
  readonly storagePolicyName?: string
  readonly volumePath: string
}

/** core/v1 WeightedPodAffinityTerm. */
export interface WeightedPodAffinityTerm {
  readonly podAffinityTerm: PodAffinityTerm
  readonly weight: number
}

/** core/v1 WindowsSecurityContextOptions. */
export interface WindowsSecurityContextOptions {
  readonly gmsaCredentialSpec?: string
  readonly gmsaCredentialSpecName?: string
  readonly hostProcess?: boolean
  readonly runAsUserName?: string
}
