export { deletedStatus, statusResponse, textResponse, valueResponse } from '@kube-informer/cacher/http'
