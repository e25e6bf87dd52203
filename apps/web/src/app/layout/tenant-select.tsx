import { SwapOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActing, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { actIn } from '../scope.ts'

const typeKeys = { 1: 'shell.tenantType1', 8: 'shell.tenantType8', 16: 'shell.tenantType16' } as const

function typeKey(type: number) {
  return type === 1 || type === 8 || type === 16 ? typeKeys[type] : 'common.unknown'
}

function renderTenant(option: { data: { label: string; note: string } }) {
  return (
    <div className="tenant-option">
      <span>{option.data.label}</span>
      <small>{option.data.note}</small>
    </div>
  )
}

/** For whoever may act in tenants: the choice of one. Absent for everyone else. */
export function TenantSelect() {
  const { t } = useTranslation()
  const session = useSession()
  const acting = useActing()
  const narrow = useNarrow()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const own = session?.user.companyId ?? ''
  const known = (session?.tenants ?? []).filter((tenant) => tenant.companyId !== own)
  const found = useApi(
    'POST /api/v1/auth/company/tenant/all',
    { companyId: own, search: wanted },
    { enabled: wanted !== '', keepPrevious: true },
  )
  if (known.length === 0 && acting === null) return null
  const tenants = wanted === '' ? known : (found.data ?? []).filter((tenant) => tenant.companyId !== own)
  return (
    <span className="tenant-select">
      <Select
        aria-label={t('shell.actingChoose')}
        placeholder={t('shell.actAs')}
        suffixIcon={<SwapOutlined />}
        showSearch={{ filterOption: false, onSearch: setSearch, searchValue: search }}
        notFoundContent={t('shell.actingNone')}
        popupMatchSelectWidth={narrow ? 230 : 300}
        value={acting?.name}
        options={tenants.map((tenant) => ({
          value: tenant.companyId,
          // The platform alone looks into a deactivated one.
          disabled: tenant.status === 'deactivated' && session?.identity !== 1,
          label: tenant.name,
          note: [
            t(typeKey(tenant.type)),
            tenant.code,
            tenant.status === 'active' ? '' : t(`shell.companyStatus.${tenant.status}`),
          ]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
        optionRender={renderTenant}
        onChange={(_value, option) => {
          if (option === undefined || Array.isArray(option)) return
          setSearch('')
          void actIn({ companyId: option.value, name: option.label })
        }}
      />
    </span>
  )
}

export function StopActing() {
  const { t } = useTranslation()
  return (
    <Button size="small" onClick={() => void actIn(null)}>
      {t('shell.actingStop')}
    </Button>
  )
}
