import { robotFormats, robotVendors } from '@netward/contract/integration-values'
import { Checkbox, Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { SecretItem } from './secret-item.tsx'

export function RobotFields({ secrets }: { secrets: readonly string[] | null }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const vendor: unknown = Form.useWatch(['robot', 'vendor'], form)
  const unsign: unknown = Form.useWatch(['robot', 'unsign'], form)
  const isSigned = secrets?.includes('signSecret') === true
  return (
    <>
      <Form.Item name={['robot', 'vendor']} label={t('integrations.robot.vendor')}>
        <Radio.Group
          optionType="button"
          options={robotVendors.map((value) => ({ value, label: t(`integrations.robot.vendors.${value}`) }))}
        />
      </Form.Item>
      <SecretItem
        name={['robot', 'address']}
        label={t('integrations.robot.address')}
        isSet={secrets?.includes('address') === true}
        required
        hint={[
          ...(vendor === 'teams' ? [t('integrations.robot.teamsHint')] : []),
          t('integrations.robot.addressHint'),
        ].join(' ')}
        rules={[{ type: 'url', message: t('integrations.robot.addressWrong') }]}
      />
      {vendor !== 'wecom' && vendor !== 'teams' && (
        <>
          <SecretItem
            name={['robot', 'signSecret']}
            label={t('integrations.robot.signSecret')}
            isSet={isSigned}
            required={false}
            hint={t('integrations.robot.signSecretHint')}
            disabled={unsign === true}
          />
          {isSigned && (
            <Form.Item name={['robot', 'unsign']} valuePropName="checked">
              <Checkbox>{t('integrations.robot.unsign')}</Checkbox>
            </Form.Item>
          )}
        </>
      )}
      {vendor !== 'teams' && (
        <Form.Item name={['robot', 'format']} label={t('integrations.robot.format')}>
          <Radio.Group
            optionType="button"
            options={robotFormats.map((value) => ({
              value,
              label: t(`integrations.robot.formats.${value}`),
            }))}
          />
        </Form.Item>
      )}
    </>
  )
}
