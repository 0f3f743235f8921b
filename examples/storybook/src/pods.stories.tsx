import { withInformers } from '@kube-informer/react/testing'
import { generatePods } from '@kube-informer/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { informers } from './informers.ts'
import { Pods } from './pods.tsx'

export default {
  component: Pods,
  decorators: [withInformers({ informers, objects: generatePods({ count: 5, seed: 1 }) })],
} satisfies Meta<typeof Pods>

type Story = StoryObj<typeof Pods>

export const Rows: Story = {}

export const Loading: Story = {
  decorators: [withInformers({ informers, faults: [{ action: { type: 'delay', ms: 60_000 } }] })],
}

export const Forbidden: Story = {
  decorators: [withInformers({ informers, faults: [{ action: { type: 'status', code: 403 } }] })],
}
