import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton, type IconButtonProps } from '../ui/icon-button.tsx'

/** The button of the column chooser. */
export function ColumnsButton(props: Omit<IconButtonProps, 'label' | 'icon'>): ReactNode {
  return <IconButton {...props} label="Columns" icon={<Columns3 size={16} aria-hidden />} />
}
