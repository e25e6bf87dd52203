import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchField } from './list-search-form.tsx'

/** Of these fields those that the address has: links of charts set them, and few people search by them. */
export function useOpenedFields(fields: readonly SearchField[]): readonly SearchField[] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return useMemo(() => fields.filter(({ name }) => search[name] !== undefined), [fields, search])
}
