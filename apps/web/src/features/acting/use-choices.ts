import { useDeferredValue, useState } from 'react'
import { useApi } from '../../lib/use-api.ts'

interface Option {
  value: string
  label: string
}

/**
 * Options of a field, searched by the server while the user types. The selected one keeps its name even if
 * the last search does not contain it.
 */
export function useChoices(of: 'members' | 'roles' | 'groups' | 'tenants') {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const search = useDeferredValue(typed.trim())
  const found = useApi('POST /api/v1/auth/staff-grant/choices', { of, search }, { keepPrevious: true })
  const options = (found.data ?? []).map(({ value, name }): Option => ({ value, label: name }))
  const missing = chosen.filter(({ value }) => options.every((option) => option.value !== value))
  return {
    options: search === '' ? [...options, ...missing] : options,
    loading: found.isFetching,
    onSearch: setTyped,
    remember: setChosen,
  }
}
