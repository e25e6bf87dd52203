import { parseHours } from '@netward/contract/business-hours'
import { regionOf } from '@netward/contract/outlet-region'
import { provinces } from '@netward/contract/outlet-values'
import { AutoComplete, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { ContactsField } from './contacts-field.tsx'
import { HoursField } from './hours-field.tsx'
import './outlets.css'

const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

/** What a person writes of an outlet. */
export function OutletFields({ companyId, enabled }: { companyId: string | undefined; enabled: boolean }) {
  const { t } = useTranslation()
  const offered = useApi('GET /api/v1/outlet/values', companyId === undefined ? {} : { companyId }, {
    enabled,
    keepPrevious: true,
  }).data
  // A company that has no regions yet begins with those that everybody knows.
  const regions = offered === undefined || offered.regions.length > 0 ? (offered?.regions ?? []) : provinces
  return (
    <>
      <h3 className="outlet-form-part">{t('outlets.basic')}</h3>
      <div className="outlet-form-row">
        <Form.Item
          name="name"
          label={t('outlets.name')}
          rules={[{ required: true, whitespace: true, message: t('outlets.nameEmpty') }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="code"
          label={t('outlets.code')}
          extra={t('outlets.codeHint')}
          rules={[{ pattern: /^[A-Za-z0-9._-]*$/, message: t('outlets.codeWrong') }]}
        >
          <Input maxLength={40} autoComplete="off" spellCheck={false} />
        </Form.Item>
      </div>
      <Form.Item name="departmentId" label={t('outlets.department')} extra={t('outlets.departmentHint')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={(offered?.departments ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('common.pleaseSelect')}
        />
      </Form.Item>
      <h3 className="outlet-form-part">{t('outlets.location')}</h3>
      <Form.Item
        name="region"
        label={t('outlets.region')}
        extra={t('outlets.regionHint')}
        rules={[
          {
            validator: (_, value: string) =>
              regionOf(value) === null
                ? Promise.reject(new Error(t('validation.region')))
                : Promise.resolve(),
          },
        ]}
      >
        <AutoComplete
          showSearch={{
            filterOption: (typed, option) => String(option?.value).includes(regionOf(typed) ?? typed),
          }}
          options={regions.map((value) => ({ value }))}
          maxLength={400}
        />
      </Form.Item>
      <Form.Item name="address" label={t('outlets.address')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <div className="outlet-form-row outlet-form-three">
        <Form.Item name="latitude" label={t('outlets.latitude')}>
          <InputNumber min={-90} max={90} className="outlet-number" />
        </Form.Item>
        <Form.Item name="longitude" label={t('outlets.longitude')}>
          <InputNumber min={-180} max={180} className="outlet-number" />
        </Form.Item>
        <Form.Item name="timeZone" label={t('outlets.timeZone')}>
          <Select showSearch options={timeZones} placeholder="Asia/Shanghai" />
        </Form.Item>
      </div>
      <h3 className="outlet-form-part">{t('outlets.operation')}</h3>
      <Form.Item
        name="businessHours"
        label={t('outlets.businessHours')}
        rules={[
          {
            validator: (_, value: string) =>
              value === '' || parseHours(value) !== null
                ? Promise.resolve()
                : Promise.reject(new Error(t('outlets.hours.incomplete'))),
          },
        ]}
      >
        <HoursField />
      </Form.Item>
      <ContactsField />
      <Form.Item name="note" label={t('outlets.note')}>
        <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </>
  )
}
