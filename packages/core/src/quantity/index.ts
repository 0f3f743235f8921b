// Kubernetes quantities, as in `500m` and `2Gi`.
export {
  compareQuantities,
  parseQuantity,
  type Quantity,
  type QuantityFormat,
  type QuantityLimits,
} from './quantity.ts'
