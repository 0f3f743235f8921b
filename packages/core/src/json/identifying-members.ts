/** Indexes of the members that identify an object, in `ObjectWalk.found`. */
export const NAME = 0
export const NAMESPACE = 1
export const UID = 2
export const RESOURCE_VERSION = 3
export const KIND = 4
export const API_VERSION = 5
