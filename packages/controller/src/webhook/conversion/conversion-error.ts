import { InformerError } from '@kube-informer/core'

/**
 * An object cannot be converted. A converter throws it to say why: the client that reads or writes the object sees the
 * message, as it does with a StatusError. The texts of other errors are logged only.
 *
 * @example
 * if (widget.spec.sizes.length > 1) throw new ConversionError('spec.sizes has several items, and v1 has one size')
 */
export class ConversionError extends InformerError {
  override readonly name = 'ConversionError'
  readonly code = 'ConversionError'
}
