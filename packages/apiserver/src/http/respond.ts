export {
  deletedStatus,
  statusResponse,
  textResponse,
  valueResponse,
} from '@kube-informer/core/cacher/internal'
