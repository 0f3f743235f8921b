import { pods } from '@kube-informer/core/resources'
import { fetchForwarded } from '@kube-informer/testing'
import { defineInformers } from '@kube-informer/worker'
import { hostInformers } from '@kube-informer/worker/host'

hostInformers(defineInformers({ pods: { resource: pods } }), { fetch: fetchForwarded() })
