import type { LucideIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'

type Props = { className?: string; 'aria-hidden'?: boolean; role?: 'img'; 'aria-label'?: string }
/** One of the library, or one that comes later. */
export type Icon = ComponentType<Props>

/** An icon that comes when it is first drawn; its place is kept until then, and where it does not come. */
export function lazyIcon(load: () => Promise<LucideIcon>): Icon {
  const Placeholder = (props: Props) => <span {...props} />
  const Loaded = lazy<Icon>(() =>
    load().then(
      icon => ({ default: icon }),
      () => ({ default: Placeholder }),
    ),
  )
  return props => (
    <Suspense fallback={<Placeholder {...props} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
