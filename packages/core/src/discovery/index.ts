export { DeferredRESTMapper, type DeferredRESTMapperOptions } from './deferred-rest-mapper.ts'
export { type DiscoverOptions, type DiscoveryClient, discover } from './discover.ts'
export {
  type DiscoveredGroup,
  type DiscoveredResource,
  type DiscoveredSubresource,
  type DiscoveredVersion,
  type Discovery,
  GroupDiscoveryError,
  groupVersionOf,
  resourcesOf,
  StaleGroupVersionError,
} from './discovery.ts'
export { preferredResources } from './find-resources.ts'
export {
  AmbiguousResourceError,
  type GroupKind,
  type GroupVersionKind,
  NoKindMatchError,
  NoMatchError,
  NoResourceMatchError,
  NoResourceTypeError,
  type PartialResource,
} from './match-errors.ts'
export { createRESTMapper, type RESTMapper } from './rest-mapper.ts'
