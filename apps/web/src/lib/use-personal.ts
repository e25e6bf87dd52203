import type { PersonalKind } from '@netward/contract/personal-values'
import { useEffect } from 'react'
import { useAct, useApi } from './use-api.ts'

export const personalRead = 'GET /api/v1/personal'

/** Whether the person follows something, and how to change it; null while that is not known. */
export function useStar(
  kind: PersonalKind,
  id: string,
): { starred: boolean; busy: boolean; toggle: () => void } | null {
  const items = useApi(personalRead, {}).data?.items
  const act = useAct('PUT /api/v1/personal/star', { refresh: [personalRead] })
  if (items === undefined) return null
  const starred = items.some((item) => item.kind === kind && item.id === id && item.starredAt !== null)
  return { starred, busy: act.isPending, toggle: () => act.mutate({ kind, id, starred: !starred }) }
}

/** Remembers that the person opened something, once it is there. */
export function useSeen(kind: PersonalKind, id: string, ready: boolean): void {
  const { mutate } = useAct('PUT /api/v1/personal/seen', { errors: 'caller', refresh: [personalRead] })
  useEffect(() => {
    if (ready) mutate({ kind, id })
  }, [mutate, kind, id, ready])
}
