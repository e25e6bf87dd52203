import { Link } from '@tanstack/react-router'
import { usePlatformName } from '../../lib/platform-name.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'

export function BrandLink({ named, onInk }: { named: boolean; onInk: boolean }) {
  const name = usePlatformName()
  return (
    <Link to="/" className="menu-brand" aria-label={name}>
      <BrandMark size={28} onInk={onInk} />
      {named && <span>{name}</span>}
    </Link>
  )
}
