import { configurationProfiles, type ConfigurationProfile } from '@netward/contract/configuration-values'
import { Form, Select, Switch } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterBackup, type Configuration } from './configuration.ts'

interface Values {
  enabled: boolean
  profile: ConfigurationProfile | 'auto'
}

/** Whether a device is backed up by the clock, and by which commands. */
export function SettingsDrawer(props: { configuration: Configuration; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { deviceId, deviceName, enabled, profile, effectiveProfile } = props.configuration
  const edit = useAct('PUT /monitor/api/v1/configuration/:deviceId', {
    errors: 'caller',
    refresh: afterBackup,
  })
  const initialValues = useMemo((): Values => ({ enabled, profile: profile ?? 'auto' }), [enabled, profile])
  const auto =
    profile === null && effectiveProfile !== null
      ? t('configurations.profileNow', { name: t(`configurations.profiles.${effectiveProfile}`) })
      : t('configurations.profileAuto')
  return (
    <FormDrawer<Values>
      title={t('configurations.settingsTitle', { name: deviceName })}
      open={props.open}
      onClose={props.onClose}
      initialValues={initialValues}
      onSubmit={({ enabled: on, profile: chosen }) =>
        edit.mutateAsync({ deviceId, enabled: on, profile: chosen === 'auto' ? null : chosen })
      }
    >
      <Form.Item
        name="enabled"
        label={t('configurations.enabled')}
        extra={t('configurations.enabledHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="profile" label={t('configurations.profile')} extra={t('configurations.profileHint')}>
        <Select
          options={[
            { value: 'auto', label: auto },
            ...configurationProfiles.map((value) => ({
              value,
              label: t(`configurations.profiles.${value}`),
            })),
          ]}
        />
      </Form.Item>
    </FormDrawer>
  )
}
