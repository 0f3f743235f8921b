// Generated from the Go types of Kubernetes 1.33 to 1.37, not to be edited: npm run generate -- protobuf

/** The kinds that are not listed. They are added to a table after OTHER_GROUP_MESSAGES. */
export const UNLISTED_MESSAGES: string = `#apiextensions.k8s.io/v1
$ConversionReview request*(uid! desiredAPIVersion! objects~[R) response*(uid! convertedObjects~[R result!6x)
#authentication.k8s.io/v1
$SelfSubjectReview metadata!1 status!(userInfo!(username uid groups*[S extra*{<S))
$TokenRequest metadata!1 spec!(audiences~[S 3=boundObjectRef~(kind apiVersion name uid) expirationSeconds~I attestations*{<S) status!(token! expirationTimestamp!T)
$TokenReview metadata!1 spec!(token audiences*[S) status!(authenticated?B user!gb error audiences*[S)
#authorization.k8s.io/v1
$LocalSubjectAccessReview metadata!1 spec!(resourceAttributes*(namespace verb group version resource subresource name fieldSelector*(rawSelector requirements*[(key! operator! values*[S)) labelSelector*(rawSelector requirements*[7)) nonResourceAttributes*(path verb) user groups*[S extra*{<S uid) status!(allowed!B reason evaluationError denied?B)
$SelfSubjectAccessReview metadata!1 spec!(resourceAttributes*gl nonResourceAttributes*gp) status!gq
$SelfSubjectRulesReview metadata!1 spec!(namespace) status!(resourceRules~[(verbs~[S apiGroups*[S resources*[S resourceNames*[S) nonResourceRules~[(verbs~[S nonResourceURLs*[S) incomplete!B evaluationError)
$SubjectAccessReview metadata!1 spec!gk status!gq
#autoscaling/v1
$Scale metadata!1 spec!(replicas?I) status!(replicas!I selector)
#v1
$Binding metadata!1 target!42
$List metadata!6u items~[R
$NodeProxyOptions path
$PodAttachOptions stdin?B stdout?B stderr?B tty?B container
$PodExecOptions stdin?B stdout?B stderr?B tty?B container command~[S
$PodLogOptions container follow?B previous?B sinceSeconds*I sinceTime*T timestamps?B tailLines*I limitBytes*I insecureSkipTLSVerifyBackend?B stream*
$PodPortForwardOptions ports*[I
$PodProxyOptions path
$PodStatusResult metadata!1 status!5l
$RangeAllocation metadata!1 range! data~Y
$SerializedReference reference!42
$ServiceProxyOptions path
#meta.k8s.io/v1
$APIGroup name! versions~[(groupVersion! version!) preferredVersion!hf serverAddressByClientCIDRs*[(clientCIDR! serverAddress!)
$APIGroupList groups~[he
$APIResource name! namespaced!B kind! verbs~<S shortNames*[S singularName! categories*[S group version storageVersionHash
$APIResourceList groupVersion! resources~[hi
$APIVersions versions~[S serverAddressByClientCIDRs~[hg
$CreateOptions dryRun*[S 3=fieldManager fieldValidation
$DeleteOptions gracePeriodSeconds*I preconditions*(uid* resourceVersion*) orphanDependents*B propagationPolicy* dryRun*[S ignoreStoreReadErrorWithClusterBreakingPotential*B
$GetOptions resourceVersion
$ListOptions labelSelector fieldSelector watch?B resourceVersion timeoutSeconds*I 7=limit?I continue allowWatchBookmarks?B resourceVersionMatch sendInitialEvents*B 15=shardSelector
$PatchOptions dryRun*[S force*B fieldManager fieldValidation
$UpdateOptions dryRun*[S fieldManager fieldValidation
#policy/v1
$Eviction metadata!1 deleteOptions*hm`
