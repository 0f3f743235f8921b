// Generated from the Go types of Kubernetes 1.33 to 1.37, not to be edited: scripts/generate-protobuf.ts

/** The minor version of the newest Kubernetes whose types these are. */
export const NEWEST_MINOR = 37

/** The text of a MessageTable. */
export const MESSAGES: string = `#admissionregistration.k8s.io/v1
expression
key! valueExpression!
2=fieldRef! warning!
expression
name! expression!
namespaceSelector*c3 objectSelector*c3 resourceRules*[d excludeResourceRules*[d 7=matchPolicy*
*MutatingAdmissionPolicy metadata!c8 spec!9
*MutatingAdmissionPolicyBinding metadata!c8 spec!8
policyName paramRef*f matchResources*5
paramKind*e matchConstraints*5 variables*[s mutations*[c failurePolicy* matchConditions*[4 reinvocationPolicy
name! clientConfig!t rules*[h failurePolicy* namespaceSelector*c3 sideEffects~ timeoutSeconds*I admissionReviewVersions~[S matchPolicy* reinvocationPolicy* objectSelector*c3 matchConditions*[4
*MutatingWebhookConfiguration metadata!c8 webhooks*[a
2=patchType! applyConfiguration*0 jsonPatch*3
resourceNames*[S >h
apiVersion kind
name namespace selector*c3 parameterNotFoundAction*
apiGroups*[S apiVersions*[S resources*[S scope*
operations*[S >g
namespace! name! path* port*I
expressionWarnings*[2
*ValidatingAdmissionPolicy metadata!c8 spec!n status!o
*ValidatingAdmissionPolicyBinding metadata!c8 spec!m
policyName paramRef*f matchResources*5 validationActions*[S
paramKind*e matchConstraints*5 validations*[r failurePolicy* auditAnnotations*[1 matchConditions*[4 variables*[s
observedGeneration?I typeChecking*j conditions*[bw
name! clientConfig!t rules*[h failurePolicy* namespaceSelector*c3 sideEffects~ timeoutSeconds*I admissionReviewVersions~[S matchPolicy* objectSelector*c3 matchConditions*[4
*ValidatingWebhookConfiguration metadata!c8 webhooks*[p
expression! message reason* messageExpression
name! expression!
service*i caBundle?Y url*
#apiextensions.k8s.io/v1
uid! desiredAPIVersion! objects~[R
uid! convertedObjects~[R result!cf
$ConversionReview request*u response*v
name! type! format description priority?I jsonPath!
strategy! webhook*1f
*CustomResourceDefinition metadata!c8 spec!12 status!13
type! status! lastTransitionTime!T reason message observedGeneration?I
plural! singular shortNames*[S kind! listKind categories*[S
group! 3=names!11 scope! 7=versions~[14 9=conversion*y preserveUnknownFields?B
conditions~[10 acceptedNames!11 storedVersions~[S observedGeneration?I
name! served!B storage!B schema*18 subresources*17 additionalPrinterColumns*[x deprecated?B deprecationWarning* selectableFields*[1b
specReplicasPath! statusReplicasPath! labelSelectorPath*

status*16 scale*15
openAPIV3Schema*1a
description url
$JSONSchemaProps id $schema $ref* description type format title default*R maximum*F exclusiveMaximum?B minimum*F exclusiveMinimum?B maxLength*I minLength*I pattern maxItems*I minItems*I uniqueItems?B multipleOf*F enum*[R maxProperties*I minProperties*I required*[S items*L allOf*[1a oneOf*[1a anyOf*[1a not*1a properties*{1a additionalProperties*K patternProperties*{1a dependencies*{P additionalItems*K definitions*{1a externalDocs*19 example*R nullable?B x-kubernetes-preserve-unknown-fields*B x-kubernetes-embedded-resource?B x-kubernetes-int-or-string?B x-kubernetes-list-map-keys*[S x-kubernetes-list-type* x-kubernetes-map-type* x-kubernetes-validations*[1d
jsonPath!
namespace! name! path* port*I
rule! message messageExpression reason* fieldPath optionalOldSelf*B
service*1c caBundle?Y url*
2=clientConfig*1e conversionReviewVersions~[S
#apiregistration.k8s.io/v1
*APIService metadata!c8 spec!1i status!1j
type! status! lastTransitionTime!T reason message
service*1k group version insecureSkipTLSVerify?B caBundle?Y 7=groupPriorityMinimum!I versionPriority!I
conditions*[1h
namespace name port*I
#apps/v1
*ControllerRevision metadata!c8 data!R revision!I
*DaemonSet metadata!c8 spec!1o status!1p
type! status! lastTransitionTime!T reason message
selector~c3 template!8w updateStrategy!1q minReadySeconds?I 6=revisionHistoryLimit*I
currentNumberScheduled!I numberMisscheduled!I desiredNumberScheduled!I numberReady!I observedGeneration?I updatedNumberScheduled?I numberAvailable?I numberUnavailable?I collisionCount*I conditions*[1n
type rollingUpdate*20
*Deployment metadata!c8 spec!1t status!1u
type! status! 4=reason message lastUpdateTime!T lastTransitionTime!T
replicas*I selector~c3 template!8w strategy!1v minReadySeconds?I revisionHistoryLimit*I paused?B 9=progressDeadlineSeconds*I
observedGeneration?I replicas?I updatedReplicas?I availableReplicas?I unavailableReplicas?I conditions*[1s readyReplicas?I collisionCount*I terminatingReplicas*I
type rollingUpdate*21
*ReplicaSet metadata!c8 spec!1y status!1z
type! status! lastTransitionTime!T reason message
replicas*I selector~c3 template!8w minReadySeconds?I
replicas!I fullyLabeledReplicas?I observedGeneration?I readyReplicas?I availableReplicas?I conditions*[1x terminatingReplicas*I
maxUnavailable*O maxSurge*O
maxUnavailable*O maxSurge*O
partition*I maxUnavailable*O
*StatefulSet metadata!c8 spec!27 status!28
type! status! lastTransitionTime!T reason message
start!I
whenDeleted whenScaled
replicas*I selector~c3 template!8w volumeClaimTemplates*[7w+ serviceName! podManagementPolicy updateStrategy!29 revisionHistoryLimit*I minReadySeconds?I persistentVolumeClaimRetentionPolicy*26 ordinals*25
observedGeneration?I replicas!I readyReplicas?I currentReplicas?I updatedReplicas?I currentRevision updateRevision 9=collisionCount*I conditions*[24 availableReplicas!I
type rollingUpdate*22
#authentication.k8s.io/v1
kind apiVersion name uid
$SelfSubjectReview metadata!c8 status!2c
userInfo!2j
$TokenRequest metadata!c8 spec!2e status!2f
audiences~[S 3=boundObjectRef~2a expirationSeconds~I attestations*{(S
token! expirationTimestamp!T
$TokenReview metadata!c8 spec!2h status!2i
token audiences*[S
authenticated?B user!2j error audiences*[S
username uid groups*[S extra*{(S
#authorization.k8s.io/v1
rawSelector requirements*[bz
rawSelector requirements*[c4
$LocalSubjectAccessReview metadata!c8 spec!2w status!2x
path verb
verbs~[S nonResourceURLs*[S
namespace verb group version resource subresource name fieldSelector*2k labelSelector*2l
verbs~[S apiGroups*[S resources*[S resourceNames*[S
$SelfSubjectAccessReview metadata!c8 spec!2s status!2x
resourceAttributes*2p nonResourceAttributes*2n
$SelfSubjectRulesReview metadata!c8 spec!2u status!2y
namespace
$SubjectAccessReview metadata!c8 spec!2w status!2x
resourceAttributes*2p nonResourceAttributes*2n user groups*[S extra*{(S uid
allowed!B reason evaluationError denied?B
resourceRules~[2q nonResourceRules~[2o incomplete!B evaluationError
#autoscaling/v1
kind! name! apiVersion
*HorizontalPodAutoscaler metadata!c8 spec!31 status!32
scaleTargetRef!2z minReplicas*I maxReplicas!I targetCPUUtilizationPercentage*I
observedGeneration*I lastScaleTime*T currentReplicas!I desiredReplicas!I currentCPUUtilizationPercentage*I
$Scale metadata!c8 spec!34 status!35
replicas?I
replicas!I selector
#autoscaling/v2
name! target!3l container!
name! current!3m container!
kind! name! apiVersion
metric!3i target!3l
metric!3i current!3m
type! value!I periodSeconds!I
selectPolicy* policies*[3b stabilizationWindowSeconds*I tolerance*Q
*HorizontalPodAutoscaler metadata!c8 spec!3g status!3h
scaleUp*3c scaleDown*3c
type! status! lastTransitionTime!T reason message observedGeneration*I
scaleTargetRef!38 minReplicas*I maxReplicas!I metrics*[3j behavior*3e
observedGeneration*I lastScaleTime*T currentReplicas?I desiredReplicas!I currentMetrics~[3k conditions*[3f
name! selector*c3
type! object*3n pods*3p resource*3r external*39 7=containerResource*36
type! object*3o pods*3q resource*3s external*3a 7=containerResource*37
type! value*Q averageValue*Q averageUtilization*I
value*Q averageValue*Q averageUtilization*I
describedObject!38 target!3l metric!3i
metric!3i current!3m describedObject!38
metric!3i target!3l
metric!3i current!3m
name! target!3l
name! current!3m
#batch/v1
*CronJob metadata!c8 spec!3u status!3v
schedule! startingDeadlineSeconds*I concurrencyPolicy suspend*B jobTemplate!41 successfulJobsHistoryLimit*I failedJobsHistoryLimit*I timeZone*
active*[7u 4=lastScheduleTime*T lastSuccessfulTime*T
*Job metadata!c8 spec!3z status!40
type! status! lastProbeTime!T lastTransitionTime!T reason message
schedulingPolicy*fd schedulingConstraints*fc disruptionMode*f9 resourceClaims*[fb
parallelism*I completions*I activeDeadlineSeconds*I selector*c3 manualSelector*B template!8w backoffLimit*I ttlSecondsAfterFinished*I completionMode* suspend*B podFailurePolicy*42 backoffLimitPerIndex*I maxFailedIndexes*I podReplacementPolicy* managedBy* successPolicy*46 scheduling*3y
conditions*[3x startTime*T completionTime*T active?I succeeded?I failed?I completedIndexes uncountedTerminatedPods*48 ready*I failedIndexes* terminating*I
metadata!c8 spec!3z
rules~[45
containerName* operator! values~[I
type! status!
action! onExitCodes*43 onPodConditions*[44
rules~[47
succeededIndexes* succeededCount*I
succeeded*[S failed*[S
#certificates.k8s.io/v1
*CertificateSigningRequest metadata!c8 spec!4b status!4c
type! reason message lastUpdateTime!T lastTransitionTime!T status!
request~Y username uid groups*[S usages*[S extra*{(S signerName! expirationSeconds*I
conditions*[4a certificate?Y
*ClusterTrustBundle metadata!c8 spec!4e
signerName trustBundle!
*PodCertificateRequest metadata!c8 spec!4g status!4h
signerName! podName! podUID! serviceAccountName! serviceAccountUID! nodeName! nodeUID! maxExpirationSeconds*I 11=unverifiedUserAnnotations*{S stubPKCS10Request~Y
conditions*[bw certificateChain 4=notBefore*T beginRefreshAt*T notAfter*T
#coordination.k8s.io/v1
*Lease metadata!c8 spec!4j
holderIdentity* leaseDurationSeconds*I acquireTime*M renewTime*M leaseTransitions*I strategy* preferredHolder*
#v1
volumeID! fsType partition?I readOnly?B
nodeAffinity*79 podAffinity*87 podAntiAffinity*89
type! localhostProfile*
name! devicePath!
diskName! diskURI! cachingMode* fsType* readOnly*B kind*
secretName! shareName! readOnly?B secretNamespace~
secretName! shareName! readOnly?B
$Binding metadata!c8 target!7u
driver! volumeHandle! readOnly?B fsType volumeAttributes*{S controllerPublishSecretRef*9u nodeStageSecretRef*9u nodePublishSecretRef*9u controllerExpandSecretRef*9u nodeExpandSecretRef*9u
driver! readOnly*B fsType* volumeAttributes*{S nodePublishSecretRef*6z
add*[S drop*[S
monitors~[S path user secretFile secretRef*9u readOnly?B
monitors~[S path user secretFile secretRef*6z readOnly?B
volumeID! fsType readOnly?B secretRef*9u
volumeID! fsType readOnly?B secretRef*6z
timeoutSeconds*I
name* signerName* labelSelector*c3 path! optional*B user*I
type! status! message error
*ComponentStatus metadata!c8 conditions*[51
*ConfigMap metadata!c8 data*{S binaryData*{Y immutable*B
>6z optional*B
>6z key! optional*B
namespace! name! uid resourceVersion kubeletConfigKey!
>6z items*[6p 4=optional*B
>6z items*[6p defaultMode*I optional*B defaultUser*I
name! image command*[S args*[S workingDir ports*[5c env*[5w resources!9i volumeMounts*[am livenessProbe*91 readinessProbe*91 lifecycle*6q terminationMessagePath imagePullPolicy securityContext*9w stdin?B stdinOnce?B tty?B envFrom*[5v terminationMessagePolicy volumeDevices*[aj startupProbe*91 resizePolicy*[5d restartPolicy* restartPolicyRules*[5e
containerName! resourceName! requestName!
names~[S sizeBytes?I
name hostPort?I containerPort!I protocol hostIP
resourceName! restartPolicy!
action exitCodes*5f
operator values*[I
waiting*5j running*5h terminated*5i
startedAt!T
exitCode!I signal?I reason message startedAt!T finishedAt!T containerID
reason message
name! state!5g lastState!5g ready!B restartCount!I image! imageID! containerID started*B allocatedResources*{Q resources*9i volumeMounts*[an user*5l allocatedResourcesStatus*[9j stopSignal*
linux*6v
Port!I
items*[5o
path! fieldRef*7t resourceFieldRef*9d mode*I user*I
items*[5o defaultMode*I defaultUser*I
medium sizeLimit*Q mode*I
ip! targetRef*7u hostname nodeName*
name port!I protocol appProtocol*
addresses*[5r notReadyAddresses*[5r ports*[5s
*Endpoints metadata!c8 subsets*[5t
prefix configMapRef*54 secretRef*9r
name! value valueFrom*5x
fieldRef*7t resourceFieldRef*9d configMapKeyRef*55 secretKeyRef*9s fileKeyRef*67
>5z targetContainerName
name! image command*[S args*[S workingDir ports*[5c env*[5w resources!9i volumeMounts*[am livenessProbe*91 readinessProbe*91 lifecycle*6q terminationMessagePath imagePullPolicy securityContext*9w stdin?B stdinOnce?B tty?B envFrom*[5v terminationMessagePolicy volumeDevices*[aj startupProbe*91 resizePolicy*[5d restartPolicy* restartPolicyRules*[5e
volumeClaimTemplate*80
*Event metadata!c8 involvedObject!7u reason message source!63 firstTimestamp!T lastTimestamp!T count?I type eventTime!M series*62 action related*7u reportingComponent! reportingInstance!
count?I lastObservedTime!M
component host
name! priority~I
command*[S
targetWWNs*[S lun*I fsType readOnly?B wwids*[S
volumeName! path! key! optional*B
driver! fsType secretRef*9u readOnly?B options*{S
driver! fsType secretRef*6z readOnly?B options*{S
datasetName datasetUUID
pdName! fsType partition?I readOnly?B
port!I service~ mode*
repository! revision directory
endpoints! path! readOnly?B endpointsNamespace*
endpoints! path! readOnly?B
path port!O host scheme httpHeaders*[6h protocol*
name! value!
ip! hostnames*[S
ip!
path! type*
targetPortal! iqn! lun!I iscsiInterface fsType readOnly?B portals*[S chapAuthDiscovery?B 10=secretRef*9u chapAuthSession?B initiatorName*
targetPortal! iqn! lun!I iscsiInterface fsType readOnly?B portals*[S chapAuthDiscovery?B 10=secretRef*6z chapAuthSession?B initiatorName*
reference pullPolicy
imageRef
key! path! mode*I user*I
postStart*6r preStop*6r stopSignal*
exec*65 httpGet*6g tcpSocket*aa sleep*a6
*LimitRange metadata!c8 spec!6u
type! max*{Q min*{Q default*{Q defaultRequest*{Q maxLimitRequestRatio*{Q
limits~[6t
uid!I gid!I supplementalGroups*[I
$List metadata!c5 items~[R
ip hostname ipMode* ports*[8y
ingress*[6x
name
path! fsType*
targetVolumeAttributesClassName status!
server! path! readOnly?B
*Namespace metadata!c8 spec!75 status!76
type! status! 4=lastTransitionTime!T reason message
finalizers*[S
phase conditions*[74
*Node metadata!c8 spec!7p status!7q
type! address!
requiredDuringSchedulingIgnoredDuringExecution*7m preferredDuringSchedulingIgnoredDuringExecution*[90
name! quantity~Q
name! perPod*Q perContainer*Q
resourceClaimName! containers*[S resources*{Q- mapping*[7a overhead*[7b
type! status! lastHeartbeatTime!T lastTransitionTime!T reason message
2=configMap*56
assigned*7e active*7e lastKnownGood*7e error
kubeletEndpoint!5m
supplementalGroupsPolicy*B
disableResizePreemption*[S
$NodeProxyOptions path
name! features*7l
recursiveReadOnlyMounts*B userNamespaces*B
nodeSelectorTerms~[7o
key! operator! values*[S
matchExpressions*[7n matchFields*[7n
podCIDR externalID providerID unschedulable?B taints*[ab configSource*7e podCIDRs*[S podPreemptionPolicy*7i
capacity*{Q allocatable*{Q phase conditions*[7d addresses*[78 daemonEndpoints!7g nodeInfo!7s images*[5b volumesInUse*[S volumesAttached*[4n config*7f runtimeHandlers*[7k features*7h declaredFeatures*[S
capacity*I
machineID! systemUUID! bootID! kernelVersion! osImage! containerRuntimeVersion! kubeletVersion! kubeProxyVersion! operatingSystem! architecture! swap*7r runningInUserNamespace*B
apiVersion fieldPath!
kind namespace name uid apiVersion resourceVersion fieldPath
*PersistentVolume metadata!c8 spec!83 status!84
*PersistentVolumeClaim metadata!c8 spec!7y status!7z
type! status! lastProbeTime!T lastTransitionTime!T reason message
accessModes*[S resources!aq volumeName selector*c3 storageClassName* volumeMode* dataSource*ag dataSourceRef*ah volumeAttributesClassName*
phase accessModes*[S capacity*{Q conditions*[7x allocatedResources*{Q 7=allocatedResourceStatuses*{S currentVolumeAttributesClassName* modifyVolumeStatus*71 healthStatus*al
metadata!c8 spec!7y
claimName! readOnly?B
gcePersistentDisk*6b awsElasticBlockStore*4k hostPath*6k glusterfs*6e nfs*72 rbd*95 iscsi*6l cinder*4x cephfs*4v fc*66 flocker*6a flexVolume*68 azureFile*4p vsphereVolume*at quobyte*94 azureDisk*4o photonPersistentDisk*85 portworxVolume*8z scaleIO*9l local*70 storageos*a7 csi*4s
capacity*{Q >82 accessModes*[S claimRef*7u persistentVolumeReclaimPolicy storageClassName mountOptions*[S volumeMode* nodeAffinity*ao volumeAttributesClassName*
phase message reason lastPhaseTransitionTime*T
pdID! fsType
*Pod metadata!c8 spec!8s status!8t
requiredDuringSchedulingIgnoredDuringExecution*[88 preferredDuringSchedulingIgnoredDuringExecution*[au
labelSelector*c3 namespaces*[S topologyKey! namespaceSelector*c3 matchLabelKeys*[S mismatchLabelKeys*[S
requiredDuringSchedulingIgnoredDuringExecution*[88 preferredDuringSchedulingIgnoredDuringExecution*[au
$PodAttachOptions stdin?B stdout?B stderr?B tty?B container
signerName keyType maxExpirationSeconds*I credentialBundlePath keyPath certificateChainPath userAnnotations*{S user*I
type! status! lastProbeTime!T lastTransitionTime!T reason message observedGeneration?I
nameservers*[S searches*[S options*[8e
name value*
$PodExecOptions stdin?B stdout?B stderr?B tty?B container command~[S
requestMappings~[5a resourceClaimName!
ip!
$PodLogOptions container follow?B previous?B sinceSeconds*I sinceTime*T timestamps?B tailLines*I limitBytes*I insecureSkipTLSVerifyBackend?B stream*
name!
$PodPortForwardOptions ports*[I
$PodProxyOptions path
conditionType!
name! 3=resourceClaimName* resourceClaimTemplateName*
name! resourceClaimName*
name!
podGroupName*
seLinuxOptions*9k runAsUser*I runAsNonRoot*B supplementalGroups*[I fsGroup*I runAsGroup*I sysctls*[a9 windowsOptions*av fsGroupChangePolicy* seccompProfile*9p appArmorProfile*4m supplementalGroupsPolicy* seLinuxChangePolicy*
volumes*[ai containers~[59 restartPolicy terminationGracePeriodSeconds*I activeDeadlineSeconds*I dnsPolicy nodeSelector*{S serviceAccountName serviceAccount nodeName hostNetwork?B hostPID?B hostIPC?B securityContext*8r imagePullSecrets*[6z hostname subdomain affinity*4l schedulerName initContainers*[59 automountServiceAccountToken*B tolerations*[ac hostAliases*[6i priorityClassName priority*I dnsConfig*8d shareProcessNamespace*B readinessGates*[8m runtimeClassName* enableServiceLinks*B preemptionPolicy* overhead*{Q topologySpreadConstraints*[af ephemeralContainers*[5y setHostnameAsFQDN*B os*8j hostUsers*B schedulingGates*[8p resourceClaims*[8n resources*9i hostnameOverride* workloadRef*aw- schedulingGroup*8q evictionResponders*[64
phase conditions*[8c message reason hostIP podIP startTime*T containerStatuses*[5k qosClass initContainerStatuses*[5k nominatedNodeName podIPs*[8h ephemeralContainerStatuses*[5k resize resourceClaimStatuses*[8o hostIPs*[6j observedGeneration?I extendedResourceClaimStatus*8g allocatedResources*{Q resources*9i nodeAllocatableResourceClaimStatuses*[7c volumeHealth*[8x
$PodStatusResult metadata!c8 status!8t
*PodTemplate metadata!c8 template!8w
metadata!c8 spec!8s
name! healthConditions*[ak lastTransitionTime!T
port!I protocol! error*
volumeID! fsType readOnly?B
weight!I preference!7o
>92 initialDelaySeconds?I timeoutSeconds?I periodSeconds?I successThreshold?I failureThreshold?I terminationGracePeriodSeconds*I
exec*65 httpGet*6g tcpSocket*aa grpc*6c
sources~[ap defaultMode*I defaultUser*I
registry! volume! readOnly?B user group tenant
monitors~[S image! fsType pool user keyring secretRef*9u readOnly?B
monitors~[S image! fsType pool user keyring secretRef*6z readOnly?B
$RangeAllocation metadata!c8 range! data~Y
*ReplicationController metadata!c8 spec!9a status!9b
type! status! lastTransitionTime!T reason message
replicas*I selector*{S template*8w minReadySeconds?I
replicas!I fullyLabeledReplicas?I observedGeneration?I readyReplicas?I availableReplicas?I conditions*[99
name! request
containerName resource! divisor!Q
resourceID! health 6=message*
*ResourceQuota metadata!c8 spec!9g status!9h
hard*{Q scopes*[S scopeSelector*9n
hard*{Q used*{Q
limits*{Q requests*{Q claims*[9c
name! resources*[9e
user role type level
gateway! system! secretRef~9u sslEnabled?B protectionDomain storagePool storageMode volumeName fsType readOnly?B
gateway! system! secretRef~6z sslEnabled?B protectionDomain storagePool storageMode volumeName fsType readOnly?B
matchExpressions*[9o
scopeName! operator! values*[S
type! localhostProfile*
*Secret metadata!c8 data*{Y type stringData*{S immutable*B
>6z optional*B
>6z key! optional*B
>6z items*[6p 4=optional*B
name namespace
secretName items*[6p defaultMode*I optional*B defaultUser*I
capabilities*4u privileged*B seLinuxOptions*9k runAsUser*I runAsNonRoot*B readOnlyRootFilesystem*B allowPrivilegeEscalation*B runAsGroup*I procMount* windowsOptions*av seccompProfile*9p appArmorProfile*4m
$SerializedReference reference!7u
*Service metadata!c8 spec!a3 status!a4
*ServiceAccount metadata!c8 secrets*[7u imagePullSecrets*[6z automountServiceAccountToken*B
audience expirationSeconds*I path! user*I
name protocol port!I targetPort!O nodePort?I appProtocol*
$ServiceProxyOptions path
ports*[a1 selector*{S clusterIP type externalIPs*[S 7=sessionAffinity loadBalancerIP loadBalancerSourceRanges*[S externalName externalTrafficPolicy healthCheckNodePort?I publishNotReadyAddresses?B sessionAffinityConfig*a5 17=ipFamilyPolicy* clusterIPs*[S ipFamilies*[S allocateLoadBalancerNodePorts*B loadBalancerClass* internalTrafficPolicy* trafficDistribution*
loadBalancer!6y conditions*[bw
clientIP*4z
seconds!I
volumeName volumeNamespace fsType readOnly?B secretRef*7u
volumeName volumeNamespace fsType readOnly?B secretRef*6z
name! value!
port!O host
key! value effect! timeAdded*T
key operator value effect tolerationSeconds*I
key! values~[S
matchLabelExpressions*[ad
maxSkew!I topologyKey! whenUnsatisfiable! labelSelector*c3 minDomains*I nodeAffinityPolicy* nodeTaintsPolicy* matchLabelKeys*[S
apiGroup~ kind! name!
apiGroup~ kind! name! namespace*
name! >ar
name! devicePath!
status! reason! message
healthConditions*[ak lastTransitionTime!T
name! readOnly?B mountPath! subPath mountPropagation* subPathExpr recursiveReadOnly* bindMountOptions*[S
name! mountPath! readOnly?B recursiveReadOnly* volumeStatus*as
required*7m
secret*9t downwardAPI*5n configMap*57 serviceAccountToken*a0 clusterTrustBundle*50 podCertificate*8b
limits*{Q requests*{Q
hostPath*6k emptyDir*5q gcePersistentDisk*6b awsElasticBlockStore*4k gitRepo*6d secret*9v nfs*72 iscsi*6m glusterfs*6f persistentVolumeClaim*81 rbd*96 flexVolume*69 cinder*4y cephfs*4w flocker*6a downwardAPI*5p fc*66 azureFile*4q configMap*58 vsphereVolume*at quobyte*94 azureDisk*4o photonPersistentDisk*85 portworxVolume*8z scaleIO*9m projected*93 storageos*a8 csi*4t ephemeral*60 image*6n
image*6o
volumePath! fsType storagePolicyName storagePolicyID
weight!I podAffinityTerm!88
gmsaCredentialSpecName* gmsaCredentialSpec* runAsUserName* hostProcess*B
name! podGroup! podGroupReplicaKey
#discovery.k8s.io/v1
addresses~[S conditions!ay hostname* targetRef*7u deprecatedTopology*{S nodeName* zone* hints*az
ready*B serving*B terminating*B
forZones*[b3 forNodes*[b2
name* protocol* port*I appProtocol*
*EndpointSlice metadata!c8 endpoints~[ax ports~[b0 addressType!
name!
name!
#events.k8s.io/v1
*Event metadata!c8 eventTime!M series*b5 reportingController reportingInstance action reason regarding!7u related*7u note type deprecatedSource!63 deprecatedFirstTimestamp!T deprecatedLastTimestamp!T deprecatedCount?I
count!I lastObservedTime!M
#flowcontrol.apiserver.k8s.io/v1
nominalConcurrencyShares*I lendablePercent*I
type!
*FlowSchema metadata!c8 spec!ba status!bb
type status lastTransitionTime!T reason message
priorityLevelConfiguration!bj matchingPrecedence!I distinguisherMethod*b7 rules*[bg
conditions*[b9
name!
type! queuing*bm
nominalConcurrencyShares~I limitResponse!bd lendablePercent*I borrowingLimitPercent*I
verbs~[S 6=nonResourceURLs~[S
subjects~[bp resourceRules*[bn nonResourceRules*[bf
*PriorityLevelConfiguration metadata!c8 spec!bk status!bl
type status lastTransitionTime!T reason message
name!
type! limited*be exempt*b6
conditions*[bi
queues!I handSize!I queueLengthLimit!I
verbs~[S apiGroups~[S resources~[S clusterScope?B namespaces~[S
namespace! name!
kind! user*bq group*bc serviceAccount*bo
name!
#meta.k8s.io/v1
$APIGroup name! versions~[c2 preferredVersion!c2 serverAddressByClientCIDRs*[cd
$APIGroupList groups~[br
$APIResource name! namespaced!B kind! verbs~(S shortNames*[S singularName! categories*[S group version storageVersionHash
$APIResourceList groupVersion! resources~[bt
$APIVersions versions~[S serverAddressByClientCIDRs~[cd
type! status! observedGeneration?I lastTransitionTime!T reason! message!
$CreateOptions dryRun*[S 3=fieldManager fieldValidation
$DeleteOptions gracePeriodSeconds*I preconditions*cc orphanDependents*B propagationPolicy* dryRun*[S ignoreStoreReadErrorWithClusterBreakingPotential*B
key! operator! values*[S
$GetOptions resourceVersion
group! resource!
groupVersion! version!
matchLabels*{S matchExpressions*[c4
key! operator! values*[S
$ListMeta selfLink resourceVersion continue remainingItemCount*I shardInfo*ce
$ListOptions labelSelector fieldSelector watch?B resourceVersion timeoutSeconds*I 7=limit?I continue allowWatchBookmarks?B resourceVersionMatch sendInitialEvents*B 15=shardSelector
manager operation apiVersion time*T 6=fieldsType fieldsV1*R subresource
name generateName namespace selfLink uid resourceVersion generation?I creationTimestamp?T deletionTimestamp*T deletionGracePeriodSeconds*I labels*{S annotations*{S ownerReferences*[c9 finalizers*[S 17=managedFields*[c7
kind! 3=name! uid! apiVersion! controller*B blockOwnerDeletion*B
*PartialObjectMetadata metadata!c8
$PatchOptions dryRun*[S force*B fieldManager fieldValidation
uid* resourceVersion*
clientCIDR! serverAddress!
selector!
$Status metadata!c5 status message reason details*ch code?I
reason message field
name group kind causes*[cg retryAfterSeconds?I uid
$UpdateOptions dryRun*[S fieldManager fieldValidation
type! object!R
#networking.k8s.io/v1
path backend!cq pathType~
paths~[ck
*IPAddress metadata!c8 spec!cn
parentRef*d9
cidr! except*[S
*Ingress metadata!c8 spec!d0 status!d1
3=resource*ag service*cz
*IngressClass metadata!c8 spec!ct
apiGroup* kind! name! scope~ namespace*
controller parameters*cs
ip hostname 4=ports*[cw
ingress*[cu
port!I protocol! error*
host >cy
http*cl
name! port!da
defaultBackend*cq tls*[d2 rules*[cx ingressClassName*
loadBalancer!cv
hosts*[S secretName
*NetworkPolicy metadata!c8 spec!d8
ports*[d7 to*[d6
ports*[d7 from*[d6
podSelector*c3 namespaceSelector*c3 ipBlock*co
protocol* port*O endPort*I
podSelector!c3 ingress*[d5 egress*[d4 policyTypes*[S
group resource namespace name
name number?I
*ServiceCIDR metadata!c8 spec!dc status!dd
cidrs*[S
conditions*[bw
#node.k8s.io/v1
podFixed*{Q
*RuntimeClass metadata!c8 handler! overhead*de scheduling*dg
nodeSelector*{S tolerations*[ac
#policy/v1
$Eviction metadata!c8 deleteOptions*by
*PodDisruptionBudget metadata!c8 spec!dj status!dk
minAvailable*O selector*c3 maxUnavailable*O unhealthyPodEvictionPolicy*
observedGeneration?I disruptedPods*{T disruptionsAllowed!I currentHealthy!I desiredHealthy!I expectedPods!I conditions*[bw
#rbac.authorization.k8s.io/v1
clusterRoleSelectors*[c3
*ClusterRole metadata!c8 rules~[do aggregationRule*dl
*ClusterRoleBinding metadata!c8 subjects*[ds roleRef!dr
verbs~[S apiGroups*[S resources*[S resourceNames*[S nonResourceURLs*[S
*Role metadata!c8 rules~[do
*RoleBinding metadata!c8 subjects*[ds roleRef!dr
apiGroup! kind! name!
kind! apiGroup name! namespace
#resource.k8s.io/v1
driver! pool! device! conditions~[bw data*R networkData*eq shareID*
devices!e3 3=nodeSelector*7m 5=allocationTimestamp*T
expression!
default~Q 3=validValues*[Q validRange*dx
min*Q max*Q step*Q
requests*{Q
value!Q
name! counters*{dz
name! attributes*{e4 capacity*{e5 consumesCounters*[ed nodeName* nodeSelector*7m allNodes*B taints*[ej bindsToNode*B bindingConditions*[S bindingFailureConditions*[S allowMultipleAllocations*B nodeAllocatableResourceMappings*{eu- nodeAllocatableResources*{et
source! requests*[S >eb
results*[eg config*[e2
2=int*I bool*B string* version* ints*[I bools*[B strings*[S versions*[S
value!Q requestPolicy*dw
requests~[ef constraints*[ec config*[e7
requests*[S >eb
*DeviceClass metadata!c8 spec!ea
>eb
selectors*[eh config*[e9 4=extendedResourceName*
opaque*ev
requests*[S matchAttribute* distinctAttribute*
counterSet! counters*{dz compatibilityGroups*[S
name! expression!
name! exactly*ep firstAvailable*[ei
request! driver! pool! device! adminAccess*B tolerations*[eo bindingConditions*[S bindingFailureConditions*[S shareID* consumedCapacity*{Q skipNodeOperations*[S
cel*dv
name! deviceClassName! selectors*[eh allocationMode count?I tolerations*[eo capacity*dy derivedAttributes*[ee
key! value effect! timeAdded*T
*DeviceTaintRule metadata!c8 spec!el status!em
deviceSelector*en taint!ej
conditions*[bw
2=driver* pool* device*
key operator value effect tolerationSeconds*I
deviceClassName! selectors*[eh allocationMode count?I adminAccess*B tolerations*[eo capacity*dy derivedAttributes*[ee
interfaceName ips*[S hardwareAddress
capacityKey* capacityMultiplier*Q deviceMultiplier*Q
perPod*Q perContainer*Q
3=mapping*er overhead*es
capacityKey* allocationMultiplier*Q
driver! parameters!R
*ResourceClaim metadata!c8 spec!ey status!ez
apiGroup 3=resource! name! uid!
devices!e6
allocation*du reservedFor*[ex 4=devices*[dt
*ResourceClaimTemplate metadata!c8 spec!f1
metadata!c8 spec!ey
name! generation!I resourceSliceCount!I
*ResourceSlice metadata!c8 spec!f4
driver! pool!f2 nodeName* nodeSelector*7m allNodes*B devices*[e1 perDeviceNodeSelection*B sharedCounters*[e0 partitionTypeAttribute* skipNodeOperations*[S
#scheduling.k8s.io/v1
*PriorityClass metadata!c8 value!I globalDefault?B description preemptionPolicy*
#scheduling.v1alpha3
key!


single*fe all*f7
minCount*I
name! resourceClaimName* resourceClaimTemplateName*
topology*[f6
basic*f8 gang*fa

#storage.k8s.io/v1
*CSIDriver metadata!c8 spec!fg
attachRequired*B podInfoOnMount*B volumeLifecycleModes*[S storageCapacity*B fsGroupPolicy* tokenRequests*[fp requiresRepublish*B seLinuxMount*B nodeAllocatableUpdatePeriodSeconds*I serviceAccountTokenInSecrets*B preventPodSchedulingIfMissing*B
*CSINode metadata!c8 spec!fj status^fk
name! nodeID! topologyKeys~[S allocatable*fw
drivers~[fi
storageHealth*[fn
*CSIStorageCapacity metadata!c8 nodeTopology*c3 storageClassName! capacity*Q maximumVolumeSize*Q
*StorageClass metadata!c8 provisioner! parameters*{S reclaimPolicy* mountOptions*[S allowVolumeExpansion*B volumeBindingMode* allowedTopologies*[ae
name! healthConditions*[fo
status! reason! message accessMode* volumeMode* lastTransitionTime!T
audience! expirationSeconds*I
*VolumeAttachment metadata!c8 spec!fs status!ft
persistentVolumeName* inlineVolumeSpec*83
attacher! source!fr nodeName!
attached!B attachmentMetadata*{S attachError*fv detachError*fv
*VolumeAttributesClass metadata!c8 driverName! parameters*{S
time!T message errorCode*I
count*I
#storagemigration.k8s.io/v1
*StorageVersionMigration metadata!c8 spec!fy status!fz
resource!c1
conditions*[bw resourceVersion`
