import type { Reply, Review, ReviewedObject, Script } from './scripted-webhook.ts'

/** A ConversionReview that answers a request with these objects. */
const convertedTo = (
  { apiVersion, kind, request: { uid } }: Review,
  convertedObjects: readonly unknown[],
  response: object = {},
): Reply => ({
  body: { apiVersion, kind, response: { uid, result: { status: 'Success' }, convertedObjects, ...response } },
})

/** Converts each object by a function, which gets it in the desired version. */
const converting =
  (convert: (object: ReviewedObject) => unknown): Script =>
  review => {
    const { objects = [], desiredAPIVersion = '' } = review.request
    return convertedTo(
      review,
      objects.map(object => convert({ ...object, apiVersion: desiredAPIVersion })),
    )
  }

/** Changes nothing but the version. */
export const converted: Script = converting(object => object)

const withMetadata = (metadata: object): Script =>
  converting(object => ({ ...object, metadata: { ...object.metadata, ...metadata } }))

/** A conversion, and the text of the apiserver that refuses it. */
export interface WrongConversion {
  readonly script: Script
  readonly error: RegExp
}

/** Changes of metadata that are errors (C-CNV-8). */
export const WRONG_METADATA: Readonly<Record<string, WrongConversion>> = {
  'another name': {
    script: withMetadata({ name: 'other' }),
    error: /returned invalid object: must have the same name: \S+ != other/,
  },
  'another namespace': {
    script: withMetadata({ namespace: 'other' }),
    error: /returned invalid object: must have the same namespace: \S+ != other/,
  },
  'another uid': {
    script: withMetadata({ uid: 'other' }),
    error: /returned invalid object: must have the same UID: \S+ != other/,
  },
  'no metadata': {
    script: converting(({ metadata: _metadata, ...object }) => object),
    error: /returned invalid object: must have the same name: \S+ != /,
  },
  'a label that is no text': {
    script: withMetadata({ labels: { size: 1 } }),
    error: /returned invalid metadata: metadata\.labels\[size\] must be a string, but is int64/,
  },
}

/** Metadata that a conversion may change (C-CNV-8). */
export const TAKEN = { labels: { taken: 'yes' }, annotations: { 'webhooks.test/taken': 'yes' } }

/** Changes labels, annotations, and all else that the apiserver restores. */
export const changingMetadata: Script = withMetadata({
  ...TAKEN,
  generation: 77,
  resourceVersion: '1',
  creationTimestamp: '2001-01-01T00:00:00Z',
  finalizers: ['webhooks.test/other'],
  ownerReferences: [],
  managedFields: [],
})

/** Answers that break the rules of a conversion (C-CNV-10). */
export const WRONG_CONVERSIONS: Readonly<Record<string, WrongConversion>> = {
  'fewer objects': {
    script: review => convertedTo(review, []),
    error: /: conversion webhook for webhooks\.test\/v1, Kind=Gizmo returned 0 objects, expected 1/,
  },
  'more objects': {
    script: review => convertedTo(review, [...(review.request.objects ?? []), {}]),
    error: /: conversion webhook for webhooks\.test\/v1, Kind=Gizmo returned 2 objects, expected 1/,
  },
  'another version': {
    script: converting(object => ({ ...object, apiVersion: 'webhooks.test/v7' })),
    error:
      /invalid object at index 0: invalid groupVersion \(expected webhooks\.test\/v2, received webhooks\.test\/v7\)/,
  },
  'another kind': {
    script: converting(object => ({ ...object, kind: 'Gadget' })),
    error: /invalid object at index 0: invalid kind \(expected Gizmo, received Gadget\)/,
  },
  'a string in place of an object': {
    script: converting(() => 'object'),
    error: /: json: cannot unmarshal string into Go value of type map\[string\]interface {}/,
  },
  'null in place of an object': {
    script: converting(() => null),
    error: /: unexpected end of JSON input/,
  },
  'the uid of another request': {
    script: review => convertedTo(review, review.request.objects ?? [], { uid: 'another' }),
    error: /failed: expected response\.uid="[-0-9a-f]{36}", got "another"/,
  },
  'a failure with a message': {
    script: review =>
      convertedTo(review, [], { result: { status: 'Failure', message: 'size is no number' } }),
    error: /conversion webhook for webhooks\.test\/v1, Kind=Gizmo failed: size is no number/,
  },
  'a failure without a message': {
    script: review => convertedTo(review, [], { result: { status: 'Failure' } }),
    error: /failed: response\.result\.status was 'Failure', not 'Success'/,
  },
  'no response': {
    script: ({ apiVersion, kind, request }) => ({ body: { apiVersion, kind, request } }),
    error: /failed: no response provided/,
  },
  'a page of HTML': {
    script: () => ({ body: '<html><body>Welcome</body></html>', contentType: 'text/html' }),
    error: /failed: couldn't get version\/kind; json parse error/,
  },
  'an HTTP error': {
    script: () => ({ status: 400, body: '' }),
    error: /failed: the server rejected our request for an unknown reason/,
  },
  'a body that is cut off': {
    script: () => 'breaks off',
    error: /failed: unexpected error when reading response body\..*: unexpected EOF/,
  },
}
