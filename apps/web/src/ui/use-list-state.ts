import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseSearch } from '../lib/search.ts'
import {
  type FilterField,
  type ListDefaults,
  type ListState,
  readListState,
  writeListState,
} from './list-state.ts'

/** The list's state in the address, and its setter. Filter changes create history entries. */
export function useListState(
  fields: readonly FilterField[],
  sortable: readonly string[],
  defaults: ListDefaults,
): [ListState, (change: Partial<ListState>) => void] {
  const navigate = useNavigate()
  const searchText = useLocation({ select: (location) => location.searchStr })
  const pathname = useLocation({ select: (location) => location.pathname })
  const search = useMemo(() => parseSearch(searchText), [searchText])
  const shape = JSON.stringify([fields.map(({ name, kind }) => [name, kind]), sortable, defaults])
  const state = useMemo(
    () => readListState(search, fields, sortable, defaults),
    // oxlint-disable-next-line react/exhaustive-deps -- `shape` stands for the three, whose identity changes on every render
    [search, shape],
  )
  const change = useCallback(
    (changed: Partial<ListState>) => {
      const next = { ...state, ...changed }
      void navigate({ to: pathname, search: writeListState(next, search, fields, defaults) })
    },
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [navigate, pathname, search, state, shape],
  )
  return [state, change]
}
