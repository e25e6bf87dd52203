import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { firmwareList } from './ota.ts'

/** Of the released firmware. */
export function FirmwareField({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const found = useApi(firmwareList, { state: ['released'], usable: true, pageSize: 200 }, { enabled }).data
  return (
    <Form.Item
      name="firmwareId"
      label={t('ota.firmware')}
      rules={[{ required: true, message: t('ota.firmwareEmpty') }]}
      extra={found?.items.length === 0 ? t('ota.firmwareNoReleased') : undefined}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('common.pleaseSelect')}
        options={(found?.items ?? []).map(({ id, version, models, hardwareVersions }) => ({
          value: id,
          label: [
            version,
            models.join(', '),
            ...(hardwareVersions.length > 0 ? [hardwareVersions.join(', ')] : []),
          ].join(' · '),
        }))}
      />
    </Form.Item>
  )
}

/** Which gateways of the company. */
export function FilterFields({ enabled, legend }: { enabled: boolean; legend: string }) {
  const { t } = useTranslation()
  const offered = useApi('GET /api/v1/device/summary', {}, { enabled }).data
  const options = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))
  return (
    <fieldset className="ota-fieldset">
      <legend>{legend}</legend>
      <div className="ota-pair">
        <Form.Item name="modelName" label={t('ota.modelFilter')}>
          <Select allowClear showSearch placeholder={t('common.all')} options={options(offered?.models)} />
        </Form.Item>
        <Form.Item name="softwareVersion" label={t('ota.versionFilter')}>
          <Select
            allowClear
            showSearch
            placeholder={t('common.all')}
            options={options(offered?.softwareVersions)}
          />
        </Form.Item>
      </div>
    </fieldset>
  )
}
