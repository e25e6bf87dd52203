import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { memberList } from './member.ts'
import type { Successor } from './use-hand-over.ts'

export const nobody = 'nobody'

/** `memberId:userCode` of an enabled member other than the one who leaves, or `nobody`. */
export const successorOf = (value: string): Successor => {
  if (value === nobody) return null
  const [memberId = '', userCode = ''] = value.split(':')
  return { memberId, userCode }
}

export function SuccessorSelect(props: {
  leaverId: string
  /** What happens if nobody takes it over; null: somebody must. */
  nobodyHint: string | null
  id?: string
  value?: string
  disabled?: boolean
  onChange?: (value: string) => void
}) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const term = useDeferredValue(search.trim())
  const { data } = useApi(
    memberList,
    { status: 'enabled', page: 1, pageSize: 20, ...(term !== '' && { search: term }) },
    { keepPrevious: true },
  )
  const people = (data?.items ?? []).filter(({ memberId }) => memberId !== props.leaverId)
  return (
    <Select
      {...(props.id !== undefined && { id: props.id })}
      {...(props.value !== undefined && { value: props.value })}
      disabled={props.disabled === true}
      onChange={(value: string) => props.onChange?.(value)}
      placeholder={t('offboarding.choose')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={[
        ...people.map(({ memberId, userCode, displayName }) => ({
          value: `${memberId}:${userCode}`,
          label: displayName,
        })),
        ...(props.nobodyHint === null
          ? []
          : [{ value: nobody, label: `${t('offboarding.nobody')} · ${props.nobodyHint}` }]),
      ]}
    />
  )
}
