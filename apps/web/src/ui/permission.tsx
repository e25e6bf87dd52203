import type { PermissionCode } from '@netward/contract/permissions'
import type { ReactNode } from 'react'
import { useMay } from '../lib/permissions.ts'

/** Renders its children only if all codes are held; an empty list throws (specification §5). */
export function Permission({ codes, children }: { codes: readonly PermissionCode[]; children: ReactNode }) {
  return useMay(...codes) ? children : null
}
