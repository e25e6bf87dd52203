import { zabbixOutcomes } from '@netward/contract/zabbix-values'
import { Link, useParams } from '@tanstack/react-router'
import { Alert, Progress, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CredentialTable } from './credential-table.tsx'
import { GroupTable } from './group-table.tsx'
import { ImportMoves } from './import-moves.tsx'
import { afterMove, type ImportDetail, importEndpoint, isOpen, outcomeTones, stateTones } from './zabbix.ts'
import './zabbix.css'

export function ZabbixImport() {
  const { importId = '' }: { importId?: string } = useParams({ strict: false })
  const mayEdit = useMay('DMS_SERVER_DEVICE_EDIT')
  return mayEdit ? <Detail key={importId} importId={importId} /> : <NoPermissionState />
}

function Detail({ importId }: { importId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useApi(importEndpoint, { importId }, { refetchInterval: 10_000 })
  const found = read.data
  useLiveReads(importEndpoint, ['import.changed'])
  return (
    <DetailPage
      title={found?.fileName ?? t('shell.titles.zabbixImport')}
      path={paths.zabbixImport(importId)}
      back={paths.zabbixImports}
      loading={found === undefined}
      error={found === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={
        found === undefined
          ? []
          : [{ key: 'overview', label: t('zabbix.preview'), content: <Overview found={found} /> }]
      }
      {...(found !== undefined && {
        status: <StatusTag tone={stateTones[found.state]}>{t(`zabbix.states.${found.state}`)}</StatusTag>,
        actions: <ImportMoves found={found} />,
        facts: [
          { label: t('zabbix.version'), value: found.version },
          { label: t('zabbix.hosts'), value: format.number(found.hosts) },
          { label: t('zabbix.added'), value: format.number(found.added) },
          { label: t('zabbix.createdBy'), value: found.createdByName },
          { label: t('zabbix.createdAt'), value: format.dateTime(found.createdAt) },
        ],
      })}
    />
  )
}

function Overview({ found }: { found: ImportDetail }) {
  const { t } = useTranslation()
  return (
    <div className="zabbix-steps">
      <Standing found={found} />
      <Panel title={t('zabbix.steps.hosts')}>
        <Counts found={found} />
        <Options found={found} />
      </Panel>
      <Panel title={t('zabbix.steps.groups')}>
        <GroupTable found={found} />
      </Panel>
      <Panel title={t('zabbix.steps.credentials')}>
        <CredentialTable found={found} />
      </Panel>
    </div>
  )
}

/** How far it is, and what stands in the way. */
function Standing({ found: { state, counts, room } }: { found: ImportDetail }) {
  const { t } = useTranslation()
  if (state === 'running') {
    const done = counts.added + counts.failed
    return (
      <div className="zabbix-progress" aria-live="polite">
        <Progress
          percent={Math.floor((100 * done) / Math.max(1, done + counts.new))}
          aria-label={t('zabbix.states.running')}
        />
        <p>{t('zabbix.running', { done, count: done + counts.new })}</p>
      </div>
    )
  }
  if (state === 'undoing') return <p aria-live="polite">{t('zabbix.undoing', { count: counts.added })}</p>
  if (state === 'done')
    return (
      <Alert
        type={counts.failed > 0 ? 'warning' : 'success'}
        showIcon
        title={t(counts.failed > 0 ? 'zabbix.doneInPart' : 'zabbix.done', {
          count: counts.added,
          failed: counts.failed,
        })}
        description={<Link to={paths.deviceList}>{t('zabbix.toDevices')}</Link>}
      />
    )
  if (state === 'stopped') return <Alert type="warning" showIcon title={t('zabbix.stopped')} />
  if (state === 'ready' && room !== null && counts.new > room)
    return <Alert type="warning" showIcon title={t('zabbix.noRoom', { count: room, hosts: counts.new })} />
  return null
}

function Options({ found }: { found: ImportDetail }) {
  const { t } = useTranslation()
  const decide = useAct('PUT /monitor/api/v1/zabbix/import/:importId', { refresh: afterMove })
  const disabled = !isOpen(found)
  return (
    <div className="zabbix-options">
      <span id="zabbix-without">{t('zabbix.withoutSnmp')}</span>
      <Segmented
        aria-labelledby="zabbix-without"
        disabled={disabled}
        value={found.withoutSnmp}
        options={(['probe', 'skip'] as const).map((value) => ({
          value,
          label: t(`zabbix.withoutSnmpChoices.${value}`),
        }))}
        onChange={(withoutSnmp) => decide.mutate({ importId: found.id, withoutSnmp })}
      />
      <span id="zabbix-disabled">{t('zabbix.disabled')}</span>
      <Segmented
        aria-labelledby="zabbix-disabled"
        disabled={disabled}
        value={found.disabled}
        options={(['skip', 'add'] as const).map((value) => ({
          value,
          label: t(`zabbix.disabledChoices.${value}`),
        }))}
        onChange={(choice) => decide.mutate({ importId: found.id, disabled: choice })}
      />
    </div>
  )
}

/** Each leads to its hosts, with the reasons. */
function Counts({ found: { id, counts } }: { found: ImportDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className="zabbix-counts">
      {zabbixOutcomes
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <li key={outcome}>
            <Link to={paths.zabbixHosts(id)} search={{ outcome: [outcome] }}>
              <StatusTag tone={outcomeTones[outcome]}>{t(`zabbix.outcomes.${outcome}`)}</StatusTag>
              <strong>{format.number(counts[outcome])}</strong>
            </Link>
          </li>
        ))}
      <li>
        <Link to={paths.zabbixHosts(id)}>{t('zabbix.allHosts')}</Link>
      </li>
    </ul>
  )
}
