// One module for all hosts. Deno, workerd and a TLS server of Node run it unchanged.

import {
  ConversionError,
  conversionOf,
  converting,
  defaulting,
  spoke,
  validating,
  type Webhook,
  webhookHandler,
} from '@kube-informer/controller/webhook'
import { type Status, StatusError } from '@kube-informer/core'
import {
  HEIGHT,
  PROTECTED,
  type WidgetV1,
  type WidgetV2,
  type WidgetV3,
  widgetsV1,
  widgetsV2,
  widgetsV3,
} from './widgets.ts'

const MAX_WIDTH = 100

const invalid = (name: string, message: string, field: string): Status => ({
  code: 422,
  reason: 'Invalid',
  message,
  details: {
    group: 'example.com',
    kind: 'Widget',
    name,
    causes: [{ reason: 'FieldValueInvalid', message, field }],
  },
})

/** Sets the color, a square, and a key that a JSON patch has to escape. */
const defaults = defaulting(widgetsV2, draft => {
  draft.spec ??= {}
  const { spec } = draft
  spec.color ??= 'blue'
  spec.dimensions ??= {}
  spec.dimensions.width ??= 1
  spec.dimensions.height ??= spec.dimensions.width
  spec.settings ??= {}
  spec.settings['defaults/color~width'] ??= 'set'
})

/** Two webhooks of a type and resource, which share a path, both add an annotation to purple widgets. */
const annotating = (name: string): Webhook =>
  defaulting(widgetsV2, draft => {
    if (draft.spec?.color !== 'purple') return
    draft.metadata ??= {}
    draft.metadata.annotations = { ...draft.metadata.annotations, [`example.com/${name}`]: 'yes' }
  })

const auditing = validating(widgetsV2, {
  create: ({ metadata, spec }, { audit, warn }) => {
    if (spec?.color !== 'purple') return
    audit('annotations', Object.keys(metadata?.annotations ?? {}).join())
    warn('purple is expensive')
  },
})

const rules = validating(widgetsV2, {
  create: async ({ metadata: { name = '' } = {}, spec }, { audit, dryRun, warn }) => {
    const { color = '', dimensions: { width = 0 } = {} } = spec ?? {}
    audit('color', color)
    if (dryRun) warn('this is a dry run: the widget is not stored')
    if (color === 'teal') warn('the color "teal" is deprecated: use "cyan"')
    if (color === 'red') throw new Error('the color "red" is reserved')
    if (color === 'wrapped')
      throw new Error('the rules failed', {
        cause: new StatusError(invalid(name, 'no such color', 'spec.color')),
      })
    if (color === 'bug') throw new TypeError('color.toHex is not a function')
    if (color === 'stuck') await new Promise(() => {})
    if (width > MAX_WIDTH)
      throw new StatusError(invalid(name, `width ${width} is above ${MAX_WIDTH}`, 'spec.dimensions.width'))
  },
  update: ({ spec }, { spec: old }, { warn }) => {
    const [width = 0, oldWidth = 0] = [spec?.dimensions?.width, old?.dimensions?.width]
    if (width === oldWidth) return
    warn('the width of a widget should not change')
    if (width < oldWidth) throw new Error(`the width may not shrink from ${oldWidth} to ${width}`)
  },
  delete: ({ metadata }) => {
    if (metadata?.annotations?.[PROTECTED]) throw new Error(`${metadata.name} is protected`)
  },
})

/** `size` is the width. A height that differs from it is an annotation. */
const v1 = spoke<WidgetV2, WidgetV1>(widgetsV1, {
  toHub: ({ metadata, spec: { size, ...spec } = {}, ...rest }) => {
    const { [HEIGHT]: height, ...annotations } = metadata?.annotations ?? {}
    if (size === undefined) return { ...rest, metadata: { ...metadata, annotations }, spec }
    const dimensions = { width: size, height: height === undefined ? size : Number(height) }
    return { ...rest, metadata: { ...metadata, annotations }, spec: { ...spec, dimensions } }
  },
  fromHub: ({ metadata, spec: { dimensions, ...spec } = {}, ...rest }) => {
    if (spec.color === 'unconvertible') throw new ConversionError('v1 has no such color')
    if (spec.color === 'bug') throw new TypeError('color.toHex is not a function')
    const { width, height = width } = dimensions ?? {}
    const annotations = { ...metadata?.annotations, ...(height !== width && { [HEIGHT]: String(height) }) }
    const size = width === undefined ? {} : { size: width }
    return { ...rest, metadata: { ...metadata, annotations }, spec: { ...spec, ...size } }
  },
})

const v3 = spoke<WidgetV2, WidgetV3>(widgetsV3, {
  toHub: ({ spec: { look, ...spec } = {}, ...rest }) => ({
    ...rest,
    spec: { ...spec, ...(look?.color !== undefined && { color: look.color }) },
  }),
  fromHub: ({ spec: { color, ...spec } = {}, ...rest }) => ({
    ...rest,
    spec: { ...spec, ...(color !== undefined && { look: { color } }) },
  }),
})

/** All webhooks of the widgets. */
export const widgetWebhooks: readonly Webhook[] = [
  defaults,
  annotating('first'),
  annotating('second'),
  rules,
  auditing,
  converting(conversionOf(widgetsV2, [v1, v3]), { maxBytes: 7 * 1024 * 1024 }),
]

/** Answers all requests about widgets. */
export const handleWidgets: (request: Request) => Promise<Response> = webhookHandler(widgetWebhooks)
