import { SwapOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { Button, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { actingStore, refusedEntry, useActing, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { actIn } from '../scope.ts'

const endpoint = 'POST /api/v1/auth/acting/tenants'
type Tenant = EndpointOutput<typeof endpoint>['tenants'][number]

const typeKeys = { 1: 'shell.tenantType1', 8: 'shell.tenantType8', 16: 'shell.tenantType16' } as const

function typeKey(type: number) {
  return type === 1 || type === 8 || type === 16 ? typeKeys[type] : 'common.unknown'
}

interface TenantOption {
  label: string
  value?: string
  note?: string
  disabled?: boolean
  /** Of a heading. */
  options?: TenantOption[]
}

function renderTenant(option: { data: TenantOption }) {
  return (
    <div className="tenant-option">
      <span>{option.data.label}</span>
      <small>{option.data.note}</small>
    </div>
  )
}

/** For users who may act in tenants: selects one, recently used ones first. Hidden for all others. */
export function TenantSelect() {
  const { t } = useTranslation()
  const session = useSession()
  const acting = useActing()
  const narrow = useNarrow()
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useApi(endpoint, { search }, { enabled: opened, keepPrevious: true })
  useLiveReads(endpoint, ['acting.changed', 'company.changed'])
  if ((session?.tenants ?? []).length === 0 && acting === null) return null
  const { recent = [], tenants = [] } = found.data ?? {}
  const optionOf = (tenant: Tenant): TenantOption => ({
    value: tenant.companyId,
    // Only the platform may look into a deactivated one.
    disabled: tenant.status === 'deactivated' && session?.identity !== 1,
    label: tenant.name,
    note: noteOf(t, tenant),
  })
  const others = tenants.filter(({ companyId }) => recent.every((lately) => lately.companyId !== companyId))
  const enter = (companyId: string) => {
    const tenant = [...recent, ...tenants].find((each) => each.companyId === companyId)
    if (tenant === undefined) return
    setTyped('')
    const { entry, name } = tenant
    if (!entry.startsWith('acting.')) void actIn({ companyId, name })
    else
      refusedEntry.set({
        tenant: { companyId, name },
        code: entry,
        message: t(`errors.${entry}` as 'errors.acting.never'),
      })
  }
  return (
    <span className="tenant-select">
      <Select<string, TenantOption>
        aria-label={t('shell.actingChoose')}
        placeholder={t('shell.actAs')}
        suffixIcon={<SwapOutlined />}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        notFoundContent={found.isPending ? t('common.loading') : t('shell.actingNone')}
        popupMatchSelectWidth={narrow ? 230 : 320}
        value={acting?.name ?? null}
        onOpenChange={setOpened}
        options={
          recent.length === 0
            ? others.map(optionOf)
            : [
                { label: t('acting.recent'), options: recent.map(optionOf) },
                ...(others.length > 0 ? [{ label: t('acting.all'), options: others.map(optionOf) }] : []),
              ]
        }
        optionRender={renderTenant}
        onChange={(companyId: string) => enter(companyId)}
      />
    </span>
  )
}

function noteOf(t: TFunction, { type, code, status, entry, waiting }: Tenant): string {
  const says =
    entry === 'free'
      ? ''
      : waiting
        ? t('acting.entry.waiting')
        : t(`acting.entry.${entry.replace('acting.', '')}` as 'acting.entry.never')
  return [t(typeKey(type)), code, status === 'active' ? '' : t(`shell.companyStatus.${status}`), says]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The tenant is notified after the last request inside: one that came later would begin another visit. */
async function leave(): Promise<void> {
  const tenant = actingStore.get()
  await actIn(null)
  if (tenant === null) return
  try {
    await api(
      'POST /api/v1/auth/acting/leave',
      {},
      { errors: 'caller', timeoutMs: 5_000, actingIn: tenant.companyId },
    )
  } catch {
    // A visit without heartbeats ends by itself.
  }
}

export function StopActing() {
  const { t } = useTranslation()
  return (
    <Button size="small" onClick={() => void leave()}>
      {t('shell.actingStop')}
    </Button>
  )
}
