import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useT } from '../../lib/use-t.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { daysUntil, statusTones, type Tenant } from './tenant.ts'

export function TenantStatus({ tenant }: { tenant: Tenant }) {
  const t = useT()
  if (tenant.deletionDueAt !== null) return <StatusTag tone="bad">{t('tenants.deleting')}</StatusTag>
  const key =
    tenant.status === 'frozen'
      ? tenant.frozenBecause === 'ended'
        ? 'tenants.frozenEnded'
        : 'tenants.frozenByHand'
      : (`tenants.statuses.${tenant.status}` as const)
  const { stateAuthor } = tenant
  const tag = <StatusTag tone={statusTones[tenant.status]}>{t(key)}</StatusTag>
  if (stateAuthor === null) return tag
  const { level, name } = stateAuthor
  return (
    <span className="tenant-status" title={t(`common.levelsNamed.${level}`, { name })}>
      {tag} <small className="quiet">{t(`common.levels.${level}`)}</small>
    </span>
  )
}

/** The end of the trial or the contract, and how near it is. */
export function TenantEnd({ tenant }: { tenant: Tenant }) {
  const t = useT()
  const format = useFormat()
  if (tenant.expiresAt === null) return <span className="quiet">{t('tenants.noEnd')}</span>
  const days = daysUntil(tenant.expiresAt)
  const near = days <= 0 ? 'tenant-end-over' : days <= 7 ? 'tenant-end-near' : 'quiet'
  return (
    <span title={format.zoned(tenant.expiresAt)}>
      {format.date(tenant.expiresAt)}{' '}
      {days <= 30 && (
        <span className={near}>
          {days <= 0 ? t('tenants.expired') : t('tenants.daysLeft', { count: days })}
        </span>
      )}
    </span>
  )
}

export function TenantHealth({ tenant: { gateways } }: { tenant: Tenant }) {
  const t = useT()
  const { online, overdue, offline, unknown } = gateways
  if (online + overdue + offline + unknown === 0)
    return <span className="quiet">{t('tenants.noGateways')}</span>
  return (
    <StatusTag tone={offline + overdue === 0 ? 'ok' : online + overdue === 0 ? 'bad' : 'warn'}>
      {overdue === 0
        ? t('tenants.healthLine', { online, offline: offline + unknown })
        : t('tenants.healthLineOverdue', { online, overdue, offline: offline + unknown })}
    </StatusTag>
  )
}

/** The package in the user's language, with the quota closest to its limit; `brief` has only its figures. */
export function TenantPackage({ tenant, brief = false }: { tenant: Tenant; brief?: boolean }) {
  const t = useT()
  const language = useLanguage()
  if (tenant.package === null) return <span className="quiet">—</span>
  const limited = tenant.usage.filter(({ granted }) => granted !== null && granted > 0)
  const fullest = limited.toSorted((a, b) => b.used / (b.granted ?? 1) - a.used / (a.granted ?? 1))[0]
  const name = tenant.package[language]
  if (fullest === undefined || fullest.used === 0) return <span>{name}</span>
  const share = `${fullest.used}/${fullest.granted}`
  const counted = `${quotaName(t, fullest.kind)} ${share}`
  return (
    <span {...(brief && { title: counted })}>
      {name}{' '}
      <span className={fullest.used > (fullest.granted ?? 0) ? 'tenant-end-over' : 'quiet'}>
        {brief ? share : counted}
      </span>
    </span>
  )
}

/** A quota's subject, with the licences' name for it. */
export function quotaName(t: ReturnType<typeof useT>, kind: string): string {
  return t(`tenants.quotas.${kind}` as 'tenants.quotas.device', { defaultValue: kind })
}
