import { parseHours } from '@netward/contract/business-hours'
import { cities, cityOf, guessCity } from '@netward/contract/cities'
import { outletEntity, outletForm } from '@netward/contract/outlet-fields'
import { regionOf } from '@netward/contract/outlet-region'
import { provinces } from '@netward/contract/outlet-values'
import { AutoComplete, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { EntityForm } from '../../ui/entity/entity-form.tsx'
import { ContactsField } from './contacts-field.tsx'
import { HoursField } from './hours-field.tsx'
import './outlets.css'

const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

/** User-editable fields of an outlet. */
export function OutletFields({ companyId, enabled }: { companyId: string | undefined; enabled: boolean }) {
  const { t } = useTranslation()
  const offered = useApi('GET /api/v1/outlet/values', companyId === undefined ? {} : { companyId }, {
    enabled,
    keepPrevious: true,
  }).data
  // A company without regions starts with the common ones.
  const regions = offered === undefined || offered.regions.length > 0 ? (offered?.regions ?? []) : provinces
  const department = (
    <Form.Item name="departmentId" label={t('outlets.department')} extra={t('outlets.departmentHint')}>
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={(offered?.departments ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={t('common.pleaseSelect')}
      />
    </Form.Item>
  )
  const timeZone = (
    <Form.Item name="timeZone" label={t('outlets.timeZone')}>
      <Select showSearch options={timeZones} placeholder="Asia/Shanghai" />
    </Form.Item>
  )
  return (
    <EntityForm
      entity={outletEntity}
      parts={outletForm}
      items={{
        departmentId: department,
        region: <RegionItem regions={regions} />,
        timeZone,
        cityCode: <CityItem />,
        businessHours: <HoursItem />,
        contacts: <ContactsField />,
      }}
    />
  )
}

const cityOptions = cities.map(({ code, name, province }) => ({
  value: code,
  label: name === province ? name : `${province} ${name}`,
}))

/** Empty: guessed from what stands above it, which the placeholder shows. */
function CityItem() {
  const { t } = useTranslation()
  const region = (Form.useWatch('region') as string | undefined) ?? ''
  const address = (Form.useWatch('address') as string | undefined) ?? ''
  const guess = cityOf(guessCity(region, address) ?? '')
  return (
    <Form.Item
      name="cityCode"
      label={t('outlets.cityCode')}
      extra={t('outlets.cityHint')}
      normalize={(value?: string) => value ?? null}
    >
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={cityOptions}
        placeholder={
          guess === null ? t('outlets.cityUnknown') : t('outlets.cityGuessed', { city: guess.name })
        }
      />
    </Form.Item>
  )
}

function RegionItem({ regions }: { regions: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="region"
      label={t('outlets.region')}
      extra={t('outlets.regionHint')}
      rules={[
        {
          validator: (_, value: string) =>
            regionOf(value) === null ? Promise.reject(new Error(t('validation.region'))) : Promise.resolve(),
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
  )
}

function HoursItem() {
  const { t } = useTranslation()
  return (
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
  )
}
