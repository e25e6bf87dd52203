import {
  configurationReasons,
  configurationStates,
  configuredTypes,
} from '@netward/contract/configuration-values'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { WhyButton } from '../../ui/why-button.tsx'
import { BackupState } from './backup-state.tsx'
import {
  configurationList,
  type ConfigurationRow,
  configurationSummary,
  isUnderWay,
} from './configuration.ts'
import { ConfigurationSummary } from './configuration-summary.tsx'
import { useBackUp } from './use-back-up.ts'
import '../../ui/devices.css'
import './configurations.css'

export function ConfigurationList() {
  return useMay('DMS_SERVER_DEVICE_CONFIG_VIEW') ? <List /> : <NoPermissionState />
}

/** Backups of all devices in sight: the last one, its result, the last change. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const mayBackUp = useMay('DMS_SERVER_DEVICE_CONFIG_BACKUP')
  const columns = useColumns(several)
  const fields = useFields(several)
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(configurationList, configurationSummary), 2_000)
  useLiveEvents(['configuration.changed'], reread)
  const backUp = useBackUp()
  const { start } = backUp
  const rowActions = useCallback(
    (row: ConfigurationRow) => (
      <WhyButton
        type="link"
        size="small"
        reason={
          row.reason === 'no_credential'
            ? t('configurations.reasons.no_credential')
            : isUnderWay(row)
              ? t('configurations.backingUp')
              : null
        }
        onClick={() => start(row.deviceId)}
      >
        {t('configurations.backUp')}
      </WhyButton>
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- it acts on its argument alone
    [t],
  )
  return (
    <ListPage
      name="configurations"
      title={t('shell.titles.configurations')}
      endpoint={configurationList}
      columns={columns}
      fields={fields}
      rowKey={({ deviceId }) => deviceId}
      rowName={({ deviceName }) => deviceName}
      defaultSort="name"
      summary={<ConfigurationSummary />}
      {...(mayBackUp && { rowActions, actionsWidth: 110 })}
      empty={
        <EmptyState
          title={t('configurations.none')}
          hint={t('configurations.noneHint')}
          action={<Button href={`#${paths.deviceList}`}>{t('shell.titles.deviceList')}</Button>}
        />
      }
    />
  )
}

function useFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(withCompany)
  const outlet = useOutletField()
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('configurations.searchLabel'),
        placeholder: t('configurations.search'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('configurations.state'),
        options: configurationStates.map((value) => ({ value, label: t(`configurations.states.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'reason',
        label: t('configurations.reason'),
        options: configurationReasons.map((value) => ({
          value,
          label: t(`configurations.reasons.${value}`),
        })),
      },
      { kind: 'moment', name: 'changedSince', label: t('configurations.changedSince') },
      {
        kind: 'multi',
        name: 'type',
        label: t('configurations.type'),
        options: configuredTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) })),
      },
      ...(withCompany ? [company] : []),
      ...outlet,
    ],
    [t, company, outlet, withCompany],
  )
}

function useColumns(withCompany: boolean): readonly ListColumn<ConfigurationRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<ConfigurationRow>[] => [
      {
        key: 'name',
        title: t('configurations.device'),
        width: 180,
        sortable: true,
        render: (row) => <RowLink to={paths.equipmentConfiguration(row.deviceId)}>{row.deviceName}</RowLink>,
      },
      {
        key: 'state',
        title: t('configurations.state'),
        width: 260,
        phone: 'status',
        render: (row) => <BackupState of={row} />,
      },
      {
        key: 'lastOkAt',
        title: t('configurations.lastOk'),
        width: 130,
        sortable: true,
        phone: 'value',
        render: (row) =>
          row.lastOkAt === null ? t('configurations.never') : <RelativeTime at={row.lastOkAt} />,
      },
      {
        key: 'changedAt',
        title: t('configurations.changed'),
        width: 130,
        sortable: true,
        phone: 'value',
        render: (row) =>
          row.changedAt === null ? (
            <span className="quiet">{t('configurations.unchanged')}</span>
          ) : (
            <RelativeTime at={row.changedAt} />
          ),
      },
      {
        key: 'versions',
        title: t('configurations.versionCount'),
        width: 80,
        phone: 'value',
        render: (row) => format.number(row.versions),
      },
      {
        key: 'type',
        title: t('configurations.type'),
        width: 110,
        render: (row) => t(`equipment.types.${row.deviceType}`),
      },
      {
        key: 'model',
        title: t('configurations.model'),
        width: 150,
        render: (row) => [row.brand, row.modelName].filter((part) => part !== '').join(' ') || '—',
      },
      ...(withCompany
        ? [
            {
              key: 'company',
              title: t('configurations.company'),
              width: 140,
              render: (row: ConfigurationRow) => row.companyName,
            },
          ]
        : []),
      {
        key: 'outlet',
        title: t('configurations.outlet'),
        width: 140,
        render: (row) => row.outletName ?? '—',
      },
      {
        key: 'nextAt',
        title: t('configurations.next'),
        width: 150,
        hidden: true,
        render: (row) => (row.nextAt === null ? t('configurations.off') : format.dateTime(row.nextAt)),
      },
    ],
    [t, format, withCompany],
  )
}
