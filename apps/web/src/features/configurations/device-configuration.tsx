import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PendingState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { BackupState } from './backup-state.tsx'
import { type Configuration, isUnderWay, oneConfiguration, versionList } from './configuration.ts'
import { HostKeyRemark } from './host-key-remark.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'
import { useBackUp } from './use-back-up.ts'
import { VersionTable } from './version-table.tsx'
import './configurations.css'

/** The tab of a device: how its backups do, and its stored versions. */
export function DeviceConfiguration({ deviceId }: { deviceId: string }) {
  const read = useApi(oneConfiguration, { deviceId }, { keepPrevious: true })
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(oneConfiguration, versionList), 500)
  useLiveEvents(['configuration.changed'], (event) => {
    if (event === null || event.subjectId === deviceId) reread()
  })
  return read.data === undefined ? <PendingState read={read} rows={6} /> : <Shown configuration={read.data} />
}

function Shown({ configuration }: { configuration: Configuration }) {
  const { t } = useTranslation()
  const format = useFormat()
  const refresh = useRefreshReads()
  const { AccessDrawer } = useMonitoringParts()
  const [drawer, setDrawer] = useState<'settings' | 'access' | null>(null)
  const mayBackUp = useMay('DMS_SERVER_DEVICE_CONFIG_BACKUP')
  const maySignIn = useMay('DMS_SERVER_DEVICE_TERMINAL', 'DMS_SERVER_DEVICE_TERMINAL_EDIT')
  const backUp = useBackUp()
  const { deviceId, deviceName, lastOkAt, changedAt, nextAt, effectiveProfile } = configuration
  const underWay = isUnderWay(configuration)
  const actions = (
    <div className="configuration-acts">
      {mayBackUp && (
        <WhyButton
          type="primary"
          reason={configuration.hasCredential ? null : t('errors.configuration.no_credential')}
          loading={underWay || backUp.busy}
          onClick={() => backUp.start(deviceId)}
        >
          {t(underWay ? 'configurations.backingUp' : 'configurations.backUp')}
        </WhyButton>
      )}
      {maySignIn && <Button onClick={() => setDrawer('access')}>{t('configurations.signIn')}</Button>}
      {mayBackUp && <Button onClick={() => setDrawer('settings')}>{t('configurations.settings')}</Button>}
    </div>
  )
  return (
    <>
      <HostKeyRemark configuration={configuration} />
      <Panel title={t('shell.titles.configurations')} actions={actions}>
        <Facts
          facts={[
            { label: t('configurations.state'), value: <BackupState of={configuration} /> },
            {
              label: t('configurations.lastOk'),
              value: lastOkAt === null ? t('configurations.never') : <RelativeTime at={lastOkAt} />,
            },
            {
              label: t('configurations.changed'),
              value: changedAt === null ? t('configurations.unchanged') : <RelativeTime at={changedAt} />,
            },
            {
              label: t('configurations.next'),
              value: nextAt === null ? t('configurations.off') : format.dateTime(nextAt),
            },
            {
              label: t('configurations.profile'),
              value: t(
                effectiveProfile === null
                  ? 'configurations.profiles.generic_linux'
                  : `configurations.profiles.${effectiveProfile}`,
              ),
            },
          ]}
        />
      </Panel>
      <VersionTable deviceId={deviceId} />
      <SettingsDrawer
        configuration={configuration}
        open={drawer === 'settings'}
        onClose={() => setDrawer(null)}
      />
      {maySignIn && (
        <AccessDrawer
          device={{ id: deviceId, name: deviceName }}
          open={drawer === 'access'}
          onClose={() => {
            setDrawer(null)
            void refresh(oneConfiguration)
          }}
        />
      )}
    </>
  )
}
